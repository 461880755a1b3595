import { ProblemError, type SignInProvider } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useSession } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { Page, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ProviderForm } from './provider-form.tsx'
import { text } from './text.ts'

const PROVIDER = ['sign-in-provider']

/** Null where there is none yet. */
async function readProvider(signal: AbortSignal): Promise<SignInProvider | null> {
  try {
    return await pedido.singleSignOn.readSignInProvider({ signal })
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return null
    throw error
  }
}

/** Where the company's people sign in. */
export default function ProviderPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const queries = useQueryClient()
  const { data: provider, error } = useQuery({
    queryKey: PROVIDER,
    queryFn: ({ signal }) => readProvider(signal),
  })
  const take = (found: SignInProvider | null) => queries.setQueryData(PROVIDER, found)
  if (provider === undefined) {
    return <Page title={t.title}>{error ? <Problem error={error} /> : <Skeleton />}</Page>
  }
  return (
    <Page title={t.title} sub={t.sub} actions={provider && <Remove onRemoved={() => take(null)} />}>
      <Register provider={provider} />
      <ProviderForm key={String(provider === null)} provider={provider} onSaved={take} />
    </Page>
  )
}

/** What the provider is told of this service. */
function Register({ provider }: { provider: SignInProvider | null }) {
  const t = useTexts(text)
  const { account } = useSession()
  const here = `${window.location.origin}/console/provider/${account.id}`
  return (
    <section className="panel stack form" aria-labelledby="register">
      <div>
        <h2 id="register">{t.register}</h2>
        <p className="quiet">{t.registerWhy}</p>
      </div>
      <CopyField label={t.redirect} value={provider?.redirect_uri ?? here} />
    </section>
  )
}

function Remove({ onRemoved }: { onRemoved: () => void }) {
  const t = useTexts(text)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Icon name="trash" size={16} />
        {t.remove}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.removeTitle}
        action={t.remove}
        isDanger
        onConfirm={async () => {
          await pedido.singleSignOn.deleteSignInProvider()
          toast({ text: t.removed })
          onRemoved()
        }}
      >
        {t.removeWhy}
      </ConfirmDialog>
    </>
  )
}
