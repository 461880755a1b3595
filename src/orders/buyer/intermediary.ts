// Who is between the seller and the buyer of an order, such as a marketplace.

export interface Intermediary {
  document: string | null
  /** Of the seller, there. */
  id: string | null
}

export type IntermediaryInput = { [P in keyof Intermediary]?: Intermediary[P] | undefined }

/** As it is stored; false where there is none. */
export function wholeIntermediary(sent: IntermediaryInput | false): Intermediary | false {
  if (sent === false) return false
  const { document = null, id = null } = sent
  return { document, id }
}
