import type { OrderStatus, Reference } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ReferenceInput } from '../common/form/reference-input.tsx'
import { type Finder, finderOf } from '../common/records/finder.ts'
import { type NameOf, useStandardName } from '../common/status.ts'
import { pedido } from '../session/client.ts'
import { useLanguage } from '../text/language.ts'
import { plain } from '../text/plain.ts'
import { useTexts } from '../text/texts.ts'
import { text } from './text.ts'

/** The account's reasons, by their names as people read them. */
async function readReasons(nameOf: NameOf, signal: AbortSignal): Promise<Reference[]> {
  const all = await Array.fromAsync(pedido.reasons.list({}, { signal }))
  return all
    .map(({ id, fk_id, name }) => ({ id, fk_id, name: nameOf({ name, fk_id }) }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Those of which what was typed is a part. */
function foundReasons(reasons: readonly Reference[], words: string): Reference[] {
  const wanted = plain(words)
  return reasons.filter(({ name, fk_id }) => plain(`${name} ${fk_id ?? ''}`).includes(wanted))
}

/** Finds reasons by any part of their names as people read them. */
export const reasonFinder = (nameOf: NameOf): Finder => ({
  ...finderOf('reasons'),
  search: async (words, signal) => foundReasons(await readReasons(nameOf, signal), words),
})

export function useReasons(): readonly Reference[] {
  const language = useLanguage()
  const nameOf = useStandardName()
  const { data } = useQuery({
    // Below what its screen reads anew when one changes.
    queryKey: ['reasons', 'list', language],
    queryFn: ({ signal }) => readReasons(nameOf, signal),
    staleTime: 60_000,
  })
  return data ?? none
}

const none: readonly Reference[] = []

/** The reason for which an order comes into a status, or is in it: what a dialog asks for and has. */
export function useReason(
  { counts, reason_required: isRequired }: OrderStatus,
  before?: Reference,
) {
  const t = useTexts(text)
  const reasons = useReasons()
  const place = useRef<HTMLDivElement>(null)
  const nameOf = useStandardName()
  const [reason, setReason] = useState(before ? { ...before, name: nameOf(before) } : null)
  const [isMissing, setMissing] = useState(false)
  const hasField = isRequired || ((!counts || before) && reasons.length > 0)
  return {
    reason,
    /** Whether the status wants one and nobody has chosen it: then the field says so. */
    isLacking: () => {
      const lacks = isRequired && reason === null
      setMissing(lacks)
      if (lacks) place.current?.querySelector('input')?.focus()
      return lacks
    },
    field: hasField && (
      <div ref={place}>
        <ReferenceInput
          to="reasons"
          label={t.reason}
          pointer="/id_reason"
          error={isMissing && reason === null ? t.reasonMissing : undefined}
          isRequired={isRequired}
          value={reason}
          onChange={setReason}
          finder={reasonFinder(nameOf)}
        />
      </div>
    ),
  }
}
