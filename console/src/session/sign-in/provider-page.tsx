import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useTexts } from '../../text/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { pedido } from '../client.ts'
import { begin } from '../session.tsx'
import { text } from '../text.ts'
import { Front } from './front.tsx'
import { remember, takeAfterwards } from './provider.ts'
import { ProviderButton } from './provider-button.tsx'
import { useSignInWays } from './ways.ts'

/** `/console/provider/1`: where the account's people begin to sign in, and where the provider leads back to. */
export default function ProviderPage({ account }: { account: number | undefined }) {
  const t = useTexts(text)
  useTitle(t.signIn)
  // Kept when the address is tidied: nobody should find it in the browser's history.
  const [answer] = useState(() => window.location.search.slice(1))
  const error = useAnswer(account, answer)
  if (account && answer !== '' && !error) {
    return (
      <Front title={t.signingIn}>
        <Skeleton lines={3} />
      </Front>
    )
  }
  return (
    <Front title={error ? t.notSignedIn : t.signIn}>
      <Problem error={error} />
      {account ? <Begin account={account} /> : <p className="quiet">{t.noProvider}</p>}
      <ButtonLink href="/">{t.otherWays}</ButtonLink>
    </Front>
  )
}

/** Signs in with what the provider has answered; undefined until that has failed. */
function useAnswer(account: number | undefined, answer: string): Error | undefined {
  const [, navigate] = useLocation()
  const [error, setError] = useState<Error>()
  // An answer is taken once.
  const isSent = useRef(false)
  useEffect(() => {
    if (!account || answer === '' || isSent.current) return
    isSent.current = true
    window.history.replaceState(null, '', window.location.pathname)
    pedido.singleSignOn.signInByProvider({ account, answer }, { maxRetries: 0 }).then((session) => {
      remember(account)
      navigate(takeAfterwards(), { replace: true })
      begin(session)
    }, setError)
  }, [account, answer, navigate])
  return error
}

function Begin({ account }: { account: number }) {
  const t = useTexts(text)
  const ways = useSignInWays(account)
  if (!ways) return <Skeleton lines={1} />
  if (!ways.provider) return <p className="quiet">{t.noProvider}</p>
  return <ProviderButton provider={ways.provider} look="primary" />
}
