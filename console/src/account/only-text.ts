import { texts } from '../text/texts.ts'

export const text = texts({
  sellers: ['Só pedidos dos vendedores', 'Only orders of the sellers'],
  branches: ['Só pedidos das filiais', 'Only orders of the branches'],
  hint: [
    'Vê e muda só os pedidos destes; se escolher vendedores e filiais, só os que são dos dois.',
    'Sees and changes orders of these only; with sellers and branches, only orders of both.',
  ],
  all: ['Sem restrição', 'No restriction'],
  another: ['Mais um', 'One more'],
})
