import { texts } from '../text/texts.ts'

/** What the frame and the way between these screens show. */
export const text = texts({
  records: ['Cadastros', 'Records'],
  goTo: ['Ir para os cadastros', 'Go to records'],
  sections: ['Tipos de cadastro', 'Kinds of records'],
  statuses: ['Situações', 'Order statuses'],
  customFields: ['Campos personalizados', 'Custom fields'],
})
