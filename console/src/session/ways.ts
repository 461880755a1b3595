import type { SignInWays } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { pedido } from './client.ts'

/** What the service offers besides e-mail and password; undefined until it is known. */
export function useSignInWays(): SignInWays | undefined {
  const { data } = useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: () => pedido.sessions.readSignInWays(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data
}
