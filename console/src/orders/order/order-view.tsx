import type { Address, Order } from '@pedido/client'
import { isFact, isTakenOff } from '@pedido/model/order-row'
import { inTurn } from '@pedido/model/turn'
import { useState } from 'react'
import { Link } from 'wouter'
import { useCustomFacts } from '../../common/facts.tsx'
import { statusTone } from '../../common/status.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Money, StatusBadge } from '../../ui/pieces.tsx'
import { ItemTable } from '../form/items/item-table.tsx'
import { headerNames, text as names } from '../form/text.ts'
import { Installments } from '../installments.tsx'
import { isOfRule } from '../of-rule.ts'
import { type Property, type PropertyRow, propertyRows } from '../properties.ts'
import { usePropertyText } from '../property-text.ts'
import { useStatuses } from '../statuses.ts'
import { addedTaxes } from '../taxes.tsx'
import { text as words } from './invoice/text.ts'
import { useExplained, WhyTaxes, withoutRule } from './invoice/why-taxes.tsx'
import { text } from './text.ts'

/** Under the heading: status, customer and day. */
export function StatusLine({ order }: { order: Order }) {
  const { dateTime } = useFormats()
  const { nameOf } = useStatuses()
  const n = useTexts(names)
  return (
    <span className="order__line">
      <StatusBadge tone={statusTone(order.status)}>{nameOf(order.status)}</StatusBadge>
      {order.reason && (
        <span className="order__reason">
          <span className="visually-hidden">{n.reason}: </span>
          {nameOf(order.reason)}
        </span>
      )}
      <Validity order={order} />
      <span>{order.customer.name}</span>
      <span>{dateTime(order.date)}</span>
      <span className="order__total">
        {n.total_value} <Money amount={order.total_value} />
      </span>
    </span>
  )
}

/** Until when a quotation holds, or since when it does not. */
function Validity({ order: { status, valid_until } }: { order: Order }) {
  const t = useTexts(text)
  const { date, day } = useFormats()
  const { statuses } = useStatuses()
  const days = statuses.find(({ id }) => id === status.id)?.quotation_days ?? null
  if (valid_until === null || days === null) return null
  const isOver = valid_until < day(new Date())
  return (
    <span data-lapsed={isOver || undefined}>
      {isOver ? t.lapsedOn(date(valid_until)) : t.validUntil(date(valid_until))}
    </span>
  )
}

/** Which stand in a panel by themselves, or under the heading. */
const ELSEWHERE: readonly Property[] = ['fk_id', 'status', 'reason', 'customer', 'date', 'address']
/** How it is delivered. Other facts are terms, in which people begin with these, given or not. */
const DELIVERY: readonly Property[] = ['delivery_date', 'shipping_company', 'freight']
const TERMS: readonly Property[] = [
  'payment_type',
  'payment_method',
  'category',
  'user',
  'branch_company',
]

const facts = propertyRows.filter((row) => isFact(row) && !ELSEWHERE.includes(row.name))
const delivery = inTurn(
  facts.filter(({ name }) => DELIVERY.includes(name)),
  DELIVERY,
)
const terms = inTurn(
  facts.filter(({ name }) => !DELIVERY.includes(name)),
  TERMS,
)
const notes = propertyRows.filter(({ kind }) => kind === 'text')
const amounts = propertyRows.filter(({ kind }) => kind === 'money')

/** The order, for reading and for paper. */
export function OrderView({ order }: { order: Order }) {
  const t = useTexts(text)
  const n = useTexts(names)
  const textOf = usePropertyText()
  const { statuses } = useStatuses()
  const isLocked = statuses.find(({ id }) => id === order.status.id)?.locked ?? false
  const custom = useCustomFacts('orders', order)
  const named = useTexts(headerNames)
  const factOf = (row: PropertyRow) => [named[row.name], textOf(row, order[row.name])] as const
  const isShown = (row: PropertyRow) =>
    TERMS.includes(row.name) || textOf(row, order[row.name]) !== ''
  return (
    <>
      {isLocked && (
        <p className="order__locked quiet">
          <Icon name="info" size={16} /> {t.locked}
        </p>
      )}
      <div className="order__facts">
        <section className="panel" aria-label={n.customer}>
          <h2>{n.customer}</h2>
          <p>
            <Link href={`/customers/${order.customer.id}`}>{order.customer.name}</Link>
            {order.customer.fk_id && <code className="items__code"> {order.customer.fk_id}</code>}
          </p>
          <h3>{n.address}</h3>
          {order.address ? <AddressLines address={order.address} /> : <NotGiven />}
        </section>
        <section className="panel" aria-label={t.terms}>
          <h2>{t.terms}</h2>
          <FactList facts={terms.filter(isShown).map(factOf)} />
        </section>
        <section className="panel" aria-label={t.delivery}>
          <h2>{t.delivery}</h2>
          <FactList facts={[...delivery.map(factOf), ...custom]} />
        </section>
      </div>
      {notes.map((row) => {
        const [name, value] = factOf(row)
        return (
          value !== '' && (
            <section key={name} className="panel order__notes" aria-label={name}>
              <h2>{name}</h2>
              <p>{value}</p>
            </section>
          )
        )
      })}
      <Items order={order} />
      {order.installments.length > 0 && (
        <section className="panel">
          <Installments order={order} />
        </section>
      )}
    </>
  )
}

function Items({ order }: { order: Order }) {
  const t = useTexts(text)
  const n = useTexts(names)
  const w = useTexts(words)
  const [areTaxesShown, setTaxesShown] = useState(false)
  const areByRules = order.items.some(({ taxes }) => taxes?.some(isOfRule))
  const { data: explained } = useExplained(order, areTaxesShown)
  const [why, setWhy] = useState<{ tax: string | undefined }>()
  return (
    <section className="panel order__items">
      <div className="row spread">
        <h2>
          {n.items} <span className="quiet order__count">{t.lines(order.items.length)}</span>
        </h2>
        <div className="row">
          {areTaxesShown && areByRules && (
            <Button size="small" onClick={() => setWhy({ tax: undefined })}>
              {w.whyTaxes}
            </Button>
          )}
          <Button
            size="small"
            aria-expanded={areTaxesShown}
            onClick={() => setTaxesShown(!areTaxesShown)}
          >
            {areTaxesShown ? n.hideTaxes : n.showTaxes}
          </Button>
        </div>
      </div>
      <ItemTable
        items={order.items}
        areTaxesShown={areTaxesShown}
        withoutRule={withoutRule(explained)}
      />
      <Foot order={order} onWhy={(tax) => setWhy({ tax })} />
      {why && <WhyTaxes order={order} tax={why.tax} onClose={() => setWhy(undefined)} />}
    </section>
  )
}

/** What the lines come to, and the order with them. */
function Foot({ order, onWhy }: { order: Order; onWhy: (tax: string) => void }) {
  const w = useTexts(words)
  const n = useTexts(names)
  const named = useTexts(headerNames)
  return (
    <div className="items__foot">
      {addedTaxes(order.items).map(({ tax, name, amount, isOfRule }) => (
        <span key={tax} className="quiet">
          {name} <Money amount={amount} />
          {isOfRule && (
            <>
              {' '}
              <Button size="small" onClick={() => onWhy(tax)}>
                {w.why}
              </Button>
            </>
          )}
        </span>
      ))}
      {order.freight && (
        <span className="quiet">
          {n.freight} <Money amount={order.freight.value} />
        </span>
      )}
      {amounts.map(
        (row) =>
          order[row.name] !== 0 && (
            <span key={row.name} className="quiet">
              {named[row.name]} {isTakenOff(row) && '– '}
              <Money amount={order[row.name] as number} />
            </span>
          ),
      )}
      <span>
        {n.total_value}{' '}
        <span className="items__total">
          <Money amount={order.total_value} />
        </span>
      </span>
      {order.payable_value !== order.total_value && (
        <span>
          {named.payable_value} <Money amount={order.payable_value} />
        </span>
      )}
    </div>
  )
}

function FactList({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="order__list">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || <NotGiven />}</dd>
        </div>
      ))}
    </dl>
  )
}

function NotGiven() {
  return <span className="quiet">{useTexts(text).none}</span>
}

function AddressLines({ address }: { address: Address }) {
  const t = useTexts(text)
  const { street, number_text, complement, neighborhood, city, state, postal_code } = address
  const lines = [
    [street, number_text, complement].filter(Boolean).join(', '),
    [neighborhood, [city, state].filter(Boolean).join(' – ')].filter(Boolean).join(', '),
    postal_code && `${t.zip} ${postal_code}`,
  ].filter(Boolean)
  return (
    <address className="order__address">
      {address.name && <div>{address.name}</div>}
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  )
}
