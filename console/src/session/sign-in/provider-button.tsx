import { useLocation, useSearch } from 'wouter'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Icon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { text } from '../text.ts'
import { goToProvider } from './provider.ts'

/** Leads to the company's sign-in; afterwards the person is where he was. */
export function ProviderButton({
  provider: { account, name },
  look,
}: {
  provider: { account: number; name: string }
  look?: 'primary'
}) {
  const t = useTexts(text)
  const [path] = useLocation()
  const search = useSearch()
  const here = path.startsWith('/provider/') ? '/' : `${path}${search && `?${search}`}`
  const { submit, isBusy, error } = useSubmit(() => goToProvider(account, here))
  return (
    <>
      <Button look={look} isBusy={isBusy} onClick={() => submit()}>
        <Icon name="shield" size={16} />
        {t.byProvider(name)}
      </Button>
      <Problem error={error} />
    </>
  )
}
