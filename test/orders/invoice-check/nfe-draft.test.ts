import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../../harness.ts'
import { data, makerOf, problemOf, succeed } from '../../support/orders.ts'

// The content of an invoice by the names of the NF-e's layout: an industry of São Paulo sells to a shop in Minas
// Gerais, and to a building that is not registered.

type Body = Record<string, unknown>

let server: Server
const ids: Record<string, number> = {}
before(async () => {
  server = await startServer()
  const make = makerOf(() => server, ids)
  await make('branch', '/branch-companies', {
    name: 'Indústria Paulista de Ferramentas Ltda',
    document: '11222333000181',
    state: 'SP',
    ibge: '3550308',
    ie: '110042490114',
    cnae: '2543800',
    st_registrations: [{ state: 'MG', ie: '0623079040081' }],
    regimes: [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }],
  })
  await make('drill', '/products', {
    name: 'Furadeira de impacto 650 W',
    fk_id: 'FUR-650',
    price: 83.9,
    ncm: '84672100',
    cest: '0800300',
    gtin: '7891000315507',
    unit_gtin: '7891000315507',
    unit: 'UN',
    net_weight: 1.85,
    gross_weight: 2.1,
  })
  await make('screws', '/products', {
    name: 'Parafuso sextavado M8',
    ncm: '73181500',
    unit: 'CT',
    tax_unit: 'KG',
    tax_factor: 1.25,
    ipi_class: '999',
  })
  await make('shop', '/customers', {
    name: 'Ferragens Horizonte',
    legal_name: 'Horizonte Comércio de Ferragens Ltda',
    document: '04252011000110',
    ie_kind: 1,
    ie: '0623079040081',
    email: 'compras@horizonte.example',
    phone: '(31) 3222-1000',
  })
  await make('main', `/customers/${ids['shop']}/addresses`, {
    street: 'Avenida Afonso Pena',
    number: 1500,
    neighborhood: 'Centro',
    city: 'Belo Horizonte',
    state: 'MG',
    zip_code: 30130005,
    ibge: '3106200',
    address_type: 'billing',
  })
  await make('site', `/customers/${ids['shop']}/addresses`, {
    street: 'Rodovia BR-040',
    number_text: 'KM 12',
    neighborhood: 'Zona rural',
    city: 'Contagem',
    state: 'MG',
    zip_code: 32000000,
    ibge: '3118601',
  })
  await make('charged', '/freight-types', { name: 'CIF', charged: true, mode: 0 })
  await make('carrier', '/shipping-companies', {
    name: 'Rápido Sul Transportes',
    document: '33000167000101',
    ie: '0623079040081',
    address: 'Rua das Carretas, 40, Betim',
    state: 'MG',
  })
  await make('sale', '/operations', { name: 'Venda de produção do estabelecimento', kind: 'sale' })
  await make('boleto', '/payment-methods', { name: 'Boleto', code: '15' })
  await make('pix', '/payment-methods', { name: 'Pix', code: '17' })
})
after(() => server.close())

const order = async (body: Body): Promise<{ id: number; total_value: number }> =>
  data(server, 'POST', '/orders', {
    id_customer: ids['shop'],
    id_branch_company: ids['branch'],
    id_operation: ids['sale'],
    tax_date: '2026-12-14',
    ...body,
  })

const draftOf = async (id: number, query = '') =>
  (await data(server, 'GET', `/orders/${id}/nfe-draft${query}`)).infNFe

const drills = {
  id_item: 0,
  quantity: 12,
  price: 83.9,
  cfop: '6401',
  customer_order: 'PC 4711',
  customer_order_item: '10',
  additional_info: 'Garantia de 12 meses',
  lots: [{ number: 'L2611', quantity: 12, made_on: '2026-11-01', expires_on: '2031-11-01' }],
  taxes: [
    { tax: 'icms', code: '10', rate: 12 },
    { tax: 'icms_st', rate: 18, margin: 55.61, margin_kind: 'adjusted' },
    { tax: 'ipi', code: '50', rate: 5 },
    { tax: 'pis', code: '01', rate: 1.65 },
    { tax: 'cofins', code: '01', rate: 7.6 },
    { tax: 'cbs', code: '000', class: '000001', rate: 0.9 },
    { tax: 'ibs_uf', code: '000', class: '000001', rate: 0.1 },
    { tax: 'ibs_mun', code: '000', class: '000001', rate: 0 },
  ],
}

test('an order with everything is drafted by the names of the layout', async () => {
  const made = await order({
    id_address: ids['site'],
    id_freight_type: ids['charged'],
    freight_value: 25,
    discount_value: 10,
    id_shipping_company: ids['carrier'],
    id_payment_method: ids['boleto'],
    presence: 2,
    intermediary: { document: '00776574000660', id: 'horizonte-88' },
    customer_order: 'PC 4711/26',
    contract: 'CT-9',
    observations: 'Entregar de manhã.\nDoca 3.',
    items: [{ ...drills, id_item: ids['drill'] }],
  })
  const rest = Math.round(made.total_value * 100 - 30_000) / 100
  await data(server, 'PATCH', `/orders/${made.id}`, {
    installments: [
      { due_date: '2026-12-14', amount: 300, id_payment_method: ids['pix'], down_payment: true },
      { due_date: '2027-01-14', amount: 500 },
      { due_date: '2027-02-14', amount: Math.round(rest * 100 - 50_000) / 100 },
    ],
  })
  const draft = await draftOf(made.id)
  assert.deepEqual(draft.ide, {
    cUF: '35',
    natOp: 'Venda de produção do estabelecimento',
    mod: '55',
    tpNF: '1',
    idDest: '2',
    cMunFG: '3550308',
    finNFe: '1',
    indFinal: '0',
    indPres: '2',
    indIntermed: '1',
  })
  assert.deepEqual(draft.emit, {
    CNPJ: '11222333000181',
    xNome: 'Indústria Paulista de Ferramentas Ltda',
    IE: '110042490114',
    IEST: '0623079040081',
    CRT: '3',
  })
  assert.deepEqual(draft.dest, {
    CNPJ: '04252011000110',
    xNome: 'Horizonte Comércio de Ferragens Ltda',
    enderDest: {
      xLgr: 'Avenida Afonso Pena',
      nro: '1500',
      xBairro: 'Centro',
      cMun: '3106200',
      xMun: 'Belo Horizonte',
      UF: 'MG',
      CEP: '30130005',
      cPais: '1058',
      xPais: 'Brasil',
      fone: '3132221000',
    },
    indIEDest: '1',
    IE: '0623079040081',
    email: 'compras@horizonte.example',
  })
  assert.partialDeepStrictEqual(draft.entrega, { nro: 'KM 12', cMun: '3118601' })
  const [line] = draft.det
  assert.deepEqual(line.prod, {
    cProd: 'FUR-650',
    cEAN: '7891000315507',
    xProd: 'Furadeira de impacto 650 W',
    NCM: '84672100',
    CEST: '0800300',
    CFOP: '6401',
    uCom: 'UN',
    qCom: '12',
    vUnCom: '83.90',
    vProd: '1006.80',
    cEANTrib: '7891000315507',
    uTrib: 'UN',
    qTrib: '12',
    vUnTrib: '83.90',
    vFrete: '25.00',
    vDesc: '10.00',
    indTot: '1',
    xPed: 'PC 4711',
    nItemPed: '10',
    rastro: [{ nLote: 'L2611', qLote: '12.000', dFab: '2026-11-01', dVal: '2031-11-01' }],
  })
  assert.equal(line.infAdProd, 'Garantia de 12 meses')
  const { ICMS, IPI, PIS, COFINS, IBSCBS } = line.imposto
  assert.partialDeepStrictEqual(ICMS.ICMS10, {
    orig: '0',
    CST: '10',
    modBC: '3',
    pICMS: '12.00',
    modBCST: '4',
    pMVAST: '55.61',
    pICMSST: '18.00',
  })
  assert.partialDeepStrictEqual(IPI, { cEnq: '999', IPITrib: { CST: '50', pIPI: '5.00' } })
  assert.partialDeepStrictEqual(PIS.PISAliq, { CST: '01', pPIS: '1.65' })
  assert.partialDeepStrictEqual(COFINS.COFINSAliq, { CST: '01', pCOFINS: '7.60' })
  assert.partialDeepStrictEqual(IBSCBS, {
    CST: '000',
    cClassTrib: '000001',
    gIBSCBS: {
      gIBSUF: { pIBSUF: '0.10' },
      gIBSMun: { pIBSMun: '0.00', vIBSMun: '0.00' },
      gCBS: { pCBS: '0.90' },
    },
  })
  assert.equal(draft.total.ICMSTot.vNF, made.total_value.toFixed(2))
  assert.deepEqual(draft.transp, {
    modFrete: '0',
    transporta: {
      CNPJ: '33000167000101',
      xNome: 'Rápido Sul Transportes',
      IE: '0623079040081',
      xEnder: 'Rua das Carretas, 40, Betim',
      UF: 'MG',
    },
    vol: [{ pesoL: '22.200', pesoB: '25.200' }],
  })
  assert.deepEqual(
    draft.cobr.dup.map(({ nDup, dVenc }: Record<string, string>) => `${nDup} ${dVenc}`),
    ['001 2026-12-14', '002 2027-01-14', '003 2027-02-14'],
  )
  assert.deepEqual(draft.pag.detPag, [
    { indPag: '0', tPag: '17', vPag: '300.00' },
    { indPag: '1', tPag: '15', vPag: rest.toFixed(2) },
  ])
  assert.deepEqual(draft.infIntermed, { CNPJ: '00776574000660', idCadIntTran: 'horizonte-88' })
  assert.deepEqual(draft.compra, { xPed: 'PC 4711/26', xCont: 'CT-9' })
  assert.deepEqual(draft.infAdic, { infCpl: 'Entregar de manhã. Doca 3.' })
})

test('in 2027 the goods hold IBS and CBS, and the unit price follows', async () => {
  const reform = [
    { tax: 'cbs', code: '000', class: '000001', rate: 8.8 },
    { tax: 'ibs_uf', code: '000', class: '000001', rate: 0.05 },
    { tax: 'ibs_mun', code: '000', class: '000001', rate: 0.05 },
  ]
  const item = { id_item: ids['drill'], quantity: 3, price: 10, cfop: '6101', taxes: reform }
  const made = await order({ tax_date: '2027-01-04', items: [item] })
  assert.equal(made.total_value, 32.68)
  const { det, total } = await draftOf(made.id)
  const { vProd, vUnCom, qCom } = det[0].prod
  assert.deepEqual([vProd, vUnCom, qCom], ['32.68', '10.8933333333', '3'])
  assert.equal(total.ICMSTot.vNF, '32.68')
  assert.equal(total.IBSCBSTot.gCBS.vCBS, '2.64')
})

test('what is not known is not there, and never 0', async () => {
  const item = {
    id_item: ids['screws'],
    quantity: 2.5,
    price: 40,
    taxes: [{ tax: 'icms', code: '102' }],
  }
  const made = await order({ items: [item] })
  const draft = await draftOf(made.id)
  assert.deepEqual(draft.det[0].imposto, { ICMS: { ICMSSN102: { orig: '0', CSOSN: '102' } } })
  const { cEAN, qCom, uCom, qTrib, uTrib, vUnTrib, CFOP } = draft.det[0].prod
  assert.deepEqual(
    [cEAN, qCom, uCom, qTrib, uTrib, vUnTrib, CFOP],
    ['SEM GTIN', '2.5', 'CT', '3.125', 'KG', '32.00', undefined],
  )
  assert.equal('indPres' in draft.ide, false)
  assert.equal('cobr' in draft, false)
  assert.deepEqual(draft.pag.detPag, [{ indPag: '0', vPag: '100.00' }])
  assert.deepEqual(draft.transp, { modFrete: '9' })
})

test('what was retained before comes by the names of the layout', async () => {
  const details = { vBCSTRet: '120.00', pST: '18.00', vICMSSTRet: '21.60' }
  const item = {
    id_item: ids['drill'],
    quantity: 1,
    taxes: [{ tax: 'icms', code: '60', details }],
  }
  const { det } = await draftOf((await order({ items: [item] })).id)
  assert.deepEqual(det[0].imposto.ICMS, { ICMS60: { orig: '0', CST: '60', ...details } })
})

test('a draft is found by the order’s code, and only by who may read it', async () => {
  await order({ fk_id: 'PED-NFE', items: [{ id_item: ids['drill'], quantity: 1 }] })
  const { body } = await succeed(server, 'GET', '/orders/fk_id/PED-NFE/nfe-draft')
  assert.equal(body.data.infNFe.ide.mod, '55')
  const missing = await server.send('GET', '/orders/999999/nfe-draft')
  assert.deepEqual(problemOf(missing), [404, 'not_found', []])
})
