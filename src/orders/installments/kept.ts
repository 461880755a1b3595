// Instalments that were sent: they stay as they are as long as the order comes to their sum.

/** As sent, with an id in the place of a code. Digits and signs are checked before. */
export interface InstallmentInput {
  due_date: string
  amount: number
  id_payment_method?: number | null | undefined
  down_payment?: boolean | undefined
  /** Of one of a version that is restored: what it keeps of another amount. */
  percentage?: string | undefined
}

/** The same as the database keeps it. */
export interface KeptInstallment {
  due_date: string
  amount: string
  id_payment_method: number | null
  down_payment: boolean
  percentage?: string
}

/** Null of an empty list: then they follow from terms. */
export function keptInstallments(sent: readonly InstallmentInput[]): KeptInstallment[] | null {
  if (sent.length === 0) return null
  return sent.map(({ id_payment_method = null, down_payment = false, percentage, ...line }) => ({
    due_date: line.due_date,
    amount: String(line.amount),
    id_payment_method,
    down_payment,
    ...(percentage === undefined ? {} : { percentage }),
  }))
}
