import type { Member } from '@pedido/client'
import { pedido } from '../../session/client.ts'
import { type MemberValues, valuesOf } from './member-fields.tsx'

export const MEMBERS = ['members']

/** A member, and what the form shows of him. */
export interface Found {
  member: Member
  values: MemberValues
}

export async function readMember(id: number, signal?: AbortSignal): Promise<Found> {
  const member = await pedido.members.read(id, signal ? { signal } : {})
  return { member, values: await valuesOf(member, signal) }
}
