import { counted, texts } from '../text/texts.ts'

export const text = texts({
  products: ['Produtos', 'Products'],
  create: ['Novo produto', 'New product'],
  one: ['produto', 'product'],
  many: ['produtos', 'products'],
  searchLabel: ['Nome ou código', 'Name or code'],
  emptyTitle: ['Ainda não há produtos', 'There are no products yet'],
  empty: [
    'Cadastre o primeiro ou importe todos de um arquivo ou do seu ERP.',
    'Add the first one, or import all of them from a file or your ERP.',
  ],
  image: ['Imagem', 'Image'],
  more: ['Mais ações', 'More actions'],
  choose: ['Escolher imagem', 'Choose an image'],
  replace: ['Trocar imagem', 'Replace the image'],
  drop: [
    'Arraste uma imagem para cá, cole com Ctrl+V ou escolha um arquivo.',
    'Drag an image here, paste it with Ctrl+V or choose a file.',
  ],
  imageKinds: ['JPEG, PNG, WebP, AVIF ou GIF', 'JPEG, PNG, WebP, AVIF or GIF'],
  sending: ['Enviando…', 'Uploading…'],
  removeImage: ['Remover imagem', 'Remove the image'],
  removeImageTitle: ['Remover a imagem deste produto?', 'Remove this product’s image?'],
  removeImageWhy: [
    'O produto fica sem imagem até que outra seja enviada.',
    'The product has no image until another is uploaded.',
  ],
  imageRemoved: ['Imagem removida', 'Image removed'],
  imageSaved: ['Imagem salva', 'Image saved'],
  buyers: ['Clientes que compram', 'Customers who buy it'],
  noBuyers: ['Este produto ainda não foi pedido.', 'This product has not been ordered yet.'],
  allOrders: ['Ver os pedidos', 'See the orders'],
  orders: ['Pedidos', 'Orders'],
  quantity: ['Quantidade vendida', 'Quantity sold'],
  sold: ['Valor vendido', 'Value sold'],
  customer: ['Cliente', 'Customer'],
  moreBuyers: [
    (count: number) => `e mais ${counted('pt-BR', count, 'cliente', 'clientes')}`,
    (count: number) => `and ${counted('en', count, 'customer', 'customers')} more`,
  ],
})
