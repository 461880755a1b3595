import { ProblemError } from '@pedido/client'
import { pedido } from '../../session/client.ts'
import { moveTo, useMay, useSession } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Problem } from '../../ui/problem.tsx'
import './test-account.css'
import { text } from './text.ts'

/** Makes the account’s test account, or finds it, and goes there. For who manages the account, outside of it. */
export function StartTestAccount() {
  const t = useTexts(text)
  const may = useMay()
  const { account } = useSession()
  const { submit, isBusy, error } = useSubmit(async () => {
    await pedido.account.createTestAccount().catch((failure: unknown) => {
      const isThere = failure instanceof ProblemError && failure.code === 'test_account_exists'
      if (!isThere) throw failure
    })
    await moveTo(() => pedido.sessions.enterTestAccount())
  })
  if (account.test || !may('tokens:manage')) return null
  return (
    <div className="test-start">
      <Button isBusy={isBusy} onClick={() => submit()}>
        {t.try}
      </Button>
      <small className="quiet">{t.tryWhy}</small>
      <Problem error={error} />
    </div>
  )
}
