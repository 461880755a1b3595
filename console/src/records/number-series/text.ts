import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Números sem pedido', 'Numbers without an order'],
  titleOf: [
    (name: string) => `Números sem pedido: ${name}`,
    (name: string) => `Numbers without an order: ${name}`,
  ],
  sub: [
    'Cada número desta série que nenhum pedido tem, e por quê. O que foi desfeito antes de ser gravado não gasta número.',
    'Each number of this series that no order has, and why. What was undone before it was saved has used none.',
  ],
  number: ['Número', 'Number'],
  upTo: [
    (first: string, last: string) => `${first} a ${last}`,
    (first: string, last: string) => `${first} to ${last}`,
  ],
  why: ['Por quê', 'Why'],
  deleted: ['O pedido foi excluído', 'Its order was deleted'],
  taken: ['Outro pedido já o tinha', 'Another order had it already'],
  leftOut: ['O próximo número foi aumentado', 'The next number was raised'],
  who: ['Quem excluiu', 'Who deleted it'],
  when: ['Quando', 'When'],
  order: ['Pedido', 'Order'],
  noneTitle: ['Nenhum número faltando', 'No number is missing'],
  none: [
    'Todos os números que esta série deu estão em pedidos.',
    'All numbers that this series has given are on orders.',
  ],
  back: ['Ver a série', 'See the series'],
})
