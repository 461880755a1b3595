import { refuseInvalid } from '../../base/problems.ts'
import { withoutAccents } from '../../base/values/search-words.ts'
import { msg } from '../../texts/message.ts'

/**
 * Characters that a password has at least. Length alone is asked for: rules about kinds of characters
 * make people choose the same ones (NIST SP 800-63B, 3.1.1.2).
 */
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 200

/** What is typed first in Brazil and in this service, and is not on the list, which is of the world. */
const LOCAL =
  'senha mudar mudarsenha minhasenha trocarsenha brasil saopaulo flamengo corinthians palmeiras vasco santos gremio internacional cruzeiro vendas vendedor vendedora pedido pedidos distribuidora empresa admin administrador suporte bemvindo'

let common: Promise<Set<string>> | undefined

/** 49,000 passwords that became known. Read at the first choice of one, which is rare. */
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...LOCAL.split(' ')].map(String))
}

/**
 * Refuses a password that others would try first: one that became known, also with digits or signs at
 * its ends or said twice, one of digits alone, and what is known of the member.
 * @param known of the member: name, e-mail, account
 * @param pointer where it stands in the body
 * @throws Problem `validation_failed`
 */
export async function refuseCommon(
  password: string,
  known: (string | null)[],
  pointer: string,
): Promise<void> {
  common ??= commonPasswords()
  const words = await common
  const typed = withoutAccents(password)
  const own = new Set(known.flatMap(wordsOf))
  // What is said twice or more is said once.
  const once = typed.replace(/^(.+?)\1+$/, '$1')
  const isCommon = [typed, once].some((text) => {
    const core = text.replace(/^\P{L}+|\P{L}+$/gu, '')
    const bare = core.replaceAll(/[^\p{L}\p{N}]/gu, '')
    return core === '' || [text, core, bare].some((one) => words.has(one) || own.has(one))
  })
  if (!isCommon && once.length > 3) return
  const detail = msg`is among those that others try first: take several words that do not belong together.`
  refuseInvalid([{ pointer, code: 'common_password', detail }])
}

/** A name or an e-mail, whole, without spaces, and each word of it. */
function wordsOf(text: string | null): string[] {
  if (text === null) return []
  const words = withoutAccents(text).split(/[^a-z0-9]+/)
  return [withoutAccents(text), words.join(''), ...words].filter((word) => word !== '')
}
