import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ActiveField, customResources } from '../../src/custom/rules.ts'
import { columnsOf } from '../../src/files/exports/columns.ts'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { definitions, type RecordDefinition } from '../../src/records/definitions.ts'
import type { Language } from '../../src/texts/message.ts'
import { type Server, startServer } from '../harness.ts'
import { recordsOf } from '../support/files/csv.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { assertConsistent, data } from '../support/orders.ts'
import { buyer, carrier, goods, seller } from '../support/records/records.ts'
import { SAID_IN_FILES, SAID_OF_LINE_IN_FILES } from '../support/records/said.ts'
import { taxRules } from '../support/records/tax-rules.ts'
import { type Sample, sample } from '../support/sample.ts'

// What goes out as a file comes in unchanged, in every form.

let server: Server
let importer: LeasedWorker
let records: Sample
before(async () => {
  server = await startServer()
  await server.pool.query('update accounts set time_zone = $2 where account_id = $1', [
    server.account_id,
    'America/Sao_Paulo',
  ])
  importer = importerOf(server)
  records = await sample(server)
  await data(server, 'PATCH', `/products/${records.service}`, { fk_id: 'instalacao' })
  for (const resource of customResources) {
    for (const field of DECLARED)
      await declare('/custom-fields', {
        resource,
        ...field,
        ...(field.type === 'choice' ? {} : { choices: undefined }),
      })
  }
  await data(server, 'PATCH', `/payment-types/${records.payment_type}`, { terms: '28' })
  for (const { path } of definitions) await makeReferences(path)
  await data(server, 'PATCH', `/customers/${records.customer}`, begun)
  for (const [i, name] of NAMES.entries()) await makeRecords(name, i)
  await makeLockedOrder()
})
after(async () => {
  await importer.close()
  await server.close()
})

const FORMS = [
  'format=csv',
  'format=csv&language=pt-BR',
  'format=csv&language=en',
  'format=csv&csv=br',
  'format=csv&csv=br&language=en',
  'format=xlsx',
  'format=xlsx&language=en',
  'format=ndjson',
]

/** Each heading and each form of cells once: these records have nothing that others have not. */
const FORMS_OF_REFERENCES = [
  'format=csv',
  'format=csv&language=en',
  'format=csv&csv=br',
  'format=xlsx',
  'format=ndjson',
]

/** Texts with whatever means something in a file. */
const NAMES = [
  'Café; "do" João, Ltda.',
  '=SOMA(1;2)',
  "'00124",
  '+55 11 4002-8922',
  '-',
  'uma\nlinha\te outra',
  'Emoji 🚚 e ção',
  '1.234',
  '@nome',
  '0012',
  'Total',
]

/** Labels that are like other headings, or like each other, and keys that mean something to a program. */
const DECLARED: Pick<ActiveField, 'key' | 'label' | 'type' | 'choices'>[] = [
  { key: 'km', label: 'Quilômetros', type: 'decimal', choices: [] },
  { key: 'dia', label: 'Data', type: 'date', choices: [] },
  { key: 'vip', label: 'Cliente', type: 'boolean', choices: [] },
  { key: 'voltas', label: 'Preço', type: 'integer', choices: [] },
  { key: 'nota', label: 'Nota; "à" mão', type: 'text', choices: [] },
  { key: 'rota', label: '=Rota', type: 'choice', choices: ['Norte', 'norte', 'Sul, às 8 h'] },
  { key: 'nome', label: null, type: 'text', choices: [] },
  { key: 'id', label: 'Pedido', type: 'text', choices: [] },
  { key: 'outro id', label: 'Pedido', type: 'text', choices: [] },
  { key: 'a  b', label: 'Igual', type: 'text', choices: [] },
  { key: 'a b', label: 'Igual', type: 'text', choices: [] },
  { key: 'toString', label: 'Código', type: 'text', choices: [] },
  { key: 'dias', label: 'Recorrência', type: 'integer', choices: [] },
]

/** Values of every declared field; of some records not all. */
function valuesOf(i: number, name: string): Record<string, string> {
  const all = {
    km: ['12.5', '12.50', '1.234', '-0.1', '123456789012345.1234567891'][i % 5] as string,
    dia: i % 2 ? '2026-12-31' : '1900-01-02',
    vip: String(i % 2 === 0),
    voltas: i % 2 ? '-1234' : '999999999999999',
    nota: name,
    rota: i % 2 ? 'norte' : 'Sul, às 8 h',
    nome: name,
    id: '7',
    'outro id': `x${i}`,
    'a  b': 'two spaces',
    'a b': 'one space',
    dias: '8',
    ...(i % 3 ? { toString: 'own' } : {}),
  }
  return all
}

/** Two records of a kind, with every field that it has; what orders refer to as well has no code. */
async function makeReferences(path: string): Promise<void> {
  const { example, fields } = definitions.find((one) => one.path === path) as RecordDefinition
  const next = [records.statuses['Open'], records.statuses['Draft']]
  for (const [i, name] of ['=Nome; "1"', 'Outro, 2'].entries()) {
    await data(server, 'POST', path, {
      ...example,
      name,
      fk_id: `00${i}`,
      ...(fields['initial'] ? { next, initial: false, ...flagsOf(i === 0) } : {}),
      ...(fields['template'] ? { id_branch_company: undefined, fk_id_branch_company: '000' } : {}),
      ...(fields['payable'] ? { payable: i === 0, cfop_abroad: '7102' } : {}),
      ...(fields['terms'] ? { terms: i === 0 ? '0+30/60' : TERMS } : {}),
      ...(fields['charged'] ? { charged: i === 0 } : {}),
      // Two that hold alike would be refused.
      ...(fields['st_rate'] ? { active: i === 0 } : {}),
      ...(fields['ipi_payer'] ? seller : fields['address'] ? carrier : {}),
      ...(fields['recurrency_period'] ? goods : {}),
      ...(fields['custom_fields'] ? { custom_fields: valuesOf(i, name) } : {}),
    })
  }
  if (fields['st_rate']) for (const rule of taxRules) await data(server, 'POST', path, rule)
}

/** Terms that no list of days says. */
const TERMS = {
  lines: [
    { days: 10, percentage: 33.3333, down_payment: true },
    { months: 1, day: 31 },
    { months: 2, amount: 12.5 },
  ],
  from: 'delivery',
  remainder: 'first',
  taxes_in_first: true,
  weekend: 'next',
  minimum_installment: 0.1,
  minimum_order: 1.5,
}

const flagsOf = (is: boolean) => ({ locked: is, counts: is, reason_required: is, numbered: is })

async function declare(path: string, body: object): Promise<void> {
  await data(server, 'POST', path, body)
}

/** What a customer's new orders begin with, and whom to talk to there. */
const BEGUN = ['payment_type', 'payment_method', 'shipping_company', 'freight_type']
const begun = {
  ...Object.fromEntries(BEGUN.map((name) => [`fk_id_${name}`, '000'])),
  ...{ tags: ['vip', 'Rota-Sul'], contacts: [{ name: 'Lia "Li"; Sá', phone: '11 4002-8922' }] },
}

async function makeRecords(name: string, i: number): Promise<void> {
  const line = name.replaceAll(/[\n\t]/g, ' ')
  const seller = { name: line, ...(i === 4 ? {} : { fk_id: `${i}\\, ${line}` }) }
  const { id: id_user } = await data(server, 'POST', '/users', seller)
  const { id: id_customer } = await data(server, 'POST', '/customers', {
    id_users: [[], [id_user], [id_user, records.user]][i % 3],
    name: line,
    fk_id: `${i}:${line}`,
    document: i % 2 ? '52998224725' : '12.ABC.345/01DE-35',
    phone: '+55 11 4002-8922',
    email: 'compras@aurora.example',
    ...begun,
    ...(i ? buyer : {}),
    custom_fields: valuesOf(i, name),
  })
  const { id: id_item } = await data(server, 'POST', '/products', {
    name: line,
    fk_id: `${line}:${i}`,
    type: i % 2 ? 'service' : 'product',
    price: i % 3 ? 0.0000000001 + i : 1234.5,
    description: name,
    recurrency_period: i % 2 ? 30 : null,
    custom_fields: i ? valuesOf(i, name) : {},
  })
  await data(server, 'POST', '/orders', {
    fk_id: `${i}/${line}`,
    number: i % 2 ? `${i}-2026/001` : null,
    id_customer,
    id_user: records.user,
    date: `2026-03-01T02:30:0${i % 10}.12${i % 10}Z`,
    tax_date: i % 3 ? '2026-03-02' : null,
    delivery_date: i % 2 ? `2026-04-0${(i % 9) + 1}T15:0${i % 10}:00Z` : null,
    id_freight_type: records.charged_freight,
    freight_value: i + 0.1,
    insurance_value: i ? 0.2 : 0,
    other_expenses: i + 0.3,
    ...(i % 2 ? { discount_value: 0.07 } : { discount_percentage: 3.3333 }),
    id_payment_type: records.payment_type,
    id_category: records.category,
    fk_id_reason: i % 2 ? 'out_of_stock' : null,
    observations: name,
    internal_observations: i % 2 ? name : null,
    ...(i % 2 ? SAID_IN_FILES : { intermediary: i % 4 ? null : false, final_consumer: false }),
    custom_fields: { ...valuesOf(i, name), undeclared: name },
    items: [
      {
        id_item,
        quantity: 3,
        price: 1234.5,
        discount_percentage: 3.3333,
        description: name,
        ...(i % 2 ? { ...SAID_OF_LINE_IN_FILES, additional_info: name } : {}),
      },
      { id_item: records.product, quantity: 0.125, price: 8, discount_value: 0.13 },
      { id_item: records.service, fk_id: `l-${i}`, quantity: 7, price: 0.3333333333, aliq_ipi: 5 },
      {
        id_item: records.product,
        quantity: 1,
        price: 10,
        aliq_icms: 18,
        base_icms_st: 14,
        aliq_icms_st: 18,
      },
      { id_item: records.product, quantity: 2, price: 500, taxes: lineTaxes },
    ],
  })
}

/** Given: what follows from a rate alone comes in again as given. */
const lineTaxes = [
  { tax: 'icms', code: '10', base: 1000, rate: 18, mode: '3' },
  { tax: 'icms_st', margin: 40, base: 1400, rate: 18, margin_kind: 'original' },
  { tax: 'fcp_st', base: 1400, rate: 2 },
  { tax: 'pis', quantity: 2, per_unit: 0.5, details: { nota: '=1; "x"' } },
]

async function makeLockedOrder(): Promise<void> {
  const { id: id_address } = await data(server, 'POST', '/customers/aurora/address', {
    name: 'Depósito',
    fk_id: 'dep',
    street: 'Rua 7; fundos',
    number_text: '42',
    complement: '=A',
    postal_code: '01310-200',
    neighborhood: 'Centro',
    city: 'São Paulo',
    state: 'SP',
    latitude: -23.5,
    longitude: -46.625,
    address_type: 'delivery',
    ibge: '3550308',
  })
  await data(server, 'POST', '/orders', {
    fk_id: 'locked',
    id_order_status: records.statuses['Invoiced'],
    id_customer: records.customer,
    id_address,
    id_user: records.user,
    delivery_date: '2026-04-02T12:00:00Z',
    id_shipping_company: records.shipping_company,
    id_branch_company: records.branch_company,
    id_opportunity: records.opportunity,
    id_quotation: records.quotation,
    id_reason: records.reason,
    id_payment_method: records.payment_method,
    items: [{ id_item: records.product, quantity: 3, price: 1.1 }],
  })
  await data(server, 'POST', '/orders', {
    fk_id: 'coded',
    fk_id_customer: '000',
    fk_id_user: '000',
    fk_id_order_status: '001',
    fk_id_freight_type: '000',
    fk_id_payment_type: '000',
    fk_id_payment_method: '000',
    fk_id_category: '000',
    fk_id_shipping_company: '000',
    fk_id_branch_company: '000',
    fk_id_opportunity: '000',
    fk_id_quotation: '000',
    fk_id_reason: '000',
    fk_id_operation: '000',
    items: [
      { fk_id_item: '000', quantity: 1, price: 2, recurrency_period: 9 },
      { fk_id_item: '000', fk_id_operation: '001', quantity: 1, price: 3 },
    ],
  })
}

/** What the service sets itself or makes of terms, and what is for the eye beside a code or a number, or the first of several. */
const NOT_TAKEN =
  /^(?:id_user|created_at|updated_at|anonymised_at|last_order_at|order_interval_days|(?:orders|value)_12m|image|next|(?:total|payable)_value|installments(?:_kept|_estimated)?|taxes_total|items\.(?:taxes\.\w+|id|created_at|item\.type|\w+_share|line_total))$|^customer\.document$|^(?:items\.)?\w+\.name$|^address\.(?!id$|fk_id$)/

/** Which columns of the file are taken for nothing, though they should come back. */
function lostColumns(
  path: string,
  detected: { columns: { heading: string; field: string | null }[] },
): string[] {
  const [, resource = '', query] = /^\/([\w-]+)\?(.*)$/.exec(path) ?? []
  const asked = new URLSearchParams(query)
  const isForPeople = asked.get('format') === 'xlsx' || asked.get('csv') === 'br'
  const language = (asked.get('language') ?? (isForPeople ? 'pt-BR' : undefined)) as Language
  // Lines of JSON have the names themselves.
  if (asked.get('format') === 'ndjson') {
    const untaken = detected.columns.filter(({ field }) => field === null)
    return untaken.map(({ heading }) => heading).filter((name) => !NOT_TAKEN.test(name))
  }
  const rows = asked.get('rows') === 'items' ? 'items' : 'orders'
  const columns = columnsOf({ resource, rows, language, fields: undefined }, DECLARED)
  assert.equal(columns.length, detected.columns.length, path)
  return columns
    .filter(({ name }, i) => !NOT_TAKEN.test(name) && detected.columns[i]?.field === null)
    .map(({ name }) => name)
}

async function comesInUnchanged(resource: string, query: string): Promise<void> {
  const path = `/${resource}?${query}`
  const before: { fk_id: string | null }[] = await data(server, 'GET', `/${resource}?limit=100`)
  const file = await server.send('GET', path)
  assert.equal(file.status, 200, file.text)
  const content = file.bytes ?? Buffer.from(file.text)
  const { checked, done } = await bringIn(server, importer, resource, content)
  const told = JSON.stringify([checked.counts, checked.first_faults], null, 1)
  const { created, updated, unchanged, refused } = done.counts
  assert.deepEqual(
    { created, updated, unchanged, refused },
    { created: 0, updated: 0, unchanged: before.length, refused: 0 },
    `${path}: ${told}`,
  )
  assert.deepEqual(checked.warnings, [], path)
  assert.deepEqual(lostColumns(path, checked.detected), [], path)
  assert.deepEqual(await data(server, 'GET', `/${resource}?limit=100`), before, path)
}

test('the records have a value in every column', async () => {
  for (const path of [...definitions.map((one) => one.path), '/orders?rows=items']) {
    const asked = `${path}${path.includes('?') ? '&' : '?'}format=csv`
    const rows = recordsOf((await server.send('GET', asked)).text)
    const columns = Object.keys(rows[0] ?? {})
    const empty = columns.filter((name) => rows.every((row) => row[name] === ''))
    const expected = /^(?:image|anonymised_at|custom_fields|order_interval_days)$/
    assert.deepEqual(
      empty.filter((name) => !expected.test(name)),
      [],
      path,
    )
  }
})

for (const form of FORMS) {
  test(`an export of ${form} comes in unchanged`, async () => {
    for (const { path, family } of definitions) {
      const isFew = family === 'reference' && !FORMS_OF_REFERENCES.includes(form)
      if (!isFew) await comesInUnchanged(path.slice(1), form)
    }
    await comesInUnchanged('orders', form)
    // There an order has its items in it.
    if (form !== 'format=ndjson') await comesInUnchanged('orders', `${form}&rows=items`)
    await assertConsistent(server)
  })
}

test('orders without a code are found by their id, and never taken for lines of the order above', async () => {
  const body = {
    id_customer: records.customer,
    date: '2026-03-01T00:00:00Z',
    items: [{ id_item: records.product, quantity: 1 }],
  }
  await data(server, 'POST', '/orders', { fk_id: 'alike', ...body })
  await data(server, 'POST', '/orders', body)
  const { text } = await server.send('GET', '/orders?format=csv&csv=br&rows=items&sort=id')
  const [headings, ...lines] = text.trim().split('\r\n')
  const content = [headings, ...lines.slice(-2)].join('\n')
  const { done } = await bringIn(server, importer, 'orders', content)
  assert.deepEqual([done.counts.unchanged, done.counts.updated, done.counts.refused], [2, 0, 0])
  assert.equal((await data(server, 'GET', '/orders/fk_id/alike')).items.length, 1)
})

test('what has no code is found by the number that exports have, and by no other system’s', async () => {
  const { id } = await data(server, 'POST', '/customers', { name: 'Sem código' })
  const file = (heading: string) => `Nº do pedido;${heading};Produto;Quantidade\nnum-1;${id};cafe;1`
  const other = await bringIn(server, importer, 'orders', file('Customer ID'))
  assert.equal(other.done.counts.refused, 1)
  const { done } = await bringIn(server, importer, 'orders', file('Cliente (id)'))
  assert.equal(done.counts.created, 1)
  assert.equal((await data(server, 'GET', '/orders/fk_id/num-1')).customer.id, id)
})
