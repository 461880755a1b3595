import type { Message } from '../../texts/message.ts'

/** Reports what is done just now, how much of it (from 0 to 1), and of what or how many. */
export type ReportProgress = (label: Message, part: number, more: Message | string) => void
