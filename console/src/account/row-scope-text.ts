import { texts } from '../text/texts.ts'

export const text = texts({
  sellers: ['Somente pedidos dos vendedores', 'Only orders of the sellers'],
  branches: ['Somente pedidos das filiais', 'Only orders of the branches'],
  hint: [
    'Vê e altera somente estes pedidos; com vendedores e filiais, somente os que atendem aos dois. Com vendedores, vê e altera somente os clientes deles, a menos que as configurações permitam ver todos. Produtos e demais cadastros: vê todos.',
    'Sees and changes only these orders; with sellers and branches, only orders of both. With sellers, sees and changes only their customers, unless the settings allow seeing all. Products and other records are not restricted.',
  ],
  all: ['Sem restrição', 'No restriction'],
  another: ['Mais um', 'One more'],
})
