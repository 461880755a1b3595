import { texts } from '../text/texts.ts'

export const text = texts({
  sellers: ['Só pedidos dos vendedores', 'Only orders of the sellers'],
  branches: ['Só pedidos das filiais', 'Only orders of the branches'],
  hint: [
    'Vê e muda só os pedidos destes; se escolher vendedores e filiais, só os que são dos dois. Clientes, produtos e os demais cadastros continuam visíveis por inteiro.',
    'Sees and changes orders of these only; with sellers and branches, only orders of both. Customers, products and other records are not restricted.',
  ],
  all: ['Sem restrição', 'No restriction'],
  another: ['Mais um', 'One more'],
})
