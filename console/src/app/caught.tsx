import { Component, type ReactNode } from 'react'
import { useTexts } from '../text/texts.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, Page } from '../ui/pieces.tsx'
import { text } from './text.ts'

interface Props {
  /** Another address is another screen, which may work. */
  address: string
  children: ReactNode
}

/** Keeps the rest of the page where a screen fails. */
export class Caught extends Component<Props, { failedAt: string | undefined }> {
  override state = { failedAt: undefined }

  static getDerivedStateFromError(): { failedAt: string } {
    return { failedAt: window.location.pathname }
  }

  override componentDidUpdate(before: Props): void {
    if (before.address !== this.props.address && this.state.failedAt !== undefined) {
      this.setState({ failedAt: undefined })
    }
  }

  override render(): ReactNode {
    return this.state.failedAt === undefined ? this.props.children : <Crashed />
  }
}

function Crashed() {
  const t = useTexts(text)
  return (
    <Page title={t.crashed}>
      <EmptyState
        icon="warning"
        title={t.crashed}
        action={
          <Button look="primary" onClick={() => window.location.reload()}>
            {t.reload}
          </Button>
        }
      >
        {t.crashedWhy}
      </EmptyState>
    </Page>
  )
}
