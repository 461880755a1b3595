import type {
  Import,
  ImportColumn,
  ImportCounts,
  ImportFault,
} from '../../../packages/client/src/index.ts'

type State = Import['state']

/** What the command says of an import, in one language. */
export interface Words {
  states: Record<State, string>
  soFar: (counts: ImportCounts) => string
  columns: (detected: NonNullable<Import['detected']>) => string
  leftOut: (columns: ImportColumn[]) => string
  fault: (fault: ImportFault) => string
  moreFaults: string
  summary: (found: Import) => string
  howToRun: (id: number) => string
  howToGetRefused: string
  refusedIn: (file: string) => string
  noFile: (file: string) => string
  isFolder: (file: string) => string
  interrupted: string
}

export function importWords(isPortuguese: boolean): Words {
  return isPortuguese ? portuguese : english
}

const NONE = '–'

/** The columns of a file under one another. */
function table({ columns }: NonNullable<Import['detected']>): string {
  const rows = columns
    .filter(({ heading, field }) => heading !== '' || field !== null)
    .map(({ letter, heading, field, why }) => [letter, heading, field ?? NONE, why])
  const widths = [0, 1, 2].map((i) => Math.max(0, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (row: string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')
  return rows.map((row) => `  ${line(row).trimEnd()}`).join('\n')
}

const how = ({ encoding, separator }: NonNullable<Import['detected']>) =>
  [encoding, separator === '\t' ? 'tab' : separator && `“${separator}”`].filter(Boolean).join(', ')

const where = ({ heading, letter }: ImportFault) => heading ?? letter ?? ''

const n = (count: number, locale: string) => count.toLocaleString(locale)

const english: Words = {
  states: {
    checking: 'trying',
    checked: 'tried',
    running: 'writing',
    done: 'done',
    cancelled: 'cancelled',
    failed: 'failed',
  },
  soFar: ({ lines, refused }) => `${n(lines, 'en')} lines, ${n(refused, 'en')} refused`,
  columns: (detected) =>
    `The file was taken for this${how(detected) && ` (${how(detected)})`}, headings in line ${detected.header_line}:\n${table(detected)}`,
  leftOut: (columns) =>
    `Nothing is taken from: ${columns.map(({ heading, why }) => `${heading} (${why})`).join('; ')}.`,
  fault: (fault) => `line ${fault.line}${where(fault) && `, ${where(fault)}`}: ${fault.detail}`,
  moreFaults: '…',
  summary: ({ state, counts, file_name }) => {
    const { lines, created, updated, unchanged, refused } = counts
    const would = state === 'checked' ? 'would be ' : ''
    const numbers = [created, updated, unchanged, refused].map((one) => n(one, 'en'))
    return `${file_name ?? ''}: ${n(lines, 'en')} lines; ${would}${numbers[0]} created, ${numbers[1]} changed, ${numbers[2]} unchanged, ${numbers[3]} refused.`
  },
  howToRun: (id) => `Nothing is written yet. To write it: pedido import --run ${id}`,
  howToGetRefused:
    'With --refused FILE the refused lines are written there, to be corrected and imported.',
  refusedIn: (file) => `The refused lines are in ${file}.`,
  noFile: (file) => `There is no file ${file}.`,
  isFolder: (file) => `${file} is a folder: name a file in it.`,
  interrupted: 'Interrupted.',
}

const portuguese: Words = {
  states: {
    checking: 'testando',
    checked: 'testado',
    running: 'gravando',
    done: 'pronto',
    cancelled: 'cancelado',
    failed: 'falhou',
  },
  soFar: ({ lines, refused }) => `${n(lines, 'pt-BR')} linhas, ${n(refused, 'pt-BR')} recusados`,
  columns: (detected) =>
    `O arquivo foi lido assim${how(detected) && ` (${how(detected)})`}, títulos na linha ${detected.header_line}:\n${table(detected)}`,
  leftOut: (columns) =>
    `Nada é lido de: ${columns.map(({ heading, why }) => `${heading} (${why})`).join('; ')}.`,
  fault: (fault) => `linha ${fault.line}${where(fault) && `, ${where(fault)}`}: ${fault.detail}`,
  moreFaults: '…',
  summary: ({ state, counts, file_name }) => {
    const { lines, created, updated, unchanged, refused } = counts
    const would = state === 'checked' ? 'seriam ' : ''
    const numbers = [created, updated, unchanged, refused].map((one) => n(one, 'pt-BR'))
    return `${file_name ?? ''}: ${n(lines, 'pt-BR')} linhas; ${would}${numbers[0]} criados, ${numbers[1]} alterados, ${numbers[2]} iguais, ${numbers[3]} recusados.`
  },
  howToRun: (id) => `Nada foi gravado ainda. Para gravar: pedido import --run ${id}`,
  howToGetRefused:
    'Com --refused ARQUIVO as linhas recusadas são gravadas ali, para corrigir e importar.',
  refusedIn: (file) => `As linhas recusadas estão em ${file}.`,
  noFile: (file) => `Não há arquivo ${file}.`,
  isFolder: (file) => `${file} é uma pasta: indique um arquivo dela.`,
  interrupted: 'Interrompido.',
}
