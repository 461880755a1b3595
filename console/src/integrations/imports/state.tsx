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
  needs_mapping: 'warn',
}

export function State({ state }: { state: Import['state'] }) {
  const t = useTexts(text)
  return <StatusBadge tone={tones[state]}>{t[state]}</StatusBadge>
}

/** Its columns can be named: the service has the file. */
export const canBeMapped = ({ state }: Pick<Import, 'state'>) =>
  state === 'needs_mapping' || state === 'checked'

/** Under way: it is asked for again. */
export const isBusy = ({ state }: Pick<Import, 'state'>) =>
  state === 'checking' || state === 'running'
