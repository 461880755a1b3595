import { texts } from '../text/texts.ts'

export const text = texts({
  export: ['Exportar', 'Export'],
  exportXlsx: ['Excel (.xlsx)', 'Excel (.xlsx)'],
  exportCsv: ['CSV', 'CSV'],
  exporting: ['O arquivo está sendo gerado…', 'The file is being made…'],
  save: ['Salvar', 'Save'],
  cancel: ['Cancelar', 'Cancel'],
  edit: ['Editar', 'Edit'],
  details: ['Cadastro', 'Details'],
  remove: ['Excluir', 'Delete'],
  saved: ['Salvo', 'Saved'],
  removed: ['Excluído', 'Deleted'],
  none: ['Nenhum', 'None'],
  yes: ['Sim', 'Yes'],
  no: ['Não', 'No'],
  inactive: ['Inativo', 'Inactive'],
  notZip: ['O CEP tem oito algarismos.', 'A CEP has eight figures.'],
  notTerms: ['Dias, como 30/60/90.', 'Days, such as 30/60/90.'],
  becomes: [(amount: string) => `${amount} hoje:`, (amount: string) => `${amount} today:`],
  notInteger: ['Só algarismos.', 'Figures only.'],
  draft: [
    'O que você tinha digitado está de volta, ainda sem salvar.',
    'What you had typed is back, not saved yet.',
  ],
  dropDraft: ['Descartar', 'Discard'],
  changedTitle: [
    'Outra pessoa mudou este cadastro enquanto você editava',
    'Somebody else changed this record while you were editing',
  ],
  changedNone: [
    'Nenhum destes campos mudou. Salve de novo.',
    'None of these fields has changed. Save again.',
  ],
  changedWhy: [
    'O que você não tocou já está com o valor novo. Confira e salve de novo.',
    'What you did not touch has the new value already. Check it and save again.',
  ],
  addRow: ['Incluir linha', 'Add a row'],
  removeRow: [
    (label: string, place: number) => `Remover a linha ${place} de ${label}`,
    (label: string, place: number) => `Remove row ${place} of ${label}`,
  ],
  field: ['Campo', 'Field'],
  was: ['Antes', 'Before'],
  theirs: ['Mudou para', 'Changed to'],
  yours: ['O seu', 'Yours'],
  takeTheirs: [
    (field: string) => `Usar o novo: ${field}`,
    (field: string) => `Use the new one: ${field}`,
  ],
  useNew: ['Usar o novo', 'Use the new one'],
  untouched: ['não tocado', 'not touched'],
  existing: ['Abrir o cadastro que já tem este valor', 'Open the record that has this value'],
  usedBy: ['Está em uso por:', 'It is in use by:'],
  removeTitle: [(name: string) => `Excluir ${name}?`, (name: string) => `Delete ${name}?`],
  removeWhy: [
    'Não dá para desfazer. O que está em uso não é excluído.',
    'This can’t be undone. What is in use is not deleted.',
  ],
  search: ['Buscar', 'Search'],
  filter: ['Filtrar', 'Filter'],
  apply: ['Aplicar', 'Apply'],
  from: [(label: string) => `${label}, de`, (label: string) => `${label}, from`],
  to: [(label: string) => `${label}, até`, (label: string) => `${label}, to`],
  between: [
    (label: string, from: string, to: string) =>
      from === ''
        ? `${label} até ${to}`
        : to === ''
          ? `${label} de ${from}`
          : `${label} de ${from} até ${to}`,
    (label: string, from: string, to: string) =>
      from === ''
        ? `${label} to ${to}`
        : to === ''
          ? `${label} from ${from}`
          : `${label} from ${from} to ${to}`,
  ],
  clearFilters: ['Limpar busca e filtros', 'Clear search and filters'],
  nothingTitle: ['Nada encontrado', 'Nothing found'],
  nothing: [
    'Nenhum cadastro corresponde à busca e aos filtros.',
    'No record matches the search and the filters.',
  ],
  leftover: [
    'Campo que não é mais declarado: só dá para apagar o valor.',
    'A field that is no longer declared: its value can only be removed.',
  ],
  noSeller: ['Sem vendedor', 'No seller'],
  anotherSeller: ['Mais um vendedor', 'Another seller'],
  firstSeller: [
    'O primeiro é o principal: toque num nome para pô-lo em primeiro.',
    'The first one is the main one: press a name to put it first.',
  ],
  history: ['Histórico', 'History'],
  historyNone: ['Nenhuma mudança registrada.', 'No change on record.'],
  historyMore: [
    'Há mudanças mais antigas, que não estão aqui.',
    'There are older changes that are not shown.',
  ],
  createdAt: ['Cadastrado em', 'Entered at'],
  updatedAt: ['Alterado em', 'Changed at'],
  created: ['Criado', 'Created'],
  deleted: ['Excluído', 'Deleted'],
  empty: ['vazio', 'empty'],
  image: ['Imagem', 'Image'],
  somebody: ['Alguém', 'Somebody'],
  goneTitle: ['Este cadastro não existe', 'This record does not exist'],
  gone: [
    'Foi excluído, ou o endereço está errado.',
    'It has been deleted, or the address is wrong.',
  ],
  backToList: ['Ver a lista', 'See the list'],
})

/** What uses a record, by the service's name for it. */
export const usersOf = texts({
  orders: ['pedidos', 'orders'],
  order_items: ['itens de pedidos', 'order items'],
  addresses: ['endereços', 'addresses'],
  order_statuses: ['situações', 'order statuses'],
  members: ['pessoas', 'people'],
  tokens: ['tokens', 'tokens'],
})
