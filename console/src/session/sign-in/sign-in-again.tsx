import type { Session } from '@pedido/client'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { text } from '../text.ts'
import { SignInForm } from './sign-in.tsx'
import { useSignInWays } from './ways.ts'

/** Over a page whose session has ended. The company's sign-in is in another tab: this page stays. */
export default function SignInAgain({
  session: { account, member },
  onDone,
}: {
  session: Session
  onDone: (session: Session) => void
}) {
  const t = useTexts(text)
  const provider = useSignInWays(account.id)?.provider
  return (
    <div className="stack">
      {provider && (
        <>
          <Button
            onClick={() => window.open(`/console/provider/${account.id}`, '_blank', 'noopener')}
          >
            <Icon name="shield" size={16} />
            {t.byProvider(provider.name)}
          </Button>
          <p className="quiet">{t.elsewhere}</p>
        </>
      )}
      <SignInForm email={member.email} onDone={onDone} />
    </div>
  )
}
