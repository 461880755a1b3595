import { auditEvents, recordEvents } from '../../packages/model/events.ts'
import type { Label } from '../../packages/model/kinds.ts'
import type { Language } from '../texts/message.ts'

const words = new Map<string, Label>([
  ...Object.entries(recordEvents),
  ...Object.entries(auditEvents).map(([action, label]) => [`audit.${action}`, label] as const),
])

/** What happened, as files for people call it. A type that has no words is called by its name. */
export const eventText = (type: string, language: Language) =>
  words.get(type)?.[language === 'en' ? 1 : 0] ?? type
