import type { Address, BranchCompany, Order } from '@pedido/client'
import { isFact, isTakenOff } from '@pedido/model/order-row'
import { inTurn } from '@pedido/model/turn'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useCustomFacts } from '../../common/facts.tsx'
import { formatDocument } from '../../common/form/kinds.ts'
import { text as testText } from '../../common/test-account/text.ts'
import { useSession } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { idsOf } from '../../text/ids.ts'
import { useTexts } from '../../text/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Facts, Page, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Installments } from '../installments.tsx'
import { isOfRule } from '../of-rule.ts'
import { type Property, type PropertyRow, propertyRows } from '../properties.ts'
import { usePropertyText } from '../property-text.ts'
import { addedTaxes } from '../taxes.tsx'
import './print.css'
import { type Printed, readPrinted } from './printed.ts'
import { text } from './text.ts'

/** Orders on paper, each on a page of its own: those that the address names, in its order. */
export default function PrintPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const [params] = useSearchParams()
  const given = idsOf(params.get('ids'))
  const found = useQuery({
    queryKey: ['orders', 'print', given],
    queryFn: ({ signal }) => readPrinted(given, signal),
    enabled: given.length > 0,
    staleTime: 0,
  })
  const printed = found.data
  const orders = printed?.orders
  usePrintOnce(orders !== undefined && orders.length > 0)
  const missing = orders && given.filter((id) => !orders.some((one) => one.id === id))
  const print = (
    <Button look="primary" onClick={() => window.print()}>
      <Icon name="print" size={16} />
      {t.print}
    </Button>
  )
  return (
    <Page
      title={t.title}
      sub={orders && t.ready(orders.length)}
      actions={orders && orders.length > 0 && print}
    >
      <Problem error={found.error} />
      {missing && missing.length > 0 && (
        <p role="status" className="print__missing">
          {t.missing(missing.map((id) => `#${id}`).join(', '))}
        </p>
      )}
      {given.length === 0 && (
        <EmptyState
          icon="print"
          title={t.noneTitle}
          action={<ButtonLink href="/orders">{t.toOrders}</ButtonLink>}
        >
          {t.none}
        </EmptyState>
      )}
      {found.isLoading && <Skeleton lines={12} />}
      {printed?.orders.map((order) => (
        <Sheet key={order.id} order={order} printed={printed} />
      ))}
    </Page>
  )
}

/** The browser asks for the printer as soon as there is something to print. */
function usePrintOnce(isReady: boolean): void {
  const hasAsked = useRef(false)
  useEffect(() => {
    if (!isReady || hasAsked.current) return
    hasAsked.current = true
    window.print()
  }, [isReady])
}

/** Facts on paper begin with these. */
const FIRST = [
  'number',
  'customer',
  'address',
  'date',
  'delivery_date',
  'status',
  'user',
  'branch_company',
  'payment_method',
  'payment_type',
  'shipping_company',
] as const satisfies readonly Property[]

/** Which stand in the heading and beside the total. */
const ELSEWHERE: readonly Property[] = ['fk_id', 'freight']

const onPaper = propertyRows.filter(({ isInternal }) => !isInternal)
const facts = inTurn(
  onPaper.filter((row) => isFact(row) && !ELSEWHERE.includes(row.name)),
  FIRST,
)
const notes = onPaper.filter(({ kind }) => kind === 'text')
const amounts = onPaper.filter(({ kind }) => kind === 'money')

function Sheet({ order, printed }: { order: Order; printed: Printed }) {
  const t = useTexts(text)
  const { money } = useFormats()
  const textOf = usePropertyText()
  const custom = useCustomFacts('orders', order)
  const factOf = (row: PropertyRow) => {
    const value = order[row.name]
    const isAddress = row.kind === 'reference' && row.shows === 'address'
    return [t[row.name], isAddress ? addressText(order.address) : textOf(row, value)] as const
  }
  const phone = [t.phone, order.expanded?.customer?.phone] as const
  const shown = [...facts.map(factOf), phone, ...custom, ...notes.map(factOf)]
  return (
    <article className="print__sheet">
      <Head order={order} company={printed.companyOf(order)} />
      <Facts facts={shown.filter(([, value]) => value)} />
      <Items order={order} units={printed.units} />
      <footer className="print__foot">
        {addedTaxes(order.items).map(({ name, amount }) => (
          <p key={name}>
            {name}: {money(amount)}
          </p>
        ))}
        {order.freight && (
          <p>
            {t.freight} ({order.freight.name}): {money(order.freight.value)}
          </p>
        )}
        {amounts.map(
          (row) =>
            order[row.name] !== 0 && (
              <p key={row.name}>
                {t[row.name]}: {isTakenOff(row) && '– '}
                {textOf(row, order[row.name])}
              </p>
            ),
        )}
        <p>
          {t.total}: <strong>{money(order.total_value)}</strong>
        </p>
        {order.payable_value !== order.total_value && (
          <p>
            {t.payable_value}: {money(order.payable_value)}
          </p>
        )}
        {order.items.some(({ taxes }) => taxes?.some(isOfRule)) && <p>{t.taxesEstimated}</p>}
      </footer>
      <Installments order={order} />
    </article>
  )
}

/** Who sells, as on the PDF, and which order it is. */
function Head({ order, company }: { order: Order; company: BranchCompany | undefined }) {
  const t = useTexts(text)
  const { account } = useSession()
  const test = useTexts(testText)
  const { document, ie, address, state, phone } = company ?? {}
  const lines = [
    company && company.name !== account.name && company.name,
    [document && `CNPJ ${formatDocument(document)}`, ie && `IE ${ie}`].filter(Boolean).join(' · '),
    [[address, state].filter(Boolean).join(' – '), phone && `Tel. ${phone}`]
      .filter(Boolean)
      .join(' · '),
  ]
  return (
    <header className="print__head">
      <div className="print__of">
        {account.logo && <img src="/account/logo" alt="" />}
        <div>
          <strong>{account.name}</strong>
          {lines.filter(Boolean).map((line) => (
            <div key={String(line)}>{line}</div>
          ))}
        </div>
      </div>
      <h2>{t.order(order.fk_id ?? `#${order.id}`)}</h2>
      {account.test && <strong>{test.noValue}</strong>}
    </header>
  )
}

function Items({ order, units }: { order: Order; units: Printed['units'] }) {
  const t = useTexts(text)
  const { money, price, decimal, percent } = useFormats()
  return (
    <table className="print__items">
      <thead>
        <tr>
          <th scope="col">{t.code}</th>
          <th scope="col">{t.product}</th>
          <th scope="col">{t.quantity}</th>
          <th scope="col">{t.price}</th>
          <th scope="col">{t.discount}</th>
          <th scope="col">{t.net}</th>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <tr key={item.id}>
            <td>{item.item.fk_id}</td>
            <td>{item.item.name}</td>
            <td data-label={t.quantity}>
              {decimal(item.quantity)} {units.get(item.item.id)}
            </td>
            <td data-label={t.price}>{price(item.price)}</td>
            <td data-label={t.discount}>{item.perc_desc === 0 ? '' : percent(item.perc_desc)}</td>
            <td data-label={t.net}>{money(item.total_liq)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function addressText(address: Address | null): string {
  if (!address) return ''
  const { street, number_text, complement, neighborhood, city, state, postal_code } = address
  return [
    [street, number_text, complement].filter(Boolean).join(', '),
    neighborhood,
    [city, state].filter(Boolean).join('/'),
    postal_code,
  ]
    .filter(Boolean)
    .join(' – ')
}
