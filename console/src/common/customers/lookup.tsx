import { ProblemError } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useMay } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { Fill, Values } from '../form/fields.ts'
import { OF_ADDRESS } from './first-address.ts'
import { SameDocument } from './same-document.tsx'
import { text } from './text.ts'

// What the service finds of a CNPJ or a CEP, where its operator lets it: it fills in what is empty.

/** Who has this CPF or CNPJ already, and what is known of the company elsewhere. */
export function CompanyFacts({
  typed,
  id,
  fill,
}: {
  typed: string
  /** Of the customer; undefined of a new one. */
  id: number | undefined
  fill: Fill
}) {
  const document = typed.replaceAll(/[\s./-]/g, '').toUpperCase()
  return (
    <>
      <SameDocument typed={typed} id={id} />
      {/^[\dA-Z]{12}\d\d$/.test(document) && (
        <LookUp
          of="companies"
          name={document}
          isAtOnce={id === undefined}
          fill={fill}
          find={async (signal) => {
            const found = await pedido.customers.lookUpCompany(
              { document },
              { signal, maxRetries: 0 },
            )
            const { name, trade_name, email, phone, address } = found
            return {
              values: {
                ...textsOf({ name, trade_name, email, phone }),
                ...textsOf(address, OF_ADDRESS),
              },
              isInactive: found.active === false,
            }
          }}
        />
      )}
    </>
  )
}

/** What is known of a CEP elsewhere. */
export function PostalCodeFacts({
  typed,
  isNew,
  within,
  fill,
}: {
  typed: string
  isNew: boolean
  /** What the names of the fields begin with. */
  within: string
  fill: Fill
}) {
  const digits = typed.replaceAll(/\D/g, '')
  if (digits.length !== 8) return null
  return (
    <LookUp
      of="postal_codes"
      name={digits}
      isAtOnce={isNew}
      fill={fill}
      find={async (signal) => {
        const options = { signal, maxRetries: 0 }
        const found = await pedido.customers.lookUpPostalCode({ postal_code: digits }, options)
        return { values: textsOf(found, within), isInactive: false }
      }}
    />
  )
}

function textsOf(found: object, within = ''): Values {
  const entries = Object.entries(found) as [string, string | null][]
  return Object.fromEntries(entries.map(([name, value]) => [within + name, value ?? '']))
}

interface LookUpProps {
  of: 'companies' | 'postal_codes'
  /** What is looked up. */
  name: string
  /** Without being asked for: of a new record. */
  isAtOnce: boolean
  fill: Fill
  find: (signal: AbortSignal) => Promise<{ values: Values; isInactive: boolean }>
}

function LookUp({ of, name, isAtOnce, fill, find }: LookUpProps) {
  const t = useTexts(text)
  const isOffered = useOffered()?.[of] ?? false
  const [isAsked, setAsked] = useState(isAtOnce)
  const [filled, setFilled] = useState<string[]>()
  const { data, error } = useQuery({
    queryKey: ['lookup', of, name],
    queryFn: ({ signal }) => find(signal),
    enabled: isOffered && isAsked,
    retry: false,
    staleTime: 600_000,
  })
  const latest = useRef(fill)
  latest.current = fill
  useEffect(() => {
    if (data) setFilled(latest.current(data.values))
  }, [data])
  if (!isOffered || isUnreadable(error)) return null
  if (!isAsked) {
    return (
      <Button size="small" onClick={() => setAsked(true)}>
        {t.fillIn}
      </Button>
    )
  }
  const isUnknown = error instanceof ProblemError && error.status === 404
  return (
    <div className="field__hint" role="status">
      {!data && !error && t.looking}
      {error && (isUnknown ? t.notFound : t.lookUpFailed)}
      {filled && (filled.length > 0 ? t.filled(filled.join(', ')) : t.known)}
      {data?.isInactive && ` ${t.isInactive}`}
    </div>
  )
}

/** Such as a CNPJ whose check digits are wrong: saving tells it. */
const isUnreadable = (error: Error | null) => error instanceof ProblemError && error.status === 400

/** What the operator lets be looked up; undefined until it is known. */
function useOffered() {
  const may = useMay()('customers:write')
  const { data } = useQuery({
    queryKey: ['lookups'],
    queryFn: ({ signal }) => pedido.customers.readLookups({ signal }),
    enabled: may,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
