import { texts } from '../../../text/texts.ts'

export const text = texts({
  installments: ['Parcelas', 'Instalments'],
  installment: ['Parcela', 'Instalment'],
  none: [
    'Sem parcelas: a condição de pagamento não diz nenhuma.',
    'No instalments: the payment type says none.',
  ],
  followed: [
    'Seguem a condição de pagamento, também quando o total muda.',
    'They follow from the payment type, also when the total changes.',
  ],
  kept: [
    'Foram informadas: quando o total muda, cada uma guarda seu percentual e seu dia.',
    'They were typed: when the total changes, each keeps its percentage and its day.',
  ],
  type: ['Informar parcelas', 'Type instalments'],
  back: ['Voltar à condição de pagamento', 'Back to the payment type'],
  due_date: ['Vencimento', 'Due date'],
  amount: ['Valor', 'Amount'],
  id_payment_method: ['Forma de pagamento', 'Payment method'],
  down_payment: ['Entrada', 'Down payment'],
  add: ['Incluir parcela', 'Add an instalment'],
  adjust: ['Acertar a última', 'Adjust the last one'],
  sum: [
    (sum: string, whole: string) => `Parcelas: ${sum} de ${whole} a pagar.`,
    (sum: string, whole: string) => `Instalments: ${sum} of ${whole} to be paid.`,
  ],
})
