import type { Session } from '@pedido/client'
import { useTexts } from '../../text/texts.ts'
import { useTitle } from '../../ui/page/title.ts'
import { text } from '../text.ts'
import { Forgotten } from './forgotten.tsx'
import { Front } from './front.tsx'
import { ProviderButton } from './provider-button.tsx'
import { SignInForm } from './sign-in.tsx'
import { useSignInWays } from './ways.ts'

/** What somebody sees who has not signed in, at whichever address: afterwards they are there. */
export default function SignInPage({ onDone }: { onDone: (session: Session) => void }) {
  const t = useTexts(text)
  useTitle(t.signIn)
  const provider = useSignInWays()?.provider
  return (
    <Front title={t.signIn}>
      {provider && <ProviderButton provider={provider} />}
      <SignInForm onDone={onDone} />
      <Forgotten />
    </Front>
  )
}
