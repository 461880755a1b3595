import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

interface LogOptions {
  level: string
  redact: string[]
  stream?: DestinationStream
}

/** How the log is written: for people on a terminal, elsewhere one JSON object a line. */
export function logOptions(level: string): LogOptions {
  const options = { level, redact: ['req.headers.authorization'] }
  if (!process.stdout.isTTY) return options
  const stream = pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true })
  return { ...options, stream }
}

/** Opens a log for what is not about a request. */
export function openLog(level: string): Logger {
  const { stream, ...options } = logOptions(level)
  return stream ? pino(options, stream) : pino(options)
}
