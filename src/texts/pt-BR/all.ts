import { commandAnswerTexts } from './command-answers.ts'
import { commandHelpTexts } from './command-help.ts'
import { eventTexts } from './events.ts'
import { fileTexts } from './files.ts'
import { httpTexts } from './http.ts'
import { operatorTexts } from './operators.ts'
import { orderTexts } from './orders.ts'
import { peopleTexts } from './people.ts'
import { recordTexts } from './records.ts'
import { wordTexts } from './words.ts'

/** Every sentence in Portuguese, by the English one with `{0}`, `{1}` … for its values. */
export const portuguese: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...wordTexts,
    ...httpTexts,
    ...operatorTexts,
    ...recordTexts,
    ...peopleTexts,
    ...orderTexts,
    ...fileTexts,
    ...eventTexts,
    ...commandHelpTexts,
    ...commandAnswerTexts,
  }),
)
