import type { Language } from '../../texts/message.ts'

/** A page by its name below `/docs`, its title, and its title in Portuguese where there is one. */
type Row = readonly [name: string, english: string, portuguese?: string]

interface Group {
  readonly title: Readonly<Record<Language, string>>
  readonly rows: readonly Row[]
}

/** The pages for people, in the order of the navigation. */
const groups = [
  {
    title: { en: 'Start', 'pt-BR': 'Começar' },
    rows: [
      ['quick-start', 'Quick start', 'Início rápido'],
      ['first-load', 'First load', 'Primeira carga'],
      ['console', 'The console', 'O console'],
      ['imports', 'Files in', 'Importar arquivos'],
      ['files', 'Files out', 'Exportar arquivos'],
    ],
  },
  {
    title: { en: 'Integrate', 'pt-BR': 'Integrar' },
    rows: [
      ['integrating', 'Keeping in step', 'Acompanhar as mudanças'],
      ['events', 'Events', 'Eventos'],
      ['webhooks', 'Webhooks', 'Webhooks'],
      ['machines', 'Programs', 'Programas'],
      ['client', 'TypeScript', 'TypeScript'],
      ['client-php', 'PHP', 'PHP'],
      ['client-python', 'Python', 'Python'],
      ['client-csharp', 'C#', 'C#'],
      ['java-and-delphi', 'Java and Delphi', 'Java e Delphi'],
      ['errors', 'Errors', 'Erros'],
      ['reference', 'API reference', 'Referência da API'],
      ['api-changes', 'How the API changes', 'Como a API muda'],
      ['changelog', 'Changelog'],
    ],
  },
  {
    title: { en: 'Orders', 'pt-BR': 'Pedidos' },
    rows: [
      ['taxes', 'Taxes', 'Impostos'],
      ['invoice-check', 'The check before the invoice', 'A conferência antes da nota'],
      ['nfe-draft', 'The draft of an NF-e', 'O rascunho da NF-e'],
      ['order-numbers', 'Numbers of orders', 'Números de pedidos'],
      ['versions', 'Versions', 'Versões'],
      ['custom-fields', 'Custom fields', 'Campos personalizados'],
    ],
  },
  {
    title: { en: 'Run', 'pt-BR': 'Operar' },
    rows: [
      ['people', 'People', 'Pessoas'],
      ['accounts', 'Accounts', 'Contas'],
      ['security', 'Security', 'Segurança'],
      ['privacy', 'Privacy', 'Privacidade'],
      ['lookups', 'Lookups', 'Consultas'],
      ['quotas', 'Limits', 'Limites'],
      ['backup', 'Backups', 'Salvar e restaurar'],
      ['upgrading', 'Upgrading', 'Atualizar'],
      ['production', 'Production', 'Produção'],
      ['runbook', 'Runbook', 'Alertas'],
      ['operations', 'Operations', 'Operação'],
      ['configuration', 'Settings', 'Configuração'],
      ['scaling', 'Scaling', 'Escala'],
      ['performance', 'Performance', 'Desempenho'],
    ],
  },
] as const satisfies Group[]

type Name = (typeof groups)[number]['rows'][number][0]

/** A page of this name, in English or Portuguese. */
export type DocsPage = Name | `${Name}.pt-BR`

/** Pages that are no files of `docs/` by their names. */
const ELSEWHERE: Partial<Record<DocsPage, string>> = {
  changelog: 'CHANGELOG.md',
  client: 'packages/client/README.md',
  'client.pt-BR': 'packages/client/README.pt-BR.md',
  'client-php': 'clients/php/README.md',
  'client-php.pt-BR': 'clients/php/README.pt-BR.md',
  'client-python': 'clients/python/README.md',
  'client-python.pt-BR': 'clients/python/README.pt-BR.md',
  'client-csharp': 'clients/csharp/README.md',
  'client-csharp.pt-BR': 'clients/csharp/README.pt-BR.md',
}

const titles = new Map<DocsPage, string>()
for (const { rows } of groups) {
  for (const [name, english, portuguese] of rows) {
    titles.set(name, english)
    if (portuguese !== undefined) titles.set(`${name}.pt-BR`, portuguese)
  }
}

/** All pages of both languages. */
export const allPages: readonly DocsPage[] = [...titles.keys()]

/** The file that a page is, from the root of the package; those of the reference are made of `openapi.json`. */
export const fileOf = (name: DocsPage): string => ELSEWHERE[name] ?? `docs/${name}.md`

const byFile = new Map(allPages.map((name) => [fileOf(name), name]))

/** The page that a file of the package is; undefined where it is none. */
export const pageOfFile = (path: string): DocsPage | undefined => byFile.get(path)

/** The address of a page; the pages link to one another without the prefix, which is the same. */
export function addressOf(name: DocsPage): string {
  return name === 'quick-start' ? '/docs' : `/docs/${name}`
}

export const titleOf = (name: DocsPage): string => titles.get(name) ?? name

export const languageOf = (name: DocsPage): Language => (name.endsWith('.pt-BR') ? 'pt-BR' : 'en')

/** The same page in the other language. */
export function translationOf(name: DocsPage): DocsPage | undefined {
  const other = languageOf(name) === 'en' ? `${name}.pt-BR` : name.replace(/\.pt-BR$/, '')
  return titles.has(other as DocsPage) ? (other as DocsPage) : undefined
}

/** The pages for who reads a language, by what they are about: those without a translation in English. */
export function pagesIn(language: Language): { title: string; names: DocsPage[] }[] {
  return groups.map(({ title, rows }) => ({
    title: title[language],
    names: rows.map(([name]) => (language === 'en' ? name : (translationOf(name) ?? name))),
  }))
}
