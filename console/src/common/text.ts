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
  notZip: ['O CEP tem oito dígitos.', 'A CEP has eight digits.'],
  notTerms: ['Dias, como 30/60/90.', 'Days, such as 30/60/90.'],
  becomes: [(amount: string) => `${amount} hoje:`, (amount: string) => `${amount} today:`],
  notInteger: ['Informe apenas dígitos.', 'Digits only.'],
  draft: [
    'Recuperamos o que você tinha digitado. Ainda não está salvo.',
    'What you had typed is back. It is not saved yet.',
  ],
  dropDraft: ['Descartar', 'Discard'],
  changedTitle: [
    'Outra pessoa alterou este cadastro enquanto você editava',
    'Somebody else changed this record while you were editing',
  ],
  changedNone: [
    'Nenhum destes campos foi alterado. Salve novamente.',
    'None of these fields has changed. Save again.',
  ],
  changedWhy: [
    'Os campos que você não alterou já estão com o valor novo. Confira e salve novamente.',
    'Fields you did not change already have the new value. Check and save again.',
  ],
  addRow: ['Incluir linha', 'Add a row'],
  removeRow: [
    (label: string, place: number) => `Remover a linha ${place} de ${label}`,
    (label: string, place: number) => `Remove row ${place} of ${label}`,
  ],
  field: ['Campo', 'Field'],
  was: ['Antes', 'Before'],
  theirs: ['Alterado para', 'Changed to'],
  yours: ['Seu valor', 'Your value'],
  takeTheirs: [
    (field: string) => `Usar o novo: ${field}`,
    (field: string) => `Use the new one: ${field}`,
  ],
  useNew: ['Usar o novo', 'Use the new one'],
  untouched: ['não alterado', 'not changed'],
  existing: ['Abrir o cadastro que já tem este valor', 'Open the record that has this value'],
  usedBy: ['Está em uso por:', 'It is in use by:'],
  removeTitle: [(name: string) => `Excluir ${name}?`, (name: string) => `Delete ${name}?`],
  removeWhy: [
    'Não é possível desfazer. Cadastros em uso não são excluídos.',
    'This can’t be undone. Records in use are not deleted.',
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
    'Este campo foi removido das configurações: só é possível apagar o valor.',
    'This field is no longer set up: its value can only be removed.',
  ],
  noSeller: ['Sem vendedor', 'No seller'],
  anotherSeller: ['Mais um vendedor', 'Another seller'],
  firstSeller: [
    'O primeiro é o principal: toque em um nome para torná-lo o primeiro.',
    'The first one is the main seller: press a name to put it first.',
  ],
  history: ['Histórico', 'History'],
  historyNone: ['Nenhuma alteração registrada.', 'No changes recorded.'],
  historyMore: [
    'Há alterações mais antigas que não são mostradas aqui.',
    'There are older changes that are not shown here.',
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
    'Foi excluído ou o endereço está incorreto.',
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
