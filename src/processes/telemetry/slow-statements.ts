import { statementRan } from '../../base/telemetry/topics.ts'
import { statementName } from './statement-names.ts'

/** The little of a logger that is needed here; pino fits. */
interface Log {
  warn(fields: object, text: string): void
}

/**
 * Logs each statement that takes longer, by its name alone: texts may hold what people search for.
 * The function it returns ends it.
 * @param ms 0: none
 */
export function logSlowStatements(ms: number, log: Log): () => void {
  if (ms === 0) return () => {}
  return statementRan.listen((ran) => {
    if (ran.ms <= ms) return
    const { rows, hasFailed } = ran
    const fields = { statement: statementName(ran.text), ms: Math.round(ran.ms), rows }
    log.warn(hasFailed ? { ...fields, failed: true } : fields, 'a statement was slow')
  })
}
