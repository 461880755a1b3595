import type { SignInWays } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { pedido } from '../client.ts'
import { rememberedAccount } from './provider.ts'

/**
 * What the service offers besides e-mail and password; undefined until it is known.
 * @param account whose provider is asked for; unless given, the one that this browser remembers
 */
export function useSignInWays(account = rememberedAccount()): SignInWays | undefined {
  const { data } = useQuery({
    queryKey: ['sign-in-ways', account],
    queryFn: () => pedido.sessions.readSignInWays(account === undefined ? {} : { account }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data
}
