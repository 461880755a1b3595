import { userInfo } from 'node:os'
import { type Message, msg } from '../../texts/message.ts'

interface SystemError extends NodeJS.ErrnoException {
  address?: string
  port?: number
  hostname?: string
}

/** What the system's refusals about a file mean, and what to do. */
const FILE_REASONS: Record<string, Message> = {
  EROFS: msg`is on a disk that is mounted read-only: mount it for writing, or name another place.`,
  ENOSPC: msg`can’t be written: the disk is full. Make room there, or name another place.`,
  EDQUOT: msg`can’t be written: the disk quota is used up. Make room there, or name another place.`,
  ENOTDIR: msg`is below a file, where a folder should be: move that file, or name another place.`,
  EEXIST: msg`is a file, where a folder should be: move it, or name another place.`,
  EISDIR: msg`is a folder, where a file should be: move it, or name another place.`,
  ENOENT: msg`does not exist.`,
  ELOOP: msg`leads in a circle of links.`,
  ENAMETOOLONG: msg`is too long for a path.`,
  EIO: msg`can’t be read or written: the disk fails.`,
  EMFILE: msg`can’t be opened: too many files are open (ulimit -n).`,
  ENFILE: msg`can’t be opened: too many files are open on this machine.`,
}

/** Of a file that is open already the system names no path. */
const NO_ROOM = ['ENOSPC', 'EDQUOT']

/** The same of those that have to do with the user, who is not always the one that it was at the start. */
function rightsReason(code: string): Message | undefined {
  if (code === 'EACCES')
    return msg`may not be used by ${user()}: give it the rights, or name another place.`
  if (code === 'EPERM')
    return msg`may not be changed by ${user()}: give it the rights, or name another place.`
  return undefined
}

/** What the system's refusals to listen mean. */
function listenReason({ code, address, port, hostname }: SystemError): Message | undefined {
  if (code === 'EADDRINUSE') return msg`${address}:${port} is in use already; choose another PORT.`
  if (code === 'EADDRNOTAVAIL')
    return msg`${address} is no address of this machine; choose another HOST.`
  if (code === 'EACCES') {
    return msg`${user()} may not listen on port ${port}; choose a PORT of 1024 or more, or put a proxy before it.`
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return msg`The name ${hostname} has no address; correct HOST.`
  }
  return undefined
}

/**
 * What a refusal of the operating system about a file or a port means for a person, in a sentence;
 * undefined for any other error.
 */
export function explainSystemError(error: unknown): Message | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall, path } = error as SystemError
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo') {
    return listenReason(error)
  }
  const reason = rightsReason(code) ?? FILE_REASONS[code]
  if (NO_ROOM.includes(code) && path === undefined) {
    return msg`The disk is full, or its quota is used up. Make room there, or name another place.`
  }
  return reason && path !== undefined ? msg`${path} ${reason}` : undefined
}

function user(): Message {
  // Windows has no numbers, a container perhaps no name for its own.
  const id = process.getuid?.()
  try {
    return msg`the user ${userInfo().username}`
  } catch {
    return msg`the user ${id}`
  }
}
