import { texts } from '../text/texts.ts'

export const text = texts({
  noNumber: ['Não é um número.', 'Not a number.'],
  unreadable: [
    (typed: string) =>
      typed === ''
        ? 'Nada foi salvo: complete o campo destacado.'
        : `Nada foi salvo: corrija “${typed}” no campo destacado.`,
    (typed: string) =>
      typed === ''
        ? 'Nothing was saved: complete the marked field.'
        : `Nothing was saved: correct “${typed}” in the marked field.`,
  ],
  failed: ['Não deu certo', 'That didn’t work'],
  lookAtFields: ['Veja os campos marcados.', 'See the marked fields.'],
  request: ['Requisição', 'Request'],
  close: ['Fechar', 'Close'],
  copy: ['Copiar', 'Copy'],
  copied: ['Copiado', 'Copied'],
  cancel: ['Cancelar', 'Cancel'],
  clear: ['Limpar', 'Clear'],
  search: ['Buscar', 'Search'],
  searching: ['Buscando…', 'Searching…'],
  nothingFound: ['Nada encontrado', 'Nothing found'],
  typeToSearch: ['Digite para buscar', 'Type to search'],
  columns: ['Colunas', 'Columns'],
  selectRow: ['Selecionar linha', 'Select row'],
  selectLoaded: ['Selecionar as linhas carregadas', 'Select the rows loaded'],
  loading: ['Carregando…', 'Loading…'],
  loadMore: ['Carregar mais', 'Load more'],
  remove: [(what: string) => `Remover ${what}`, (what: string) => `Remove ${what}`],
  from: ['De', 'From'],
  to: ['Até', 'To'],
  today: ['Hoje', 'Today'],
  yesterday: ['Ontem', 'Yesterday'],
  thisWeek: ['Esta semana', 'This week'],
  thisMonth: ['Este mês', 'This month'],
  lastMonth: ['Mês passado', 'Last month'],
  anyTime: ['Qualquer data', 'Any time'],
})
