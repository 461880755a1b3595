import { texts } from '../text/texts.ts'

export const text = texts({
  sellers: ['Só pedidos dos vendedores', 'Only orders of the sellers'],
  branches: ['Só pedidos das filiais', 'Only orders of the branches'],
  hint: [
    'Vê e muda só os pedidos destes; se escolher vendedores e filiais, só os que são dos dois. Com vendedores, vê e muda só os clientes deles, a menos que as configurações abram a leitura de todos. Produtos e os demais cadastros continuam visíveis por inteiro.',
    'Sees and changes orders of these only; with sellers and branches, only orders of both. With sellers, sees and changes only their customers, unless the settings let all be read. Products and other records are not restricted.',
  ],
  all: ['Sem restrição', 'No restriction'],
  another: ['Mais um', 'One more'],
})
