import { auditEvents } from '@pedido/model/events'
import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Auditoria', 'Audit'],
  sub: ['Acessos, permissões e exportações.', 'Sign-ins, permissions and exports.'],
  kind: ['Tipo', 'Type'],
  anyKind: ['Tudo', 'Everything'],
  person: ['Quem', 'Who'],
  personHint: ['Nome ou parte do nome', 'Name or part of it'],
  when: ['Quando', 'When'],
  who: ['Quem', 'Who'],
  about: ['Sobre', 'About'],
  place: ['De onde', 'From where'],
  nobody: ['alguém', 'somebody'],
  commandLine: ['linha de comando', 'command line'],
  clearFilters: ['Limpar filtros', 'Clear filters'],
  none: ['Nada neste período', 'Nothing in this period'],
  noneWhy: [
    'Escolha um período maior ou remova um filtro.',
    'Choose a longer period or remove a filter.',
  ],
  tooMany: [
    'Mostrando os 5.000 mais recentes. Para ver outros, escolha um período menor.',
    'Showing the newest 5,000. Choose a shorter period to see others.',
  ],
  count: [
    (n: number) => `${n} ${n === 1 ? 'registro' : 'registros'}`,
    (n: number) => `${n} ${n === 1 ? 'entry' : 'entries'}`,
  ],
  ...auditEvents,
  account: ['A conta', 'The account'],
  changes: ['O que mudou', 'What changed'],
  field: ['Campo', 'Field'],
  before: ['Antes', 'Before'],
  after: ['Depois', 'After'],
  details: ['Detalhes', 'Details'],
  request: ['Requisição', 'Request'],
  browser: ['Navegador', 'Browser'],
  on: [(system: string) => ` em ${system}`, (system: string) => ` on ${system}`],
  close: ['Fechar', 'Close'],
})
