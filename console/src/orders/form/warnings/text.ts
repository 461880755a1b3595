import { texts } from '../../../text/texts.ts'

export const text = texts({
  count: [(count: number) => `${count} avisos:`, (count: number) => `${count} warnings:`],
  more: [(count: number) => `E mais ${count}.`, (count: number) => `And ${count} more.`],
  repeated: [
    (line: number, first: number) => `Item ${line}: este produto já está no item ${first}.`,
    (line: number, first: number) => `Item ${line}: this product is in item ${first} already.`,
  ],
  discounted: [
    (line: number, discount: string) => `Item ${line}: desconto de ${discount}. Confira.`,
    (line: number, discount: string) => `Item ${line}: a discount of ${discount}. Please check.`,
  ],
  given: [
    (line: number) => `Item ${line}: com 100% de desconto, sai de graça.`,
    (line: number) => `Item ${line}: with a discount of 100% it is free.`,
  ],
  belowLast: [
    (line: number, price: string, last: string, day: string) =>
      `Item ${line}: ${price} é menos que o último preço pago, ${last} em ${day}.`,
    (line: number, price: string, last: string, day: string) =>
      `Item ${line}: ${price} is less than the last price paid, ${last} on ${day}.`,
  ],
  notMultiple: [
    (line: number, quantity: string, next: readonly string[]) =>
      `Item ${line}: o produto não é vendido em ${quantity}. Próximo: ${next.join(' ou ')}.`,
    (line: number, quantity: string, next: readonly string[]) =>
      `Item ${line}: the product is not sold in ${quantity}. Nearest: ${next.join(' or ')}.`,
  ],
  belowLeast: [
    (line: number, quantity: string, least: string) =>
      `Item ${line}: ${quantity} é menos que a quantidade mínima, ${least}.`,
    (line: number, quantity: string, least: string) =>
      `Item ${line}: ${quantity} is less than the minimum quantity, ${least}.`,
  ],
  unpriced: [
    (line: number) => `Item ${line}: preço zerado.`,
    (line: number) => `Item ${line}: the price is zero.`,
  ],
  orderDiscounted: [
    (discount: string) => `Desconto de ${discount} no pedido. Confira.`,
    (discount: string) => `A discount of ${discount} on the order. Please check.`,
  ],
  orderGiven: ['Desconto de 100% no pedido.', 'A discount of 100% on the order.'],
  noTerms: ['Sem condição de pagamento.', 'No payment type.'],
  noDeliveryDate: ['Sem data de entrega.', 'No delivery date.'],
  pastDelivery: ['A data de entrega já passou.', 'The delivery date is in the past.'],
  noAddress: ['Sem endereço de entrega.', 'No delivery address.'],
})
