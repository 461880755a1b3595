import { taxIdText } from './texts.ts'

/** Who sells, at the head of a paper: a branch. */
export interface Company {
  name: string
  /** Bare CPF or CNPJ. */
  document: string | null
  ie: string | null
  address: string | null
  state: string | null
  phone: string | null
}

/** What stands below the account's name; empty where no branch is known. */
export function companyText(company: Company | null, account_name: string): string {
  if (!company) return ''
  const { name, document, ie, address, state, phone } = company
  const kind = document?.length === 11 ? 'CPF' : 'CNPJ'
  const joined = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ')
  return [
    name !== account_name && name,
    joined(document && `${kind} ${taxIdText(document)}`, ie && `IE ${ie}`),
    joined([address, state].filter(Boolean).join(' – '), phone && `Tel. ${phone}`),
  ]
    .filter(Boolean)
    .join('\n')
}
