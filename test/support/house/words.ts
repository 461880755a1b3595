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
]

/** Files of `src`, by how their names began. */
const OLD_FILES =
  /^src\/(.*\/)?(refusals|fault-codes|inbox|fair-share|shares|only|in-force|neutral|interface-routes|light|chosen|asked|sent|plans|together|let-go(-sql)?|facts|older|offer|looking|measuring|filling)\.ts$/

const OURS = /^(src|console\/src|packages|scripts)\/(?!.*\/generated\/).*\.tsx?$/

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
  const note = ({ id }: { id: { type: string; name?: string } | null }) => {
    if (id?.type === 'Identifier' && id.name !== undefined) names.push(id.name)
  }
  new Visitor({
    FunctionDeclaration: note,
    ClassDeclaration: note,
    VariableDeclarator: note,
    TSInterfaceDeclaration: note,
    TSTypeAliasDeclaration: note,
  }).visit(parseSync(path, read(path)).program)
  return names
}
