import { texts } from '../../text/texts.ts'

export const text = texts({
  yes: ['Sim', 'Yes'],
  no: ['Não', 'No'],
  rule: ['Regra', 'Rule'],
  base: ['Base', 'Base'],
  rate: ['Alíquota', 'Rate'],
  value: ['Valor', 'Value'],
  why: ['Por quê?', 'Why?'],
  adjustedMargin: ['MVA ajustada', 'Adjusted margin'],
  baseOf: [(tax: string) => `Base de ${tax}`, (tax: string) => `Base of ${tax}`],
  effectiveRateOf: [
    (tax: string) => `Alíquota efetiva de ${tax}`,
    (tax: string) => `Effective rate of ${tax}`,
  ],
  deductionOf: [(tax: string) => `Dedução de ${tax}`, (tax: string) => `Deduction of ${tax}`],
  matched: ['A venda atende', 'The sale meets'],
  passedOver: ['Também valem, e são menos específicas', 'Hold, too, and are less specific'],
  product_part: ['na mercadoria', 'in the goods'],
  destination: ['no destino', 'in the destination'],
  origin_part: ['na origem', 'in the origin'],
  operation_part: ['na operação', 'in the operation'],
  branch: ['na filial', 'in the branch'],
  conditions: ['nas condições', 'in the conditions'],
})
