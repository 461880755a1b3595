import { userInfo } from 'node:os'
import { say, type Text } from '../../texts/text.ts'

interface SystemError extends NodeJS.ErrnoException {
  address?: string
  port?: number
  hostname?: string
}

/** What the system's refusals about a file mean, and what to do. */
const FILE_REASONS: Record<string, Text> = {
  EROFS: say`is on a disk that is mounted read-only: mount it for writing, or name another place.`,
  ENOSPC: say`can’t be written: the disk is full. Make room there, or name another place.`,
  EDQUOT: say`can’t be written: the disk quota is used up. Make room there, or name another place.`,
  ENOTDIR: say`is below a file, where a folder should be: move that file, or name another place.`,
  EEXIST: say`is a file, where a folder should be: move it, or name another place.`,
  EISDIR: say`is a folder, where a file should be: move it, or name another place.`,
  ENOENT: say`does not exist.`,
  ELOOP: say`leads in a circle of links.`,
  ENAMETOOLONG: say`is too long for a path.`,
  EIO: say`can’t be read or written: the disk fails.`,
  EMFILE: say`can’t be opened: too many files are open (ulimit -n).`,
  ENFILE: say`can’t be opened: too many files are open on this machine.`,
}

/** Of a file that is open already the system names no path. */
const NO_ROOM = ['ENOSPC', 'EDQUOT']

/** The same of those that have to do with the user, who is not always the one that it was at the start. */
function rightsReason(code: string): Text | undefined {
  if (code === 'EACCES')
    return say`may not be used by ${user()}: give it the rights, or name another place.`
  if (code === 'EPERM')
    return say`may not be changed by ${user()}: give it the rights, or name another place.`
  return undefined
}

/** What the system's refusals to listen mean. */
function listenReason({ code, address, port, hostname }: SystemError): Text | undefined {
  if (code === 'EADDRINUSE') return say`${address}:${port} is in use already; choose another PORT.`
  if (code === 'EADDRNOTAVAIL')
    return say`${address} is no address of this machine; choose another HOST.`
  if (code === 'EACCES') {
    return say`${user()} may not listen on port ${port}; choose a PORT of 1024 or more, or put a proxy before it.`
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return say`The name ${hostname} has no address; correct HOST.`
  }
  return undefined
}

/**
 * What a refusal of the operating system about a file or a port means for a person, in a sentence;
 * undefined for any other error.
 */
export function explainSystemError(error: unknown): Text | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall, path } = error as SystemError
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo') {
    return listenReason(error)
  }
  const reason = rightsReason(code) ?? FILE_REASONS[code]
  if (NO_ROOM.includes(code) && path === undefined) {
    return say`The disk is full, or its quota is used up. Make room there, or name another place.`
  }
  return reason && path !== undefined ? say`${path} ${reason}` : undefined
}

function user(): Text {
  // Windows has no numbers, a container perhaps no name for its own.
  const id = process.getuid?.()
  try {
    return say`the user ${userInfo().username}`
  } catch {
    return say`the user ${id}`
  }
}
