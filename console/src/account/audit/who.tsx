import { useTexts } from '../../text/texts.ts'
import { deviceOf } from '../profile/devices.ts'
import { actionOf, type Entry, personOf } from './entries.ts'
import { text } from './text.ts'

/** From where somebody came, where that is known. */
export function useOrigin(): (entry: Entry) => string | undefined {
  const t = useTexts(text)
  return ({ data: { record } }) => {
    const { address, user_agent } = record as { address?: string; user_agent?: string }
    const { browser, system } = deviceOf(user_agent ?? null)
    const device = browser && browser + (system ? t.on(system) : '')
    return [address, device].filter(Boolean).join(' · ') || undefined
  }
}

/** Nobody is known where a password was wrong; the command line signs in nobody. */
export function Who({ entry }: { entry: Entry }) {
  const t = useTexts(text)
  const name = personOf(entry)
  if (name) return <span title={name}>{name}</span>
  const label = actionOf(entry) === 'sign_in_failed' ? t.nobody : t.commandLine
  return <span className="quiet">{label}</span>
}
