import { auditEvents } from '@pedido/model/events'
import { useQuery } from '@tanstack/react-query'
import { pedido } from '../../session/client.ts'
import type { Days } from '../../text/periods.ts'

/** What the audit tells of, as types of events without their family. */
export const actions = Object.keys(auditEvents) as Action[]
export type Action = keyof typeof auditEvents

/** An entry of the audit, as an event. */
export interface Entry {
  id: string
  type: string
  subject: string
  time: string
  data: {
    record: Record<string, unknown>
    changed_fields: readonly string[]
    previous: Record<string, unknown> | null
    token: { id: number; name: string | null } | null
    request_id: string | null
  }
}

export const actionOf = ({ type }: Entry) => type.slice('audit.'.length) as Action

/** So many are read of the days that are asked for, from the newest on. */
const MOST = 5000

/** The entries of these days, the newest first. */
export function useEntries(action: string, { from, to }: Days) {
  return useQuery({
    queryKey: ['audit', action, from, to],
    queryFn: async ({ signal }) => {
      const asked = {
        sort: '-sequence' as const,
        type: `audit.${action || '*'}`,
        ...(from && { from }),
        ...(to && { to }),
      }
      const found: Entry[] = []
      // A page may be empty and not the last.
      for await (const { data } of pedido.events.list(asked, { signal }).pages()) {
        found.push(...(data as unknown as Entry[]))
        if (found.length >= MOST) break
      }
      return { entries: found, isCut: found.length >= MOST }
    },
  })
}

/** Nobody is signed in yet who does these: it is the member himself. */
const OWN: readonly Action[] = ['session_created', 'password_changed']

/** Who did it; undefined where nobody is known. */
export function personOf(entry: Entry): string | undefined {
  const { token } = entry.data
  if (token?.name) return token.name
  return OWN.includes(actionOf(entry)) ? memberOf(entry) : undefined
}

/** Whom or what it is about. */
export function subjectOf(entry: Entry): string | undefined {
  const name = memberOf(entry) ?? entry.data.record['name'] ?? entry.data.record['resource']
  return typeof name === 'string' ? name : undefined
}

function memberOf({ data: { record } }: Entry): string | undefined {
  const member = record['member'] as { name?: string } | undefined
  return member?.name
}
