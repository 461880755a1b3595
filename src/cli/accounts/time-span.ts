import { msg } from '../../texts/message.ts'
import { UsageError } from '../command.ts'

const UNITS: Record<string, number> = { m: 60, h: 3_600, d: 86_400 }

/**
 * The seconds of a time such as `30d`, `12h`, `15m` or `0`.
 * @throws UsageError that names the option it was given by
 */
export function secondsOf(option: string, text: string): number {
  const [, count, unit = 'd'] = /^(\d{1,5})([mhd])?$/.exec(text) ?? []
  if (count === undefined || (unit === 'd' && !text.endsWith('d') && count !== '0')) {
    throw new UsageError(msg`${option} takes a time such as 30d, 12h, 15m or 0, not "${text}".`)
  }
  return Number(count) * (UNITS[unit] ?? 0)
}
