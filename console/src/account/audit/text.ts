import { auditEvents } from '@pedido/model/events'
import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Auditoria', 'Audit'],
  sub: [
    'Quem entrou, quem pode o quê, e o que saiu daqui.',
    'Who came in, who may do what, and what was taken out.',
  ],
  kind: ['O quê', 'What'],
  anyKind: ['Tudo', 'Everything'],
  person: ['Quem', 'Who'],
  personHint: ['Nome ou parte dele', 'A name, or a part of it'],
  when: ['Quando', 'When'],
  who: ['Quem', 'Who'],
  about: ['Sobre', 'About'],
  place: ['De onde', 'From where'],
  nobody: ['alguém', 'somebody'],
  commandLine: ['linha de comando', 'command line'],
  clearFilters: ['Limpar filtros', 'Clear filters'],
  none: ['Nada neste período', 'Nothing in these days'],
  noneWhy: [
    'Escolha um período maior, ou tire um filtro.',
    'Choose more days, or take a filter away.',
  ],
  tooMany: [
    'Só os 5.000 mais recentes do período estão aqui: escolha menos dias.',
    'Only the newest 5,000 of these days are here: choose fewer days.',
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
