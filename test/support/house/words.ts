import { parseSync, Visitor } from 'oxc-parser'
import { files, read } from './sources.ts'

// Words that others have replaced (docs/words.md): names must not bring them back.

interface OldWord {
  /** What a declared name must not match. */
  name: RegExp
  instead: string
}

const oldWords: OldWord[] = [
  { name: /refusal(?!s_)/i, instead: 'problem' },
  { name: /^Faults?$|Fault(Code|sContext)|^(Cell|Amount)Fault$/, instead: 'FieldError' },
  { name: /^(say|Said|spokenJson)$/, instead: 'msg, Message' },
  { name: /Inbox/i, instead: 'AccountQueue' },
  { name: /FairShare|^Shares$|^sharesOf$/, instead: 'TenantQuota, quotas' },
  { name: /^Only$|^OnlyBody$|^only(Of|Text|Json)|^isWithin$/, instead: 'RowScope, inScope' },
  { name: /letGo/i, instead: 'redact' },
  { name: /^kept(Counts?|Groups|Hours|Orders)(Of|Within)?$/, instead: 'rollup, retained' },
  { name: /^Light(?!h)|^light(Of|Lists?|Parameters)/, instead: 'sparse' },
  { name: /^(Cut|Among)$/, instead: 'PageWindow, Candidates' },
  { name: /^Sent(Fields|Item|ItemPatch|Order|Figures|Record|File|Code)$/, instead: '…Input' },
  { name: /^(Taker|takeLeave|Looking|Measuring|Welcome)$/, instead: 'WorkerSlot, logStop …' },
  { name: /^(Drawn|drawAnew)$/, instead: 'PreallocatedIds, reallocate' },
  { name: /InForce$|^neutralValues?$/, instead: 'active, placeholder' },
  { name: /^(Materials|strangers)$/, instead: 'Context, unknownCount' },
  { name: /^(tells?|telling)$|^tell[A-Z]/i, instead: 'emit, log, report, send' },
  { name: /^(told|said)$|[a-z]Told$/i, instead: 'what it is: text, description, claims, body' },
  { name: /^([A-Z]\w*)?Place$/, instead: 'what it is: Pointer, Store, SessionOrigin' },
  { name: /^([A-Z]\w*)?Asked$/, instead: '…Request, …Query, …Options' },
  { name: /^plannedOrder$/, instead: 'planOrder' },
]

/** Files of `src`, by how their names began. */
const OLD_FILES =
  /^src\/(.*\/)?(refusals|fault-codes|inbox|fair-share|shares|only|in-force|neutral|interface-routes|light|chosen|asked|sent|plans|together|let-go(-sql)?|facts|older|offer|looking|measuring|filling)\.ts$/

const OURS =
  /^(src|console\/src|packages|scripts|bench|test\/support)\/(?!.*\/generated\/).*\.tsx?$/

/** Names of files and declarations that bring an old word back, each with what stands in its place. */
export function oldNames(): string[] {
  return files
    .filter((path) => OURS.test(path))
    .flatMap((path) => [
      ...(OLD_FILES.test(path) ? [`${path}: its name`] : []),
      ...declaredIn(path).flatMap((name) => {
        const old = oldWords.find((word) => word.name.test(name))
        return old ? `${path}: ${name}, now ${old.instead}` : []
      }),
    ])
}

function declaredIn(path: string): string[] {
  const names: string[] = []
  const note = (pattern: object | null) => names.push(...namesIn(pattern as Pattern | null))
  const noteId = ({ id }: { id: object | null }) => note(id)
  const noteKey = ({ key, computed }: { key: object; computed: boolean }) => {
    if (!computed) note(key)
  }
  const noteParams = ({ params }: { params: object[] }) => params.forEach(note)
  new Visitor({
    FunctionDeclaration(node) {
      noteId(node)
      noteParams(node)
    },
    FunctionExpression: noteParams,
    ArrowFunctionExpression: noteParams,
    ClassDeclaration: noteId,
    VariableDeclarator: noteId,
    TSInterfaceDeclaration: noteId,
    TSTypeAliasDeclaration: noteId,
    MethodDefinition: noteKey,
    PropertyDefinition: noteKey,
    TSMethodSignature: noteKey,
    TSPropertySignature: noteKey,
  }).visit(parseSync(path, read(path)).program)
  return names
}

/** What of a node of a declaration holds its names. */
interface Pattern {
  type: string
  name?: string
  left?: Pattern
  argument?: Pattern
  parameter?: Pattern
  elements?: (Pattern | null)[]
  properties?: { value?: Pattern; argument?: Pattern }[]
}

function namesIn(pattern: Pattern | null | undefined): string[] {
  if (!pattern) return []
  const { type, name, left, argument, parameter, elements = [], properties = [] } = pattern
  if (type === 'Identifier' || type === 'PrivateIdentifier') return name === undefined ? [] : [name]
  const inner = [left, argument, parameter, ...elements]
  return [...inner, ...properties.map((one) => one.value ?? one.argument)].flatMap(namesIn)
}
