import { useTexts } from '../text/texts.ts'
import { useTitle } from '../ui/title.ts'
import { Forgotten } from './forgotten.tsx'
import { Front } from './front.tsx'
import { ProviderButton } from './provider-button.tsx'
import { begin } from './session.tsx'
import { SignInForm } from './sign-in.tsx'
import { text } from './text.ts'
import { useSignInWays } from './ways.ts'

/** What somebody sees who has not signed in, at whichever address: afterwards they are there. */
export default function SignInPage() {
  const t = useTexts(text)
  useTitle(t.signIn)
  const provider = useSignInWays()?.provider
  return (
    <Front title={t.signIn}>
      {provider && <ProviderButton provider={provider} />}
      <SignInForm onDone={begin} />
      <Forgotten />
    </Front>
  )
}
