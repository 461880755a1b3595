import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkDigits } from '../../../src/base/values/check-digits.ts'
import { randoms } from '../random.ts'

// A distributor's month as Brazilian ERPs export it: Windows-1252, semicolons, decimal commas, days
// before months, titles above and totals below, and the faults that such files have.

export interface Sizes {
  customers: number
  products: number
  orders: number
  /** Lines of each order. */
  lines: number
}

/** What the files come to by the ERP's own figures. */
export interface Expected {
  /** Cents by the customer's code. */
  cents: Map<string, bigint>
  orders: number
}

/** A product that no file has, in the first line of some orders. */
export const UNKNOWN_PRODUCT = 'SEM-CADASTRO'
/** A CNPJ with wrong check digits, and what it should be. */
export const WRONG_CNPJ = '11.222.333/0001-00'
const WRONG_ONE_IN = 100
const SELLERS = ['Ana Conceição', 'João Araújo', 'Célia Brandão', 'Tomé Guimarães']
const TERMS = ['À vista', '28 dias', '28/56/84 dias']
const STREETS = ['Avenida São João', 'Rua Açaí', 'Praça da Sé', 'Rodovia Régis Bittencourt']
const CITIES = [
  ['São Paulo', 'SP'],
  ['Goiânia', 'GO'],
  ['Maringá', 'PR'],
  ['Belém', 'PA'],
] as const
const TRADES = ['Padaria', 'Mercearia', 'Empório', 'Atacadão']
const GOODS = ['Açúcar cristal 5 kg', 'Café torrado 500 g', 'Feijão preto 1 kg', 'Óleo de soja']

const random = randoms(7)
const below = (n: number) => Math.floor(random() * n)
const of = <T>(all: readonly T[]) => all[below(all.length)] as T
const cnpj = (i: number) => {
  const base = `${String(10_000_000 + i)}0001`
  const all = base + checkDigits(base, 9)
  return all.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
}

/** An integer of so many decimals as Brazil writes it: 123456 with 2 is 1.234,56. */
function written(value: bigint, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals).replace(/\B(?=(\d{3})+$)/g, '.')
  return `${whole},${digits.slice(-decimals)}`
}

/** Writes the files into a folder. */
export async function writeErpFiles(folder: string, sizes: Sizes): Promise<Expected> {
  const save = (name: string, lines: string[]) =>
    writeFile(join(folder, name), Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'))
  await save('vendedores.csv', [
    'Código;Vendedor;E-mail',
    ...SELLERS.map((name, i) => `V${i + 1};${name};vendas${i + 1}@aurora.example`),
  ])
  await save('condicoes.csv', ['Código;Descrição', ...TERMS.map((name, i) => `${i + 1};${name}`)])
  await save('situacoes.csv', [
    'Código;Situação;Bloqueado',
    'A;Aberto;Não',
    'F;Faturado;Sim',
    'C;Cancelado;Sim',
  ])
  await save('produtos.csv', products(sizes.products))
  await save('clientes.csv', customers(sizes.customers))
  const { lines, expected } = orders(sizes)
  await save('pedidos.csv', lines)
  return expected
}

function products(count: number): string[] {
  const lines = Array.from(
    { length: count },
    (_, i) => `P-${i + 1};"${of(GOODS)}; caixa ${i + 1}";${written(BigInt(1 + below(200_000)), 2)}`,
  )
  return ['Relatório de produtos', '', 'Cód. produto;Descrição;Preço de venda', ...lines]
}

function customers(count: number): string[] {
  const lines = Array.from({ length: count }, (_, i) => {
    const document = i % WRONG_ONE_IN === 0 ? WRONG_CNPJ : cnpj(i)
    const [city, state] = of(CITIES)
    const number = below(10) === 0 ? 'S/N' : String(1 + below(3000))
    const zip = `0${1000 + below(8999)}-${100 + below(899)}`
    return `${i + 1};  ${of(TRADES)} ${i + 1} Comércio Ltda.;${document};${of(STREETS)};${number};Centro;${city};${state};${zip}`
  })
  return [
    'Empresa: 01 - DISTRIBUIDORA AURORA;;;;;;;;',
    'Cadastro de clientes;;;;;;;;',
    ';;;;;;;;',
    'Cód. Cliente;Razão Social;CNPJ/CPF;Endereço;Número;Bairro;Município;UF;CEP',
    ...lines,
    `Total de clientes: ${count};;;;;;;;`,
  ]
}

function orders(sizes: Sizes): { lines: string[]; expected: Expected } {
  const cents = new Map<string, bigint>()
  const lines: string[] = []
  for (let i = 0; i < sizes.orders; i++) {
    const customer = String(1 + below(sizes.customers))
    const day = String(1 + below(31)).padStart(2, '0')
    const head = `${500_000 + i};${day}/10/2026;${customer};V${1 + below(SELLERS.length)};${1 + below(TERMS.length)};${of(['A', 'F', 'F', 'C'])}`
    for (let n = 0; n < sizes.lines; n++) {
      const isWrong = n === 0 && i % WRONG_ONE_IN === 0
      const { text, total } = orderLine(
        isWrong ? UNKNOWN_PRODUCT : `P-${1 + below(sizes.products)}`,
      )
      lines.push(`${head};${text}`)
      cents.set(customer, (cents.get(customer) ?? 0n) + total)
    }
  }
  const heading =
    'Nº Pedido;Dt. Emissão;Cód. Cliente;Vendedor;Cond. Pagto;Situação;Cód. Produto;Qtde;Vlr. Unitário;% Desconto;Vlr. Líquido;Base IPI;% IPI;Vlr. IPI;Vlr. ICMS ST'
  return { lines: [heading, ...lines], expected: { cents, orders: sizes.orders } }
}

/** A line by the ERP's own rules: it cuts off cents where the service rounds half-up. */
function orderLine(product: string): { text: string; total: bigint } {
  const quantity = BigInt(1 + below(2_000_000))
  const price = BigInt(1 + below(150_000))
  const discount = BigInt(below(3) * 333)
  const rate = BigInt(of([0, 500, 975]))
  const net = (quantity * price * (10_000n - discount)) / (1000n * 10_000n)
  const ipi = (net * rate) / 10_000n
  const st = below(4) === 0 ? net / 20n : 0n
  const text = [
    product,
    written(quantity, 3),
    `R$ ${written(price, 2)}`,
    written(discount, 2),
    written(net, 2),
    written(rate === 0n ? 0n : net, 2),
    written(rate, 2),
    written(ipi, 2),
    written(st, 2),
  ].join(';')
  return { text, total: net + ipi + st }
}
