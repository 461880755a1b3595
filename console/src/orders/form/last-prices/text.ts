import { texts } from '../../../text/texts.ts'

export const text = texts({
  gtin: [(gtin: string) => `EAN ${gtin}`, (gtin: string) => `EAN ${gtin}`],
  package: [
    (unit: string, quantity: string) => `${unit} com ${quantity}`,
    (unit: string, quantity: string) => `${unit} of ${quantity}`,
  ],
  multiple: [
    (quantity: string) => `múltiplos de ${quantity}`,
    (quantity: string) => `multiples of ${quantity}`,
  ],
  least: [(quantity: string) => `mínimo ${quantity}`, (quantity: string) => `minimum ${quantity}`],
  stock: [
    (quantity: string, at: string) => `estoque ${quantity}${at && ` em ${at}`}`,
    (quantity: string, at: string) => `stock ${quantity}${at && ` at ${at}`}`,
  ],
  lastPaid: [
    (price: string, day: string) => `última venda ${price} em ${day}`,
    (price: string, day: string) => `last sold at ${price} on ${day}`,
  ],
})
