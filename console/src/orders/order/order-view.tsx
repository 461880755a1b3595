import type { Address, Order } from '@pedido/client'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useCustomFacts } from '../../common/facts.tsx'
import { statusTone } from '../../common/status.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Money, StatusBadge } from '../../ui/pieces.tsx'
import { ItemTable } from '../form/items/item-table.tsx'
import { text as names } from '../form/text.ts'
import { useStatuses } from '../statuses.ts'
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
      <span>{order.customer.name}</span>
      <span>{dateTime(order.date)}</span>
    </span>
  )
}

/** The order, for reading and for paper. */
export function OrderView({ order }: { order: Order }) {
  const t = useTexts(text)
  const n = useTexts(names)
  const { date } = useFormats()
  const { statuses } = useStatuses()
  const isLocked = statuses.find(({ id }) => id === order.status.id)?.locked ?? false
  const { freight } = order
  const custom = useCustomFacts('orders', order)
  const terms = [
    [n.payment_type, order.payment_type?.name],
    [n.payment_method, order.payment_method?.name],
    [n.category, order.category?.name],
    [n.user, order.user?.name],
    [n.branch_company, order.branch_company?.name],
    [n.opportunity, order.opportunity?.name],
    [n.quotation, order.quotation?.name],
  ] as const
  const delivery = [
    [n.delivery_date, order.delivery_date && date(order.delivery_date)],
    [n.shipping_company, order.shipping_company?.name],
    [n.freight, freight && <Freight key="freight" freight={freight} />],
  ] as const
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
          <FactList facts={[...terms.slice(0, 5), ...terms.slice(5).filter(([, is]) => is)]} />
        </section>
        <section className="panel" aria-label={t.delivery}>
          <h2>{t.delivery}</h2>
          <FactList facts={[...delivery, ...custom]} />
        </section>
      </div>
      {order.observations && (
        <section className="panel order__notes" aria-label={n.observations}>
          <h2>{n.observations}</h2>
          <p>{order.observations}</p>
        </section>
      )}
      <Items order={order} />
    </>
  )
}

function Items({ order }: { order: Order }) {
  const t = useTexts(text)
  const n = useTexts(names)
  const [areTaxesShown, setTaxesShown] = useState(false)
  return (
    <section className="panel order__items">
      <div className="row spread">
        <h2>
          {n.items} <span className="quiet order__count">{t.lines(order.items.length)}</span>
        </h2>
        <Button
          size="small"
          aria-expanded={areTaxesShown}
          onClick={() => setTaxesShown(!areTaxesShown)}
        >
          {areTaxesShown ? n.hideTaxes : n.showTaxes}
        </Button>
      </div>
      <ItemTable items={order.items} areTaxesShown={areTaxesShown} />
      <div className="items__foot">
        {order.freight && (
          <span className="quiet">
            {n.freight} <Money amount={order.freight.value} />
          </span>
        )}
        <span>
          {n.total_value}{' '}
          <span className="items__total">
            <Money amount={order.total_value} />
          </span>
        </span>
      </div>
    </section>
  )
}

function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
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

function Freight({ freight }: { freight: NonNullable<Order['freight']> }) {
  return (
    <>
      {freight.name}, <Money amount={freight.value} />
    </>
  )
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
