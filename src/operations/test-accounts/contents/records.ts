import { draw, pick } from './draw.ts'
import { cnpj, cpf, phone } from './identifiers.ts'
import { addressIn, cityOf } from './places.ts'

// What orders of a test account refer to, as the bulk endpoints take it.

const sellers = [
  ['VEN-01', 'Antônio Carlos Guimarães'],
  ['VEN-02', 'Maria Aparecida Nascimento'],
  ['VEN-03', 'João Batista Conceição'],
  ['VEN-04', 'Luíza Fernanda Araújo'],
  ['VEN-05', 'Sebastião Ribeiro'],
  ['VEN-06', 'Gisele Magalhães Brandão'],
] as const

export const branches = [
  ['FIL-01', 'Matriz São Paulo', 'SP', '3550308'],
  ['FIL-02', 'Filial Uberlândia', 'MG', '3170206'],
] as const

export const paymentTypes = [
  ['28D', '28 dias', '28'],
  ['28-35-42', '28/35/42 dias', '28/35/42'],
  ['30-60', '30/60 dias', '30/60'],
  ['AV', 'À vista', '0'],
] as const

/** Rows of the company's own, far from those of its customers. */
const OWN = 700_000
const CARRIERS = 710_000

const carriers = [
  ['FROTA', 'Frota própria', 'SP'],
  ['TRANSV', 'Transportadora Vale do Paranaíba Ltda.', 'MG'],
  ['RAPSUL', 'Rápido Sul Cargas Ltda.', 'PR'],
] as const

/** Kinds of records beside products, customers and orders, in an order in which each refers only to those before it. */
export const references: readonly (readonly [name: string, records: object[]])[] = [
  [
    'users',
    sellers.map(([fk_id, name]) => {
      const [first = '', ...others] = plain(name).split(' ')
      return { fk_id, name, email: `${first}.${others.at(-1)}@cerrado.example` }
    }),
  ],
  [
    'branch-companies',
    branches.map(([fk_id, name, state, ibge], i) => ({
      ...{ fk_id, name, state, ibge, document: cnpj(OWN, i + 1) },
      regimes: [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }],
    })),
  ],
  ['payment-types', paymentTypes.map(([fk_id, name, terms]) => ({ fk_id, name, terms }))],
  [
    'payment-methods',
    [
      { fk_id: 'BOL', name: 'Boleto bancário', code: '15' },
      { fk_id: 'PIX', name: 'Pix', code: '17' },
    ],
  ],
  [
    'freight-types',
    [
      { fk_id: 'CIF', name: 'CIF', charged: true, mode: 0 },
      { fk_id: 'FOB', name: 'FOB', charged: false, mode: 1 },
    ],
  ],
  [
    'categories',
    [
      { fk_id: 'VENDA', name: 'Venda' },
      { fk_id: 'ENCOMENDA', name: 'Encomenda' },
    ],
  ],
  [
    'shipping-companies',
    carriers.map(([fk_id, name, state], i) => ({
      ...{ fk_id, name, state, document: cnpj(CARRIERS + i) },
    })),
  ],
]

const kinds = [
  'Supermercado',
  'Mercadinho',
  'Padaria e Confeitaria',
  'Atacarejo',
  'Mercearia',
  'Hortifrúti',
  'Empório',
  'Restaurante',
  'Lanchonete',
  'Hotel e Pousada',
  'Cozinha Industrial',
] as const

const names = [
  'São João',
  'Nossa Senhora Aparecida',
  'Três Irmãos',
  'Bom Preço',
  'Família Gonçalves',
  'Irmãos Araújo',
  'Boa Esperança',
  'Estrela do Norte',
  'Vitória Régia',
  'Santa Bárbara',
  'Alvorada',
  'Recanto das Águas',
  'Flor de Maracujá',
  'Progresso',
  'Ypiranga',
  'Primavera',
  'Boa Vista',
] as const

const people = [
  'Ana Paula Ferreira',
  'Carlos Eduardo Lima',
  'Francisca Alves de Oliveira',
  'José Roberto Martins',
  'Patrícia Nogueira',
  'Rafael Teixeira',
  'Sônia Regina Barbosa',
] as const

/** Every ninth customer is a person. */
const isPerson = (row: number) => row % 9 === 8

export const codeOfCustomer = (row: number) => `CLI-${String(row + 1).padStart(4, '0')}`

/** The seller of a customer. */
export const sellerOf = (row: number) => pick(sellers, row, 20)[0]

/** The customer of a row, from 0 on. */
export function customer(row: number): object {
  const code = codeOfCustomer(row)
  const city = cityOf(row)
  // A name comes again only in another kind of shop: 11 kinds and 17 names meet once in 187.
  const shop = `${kinds[row % kinds.length]} ${names[row % names.length]}`
  const named = isPerson(row)
    ? { name: `${pick(people, row, 21)} (${shop})`, document: cpf(row) }
    : {
        ...{ name: `${shop} ${pick(['Ltda.', 'Comércio de Alimentos Ltda.', 'ME'], row, 22)}` },
        ...{ trade_name: shop, document: cnpj(row) },
      }
  return {
    fk_id: code,
    ...named,
    email: `compras@${plain(shop).replaceAll(' ', '-')}.example`,
    phone: phone(city[3], row),
    fk_id_users: [sellerOf(row)],
    fk_id_payment_type: pick(paymentTypes, row, 23)[0],
    fk_id_freight_type: draw(row, 24, 3) === 0 ? 'FOB' : 'CIF',
    addresses: [addressIn(city, row, code)],
  }
}

/** In small letters without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
