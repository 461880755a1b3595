import { texts } from '../../text/texts.ts'

export const text = texts({
  try: ['Experimentar com dados de exemplo', 'Try it with sample data'],
  tryWhy: [
    'Cria uma conta de teste à parte, com clientes, produtos e um ano de pedidos. Esta conta não muda.',
    'Makes a test account beside this one, with customers, products and a year of orders. This account stays as it is.',
  ],
  open: ['Abrir a conta de teste', 'Open the test account'],
  title: ['Conta de teste', 'Test account'],
  made: ['Os dados são inventados.', 'The data is made up.'],
  making: [
    (percent: number) => `Criando os dados de exemplo: ${percent}%`,
    (percent: number) => `Making the sample data: ${percent}%`,
  ],
  back: ['Voltar à minha conta', 'Back to my account'],
  remove: ['Remover', 'Remove'],
  removeTitle: ['Remover a conta de teste?', 'Remove the test account?'],
  removeWhy: [
    'Tudo o que está nela é excluído para sempre, com seus tokens e webhooks. A sua própria conta não muda.',
    'All that is in it is deleted for good, with its tokens and webhooks. Your own account stays as it is.',
  ],
  removeAction: ['Remover a conta de teste', 'Remove the test account'],
  noValue: ['TESTE – sem valor comercial', 'TEST – no commercial value'],
})
