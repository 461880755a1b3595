import sharp from 'sharp'
import { DocumentMaker } from '../../src/files/documents/maker.ts'
import type { DocumentSource } from '../../src/files/documents/source.ts'
import type { Scenario } from '../support/command.ts'
import { median } from '../support/figures.ts'

const PRODUCTS = [
  'Açúcar cristal 5 kg – fardo com 6 unidades',
  'Café torrado e moído tradicional 500 g (caixa com 20 unidades)',
  'Óleo de soja 900 ml',
  'Feijão carioca tipo 1 – fardo de 10 × 1 kg',
]

function sourceOf(lines: number): DocumentSource {
  const named = (name: string) => ({ name, fk_id: 'C-0871' })
  const items = Array.from({ length: lines }, (_, i) => ({
    item: { name: PRODUCTS[i % PRODUCTS.length], fk_id: `7896${1000 + i * 37}` },
    description: i % 7 === 3 ? 'Lote 2026-09, validade mínima de 8 meses' : null,
    quantity: 10 + i,
    price: 18.9 + i,
    vlr_desc: i % 3 === 0 ? 12.5 : 0,
    total_liq: (18.9 + i) * (10 + i),
    value_ipi: i % 2 === 0 ? 0 : 3.25,
    vlr_icms: 22.68,
    vlr_icms_st: i % 4 === 0 ? 8.12 : 0,
  }))
  const order = {
    id: 48213,
    fk_id: 'PV-2026-48213',
    date: '2026-11-20T13:00:00.000Z',
    delivery_date: '2026-11-28T13:00:00.000Z',
    updated_at: '2026-11-20T13:05:00.000Z',
    status: named('Aprovado'),
    customer: named('Supermercados Irmãos Gonçalves & Cia. Ltda.'),
    user: named('José Antônio da Conceição'),
    branch_company: named('CD Guarulhos'),
    payment_type: named('28/35/42 dias'),
    payment_method: named('Boleto bancário'),
    shipping_company: named('Expresso São Miguel'),
    category: named('Atacado'),
    freight: { ...named('CIF'), value: 320 },
    address: {
      street: 'Avenida Brasil',
      number: 1480,
      number_text: '1480',
      complement: 'Galpão B',
      zip_code: 7190000,
      postal_code: '07190-000',
      neighborhood: 'Jardim São João',
      city: 'São José do Rio Preto',
      state: 'SP',
    },
    observations: 'Entregar das 7h às 11h.',
    custom_fields: {},
    total_value: 123456.78,
    payable_value: 123456.78,
    number: null,
    operation: null,
    installments: [],
    installments_estimated: false,
    items,
  }
  return {
    order: JSON.stringify(order),
    test: false,
    account_name: 'Distribuidora Aurora Ltda.',
    time_zone: 'America/Sao_Paulo',
    logo: 'logo.png',
    customer_phone: null,
    company: null,
    units: '{}',
    customer_document: '11222333000181',
    is_freight_charged: true,
    declared: '[]',
    language: 'pt-BR',
  }
}

interface Made {
  cpu: number
  ms: number
  kb: number
}

/** The first one starts the thread that makes them. CPU is that of the whole process. */
export const documents: Scenario = {
  name: 'documents',
  about: 'orders of one line and of 50 as PDF',
  databases: [],
  numbers: { rounds: 25 },
  async run({ rounds }) {
    const color = { r: 11, g: 110, b: 79, alpha: 0.8 }
    const create = { width: 900, height: 300, channels: 4, background: color } as const
    const logo = await sharp({ create }).png().toBuffer()
    const maker = new DocumentMaker()
    const make = async (lines: number): Promise<Made> => {
      const [cpu, start] = [process.cpuUsage(), performance.now()]
      const { length } = await maker.make(sourceOf(lines), logo)
      const { user, system } = process.cpuUsage(cpu)
      return { cpu: (user + system) / 1000, ms: performance.now() - start, kb: length / 1000 }
    }
    const [first, one, fifty] = [[await make(1)], [] as Made[], [] as Made[]]
    for (let round = 0; round < rounds; round++) {
      one.push(await make(1))
      fifty.push(await make(50))
    }
    await maker.close()
    const row = (what: string, made: Made[]) => {
      const of = (figure: keyof Made) => made.map((each) => each[figure])
      return [what, median(of('cpu')), median(of('ms')), Math.max(...of('ms')), median(of('kb'))]
    }
    const head = { Document: 'text', 'CPU ms': 0, ms: 0, 'ms, slowest': 0, KB: 0 } as const
    const rows = [row('the first, 1 line', first), row('1 line', one), row('50 lines', fifty)]
    return [{ head, rows }]
  },
}
