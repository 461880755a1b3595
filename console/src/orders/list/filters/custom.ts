import type { CustomField } from '@pedido/client'
import { useDeclared } from '../../../common/custom.ts'

/** The fields of orders that the account has declared. */
export const useOrderFields = (): readonly CustomField[] => useDeclared('orders') ?? none

const none: readonly CustomField[] = []

export const labelOf = ({ label, key }: CustomField) => label ?? key

/** Whether lists take a range of its values. */
export const isRange = ({ type }: CustomField) => ['integer', 'decimal', 'date'].includes(type)

/** A value as the address has it: one value, in which a comma is no separator. */
export const writeValue = (value: string) => value.replace(/[\\,]/g, '\\$&')
export const readValue = (written: string) => written.replace(/\\([\\,])/g, '$1')
