import type { Language } from '../../texts/message.ts'

// Content negotiation: RFC 9110, 12.4 and 12.5.

/** True where `Accept` lets an answer of this media type pass. Parameters other than `q` don't matter. */
export function acceptsType(accept: string, type: string): boolean {
  return accept.trim() === '' || weightOf(weightsOf(accept), type) > 0
}

/** The type that `Accept` wants most, of those wanted as much the first; undefined: none of them. */
export function preferredType<T extends string>(
  accept: string,
  types: readonly [T, ...T[]],
): T | undefined {
  if (accept.trim() === '') return types[0]
  const weights = weightsOf(accept)
  const wanted = types.filter((type) => weightOf(weights, type) > 0)
  return wanted.sort((a, b) => weightOf(weights, b) - weightOf(weights, a))[0]
}

function weightOf(weights: ReadonlyMap<string, number>, type: string): number {
  const family = `${type.slice(0, type.indexOf('/'))}/*`
  return weights.get(type) ?? weights.get(family) ?? weights.get('*/*') ?? 0
}

/** The one that `Accept-Language` wants most, in any of its regions; Portuguese unless it says. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const weights = [...weightsOf(acceptLanguage ?? '')]
  const of = (tongue: string) =>
    Math.max(0, ...weights.filter(([name]) => name.split('-')[0] === tongue).map(([, q]) => q))
  return of('en') > of('pt') ? 'en' : 'pt-BR'
}

/** The language of problems: the one that `Accept-Language` wants most, English unless it says. */
export function problemLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return 'en'
  const wanted = [...weightsOf(acceptLanguage)]
    .map(([name, weight]) => ({ tongue: name.split('-')[0] ?? '', weight }))
    .filter(({ tongue, weight }) => ['pt', 'en'].includes(tongue) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted[0]?.tongue === 'pt' ? 'pt-BR' : 'en'
}

/** True where the first type is wanted more than the second, or as much and named by itself. */
export function prefersType(accept: string, first: string, second: string): boolean {
  const weights = weightsOf(accept)
  const [one = 0, other = 0] = [weights.get(first), weights.get(second)]
  return one > 0 && one >= other
}

/** Encodings that answers are compressed with, the cheaper one first (see `compression.ts`). */
export type Encoding = 'br' | 'gzip'

/** The encoding that `Accept-Encoding` wants most; undefined: none of ours. */
export function encodingFor(acceptEncoding: string): Encoding | undefined {
  const weights = weightsOf(acceptEncoding)
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const br = weightOf('br')
  const gzip = Math.max(weightOf('gzip'), weights.get('x-gzip') ?? 0)
  const plain = weights.get('identity') ?? 0
  if (Math.max(br, gzip) === 0 || plain > Math.max(br, gzip)) return undefined
  return br >= gzip ? 'br' : 'gzip'
}

/** What was parsed last: one request asks several times of one header. */
let last: { header: string; weights: ReadonlyMap<string, number> } | undefined

/** The weight of each element of a header, by its name in lower case. */
function weightsOf(header: string): ReadonlyMap<string, number> {
  if (last?.header !== header) last = { header, weights: parsedWeights(header) }
  return last.weights
}

function parsedWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const element of partsOf(header, ',')) {
    const [name = '', ...parameters] = partsOf(element, ';')
    const weight = parameters.map(weightIn).find((q) => q !== undefined) ?? 1
    weights.set(name.toLowerCase(), Math.max(weight, weights.get(name.toLowerCase()) ?? 0))
  }
  return weights
}

function weightIn(parameter: string): number | undefined {
  const found = /^q\s?=\s?([01](?:\.\d{0,3})?)$/i.exec(parameter)
  return found ? Number(found[1]) : undefined
}

/** The parts between separators that stand in no quoted string, in one walk over the text. */
function partsOf(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === '"') quoted = !quoted
    else if (quoted) i += character === '\\' ? 1 : 0
    else if (character === separator) {
      parts.push(text.slice(start, i).trim())
      start = i + 1
    }
  }
  parts.push(text.slice(start).trim())
  return parts
}
