import type { Import } from '@pedido/client'
import { useTexts } from '../../text/texts.ts'
import { StatusBadge, type Tone } from '../../ui/pieces.tsx'
import { text } from './text.ts'

const tones: Record<Import['state'], Tone | undefined> = {
  checking: 'info',
  checked: 'warn',
  running: 'info',
  done: 'good',
  cancelled: undefined,
  failed: 'bad',
}

export function State({ state }: { state: Import['state'] }) {
  const t = useTexts(text)
  return <StatusBadge tone={tones[state]}>{t[state]}</StatusBadge>
}

/** Under way: it is asked for again. */
export const isBusy = ({ state }: Pick<Import, 'state'>) =>
  state === 'checking' || state === 'running'
