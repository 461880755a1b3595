import * as accessMachinesClients from '../../access/machines/clients-sql.ts'
import * as accessMachinesIssuers from '../../access/machines/issuers-sql.ts'
import * as accessSessions from '../../access/sessions-sql.ts'
import * as access from '../../access/sql.ts'
import * as accessTestAccounts from '../../access/test-accounts/sql.ts'
import * as custom from '../../custom/sql.ts'
import * as customers from '../../customers/sql.ts'
import * as eventsHistory from '../../events/history/sql.ts'
import * as eventsRetention from '../../events/retention-sql.ts'
import * as eventsRewriting from '../../events/rewriting/sql.ts'
import * as events from '../../events/sql.ts'
import * as filesDocuments from '../../files/documents/sql.ts'
import * as filesExports from '../../files/exports/sql.ts'
import * as filesImportsJob from '../../files/imports/job/sql.ts'
import * as filesImports from '../../files/imports/sql.ts'
import * as filesLinkMails from '../../files/links/mails-sql.ts'
import * as filesLinks from '../../files/links/sql.ts'
import * as filesWarehouse from '../../files/warehouse/sql.ts'
import * as httpIdempotency from '../../http/idempotency-sql.ts'
import * as httpExpanded from '../../http/lists/expanded-sql.ts'
import * as leases from '../../jobs/sql.ts'
import * as membersMails from '../../members/mails-sql.ts'
import * as membersPasskeys from '../../members/passkeys/sql.ts'
import * as membersProvider from '../../members/provider/sql.ts'
import * as membersSignIn from '../../members/sign-in/sql.ts'
import * as members from '../../members/sql.ts'
import * as membersViews from '../../members/views/sql.ts'
import * as operationsAccountsDeletion from '../../operations/accounts/deletion-sql.ts'
import * as operationsAccounts from '../../operations/accounts/sql.ts'
import * as operationsMetrics from '../../operations/metrics/sql.ts'
import * as operations from '../../operations/sql.ts'
import * as operationsStatus from '../../operations/status/sql.ts'
import * as ordersAttachments from '../../orders/attachments/sql.ts'
import * as ordersChangesLetGo from '../../orders/changes/redact-sql.ts'
import * as ordersComments from '../../orders/comments/sql.ts'
import * as ordersInstallments from '../../orders/installments/sql.ts'
import * as ordersInvoiceRecords from '../../orders/invoice-records/sql.ts'
import * as ordersLastPrices from '../../orders/last-prices/sql.ts'
import * as ordersReadsLocked from '../../orders/reads/locked-sql.ts'
import * as ordersReads from '../../orders/reads/sql.ts'
import * as ordersVersions from '../../orders/reads/versions/sql.ts'
import * as ordersRecalculations from '../../orders/recalculations/sql.ts'
import * as ordersReferences from '../../orders/references/sql.ts'
import * as orders from '../../orders/sql.ts'
import * as ordersTaxCoverage from '../../orders/tax-coverage/sql.ts'
import * as ordersTaxing from '../../orders/taxing/sql.ts'
import * as privacyMentioned from '../../privacy/mentioned-sql.ts'
import * as privacy from '../../privacy/sql.ts'
import * as products from '../../products/sql.ts'
import * as recordsBulk from '../../records/bulk/sql.ts'
import * as recordsBuying from '../../records/buying/figures-sql.ts'
import * as recordsCustomFields from '../../records/custom-fields/sql.ts'
import * as recordsNumberSeries from '../../records/number-series/sql.ts'
import * as recordsOrderStatuses from '../../records/order-statuses-sql.ts'
import * as recordsPortfolio from '../../records/portfolio/sql.ts'
import * as recordsTaxRules from '../../records/tax-rules/sql.ts'
import * as requests from '../../requests/sql.ts'
import * as taxesRules from '../../taxes/rules/sql.ts'
import * as taxes from '../../taxes/sql.ts'
import * as webhooksDelivery from '../../webhooks/delivery/sql.ts'
import * as webhooksRetention from '../../webhooks/retention-sql.ts'
import * as webhooks from '../../webhooks/sql.ts'
import * as jobs from '../jobs-sql.ts'

// Metrics, traces and the log call a statement by the name under which its file exports it.

const FILES = [
  membersProvider,
  access,
  accessMachinesClients,
  accessMachinesIssuers,
  accessSessions,
  accessTestAccounts,
  custom,
  customers,
  events,
  eventsHistory,
  eventsRetention,
  eventsRewriting,
  filesDocuments,
  filesExports,
  filesImports,
  filesLinkMails,
  filesLinks,
  filesWarehouse,
  filesImportsJob,
  httpExpanded,
  httpIdempotency,
  jobs,
  leases,
  members,
  membersMails,
  membersPasskeys,
  membersSignIn,
  membersViews,
  operations,
  operationsAccounts,
  operationsAccountsDeletion,
  operationsMetrics,
  operationsStatus,
  orders,
  ordersAttachments,
  ordersChangesLetGo,
  ordersComments,
  ordersInstallments,
  ordersInvoiceRecords,
  ordersLastPrices,
  ordersReads,
  ordersReadsLocked,
  ordersRecalculations,
  ordersReferences,
  ordersTaxCoverage,
  ordersTaxing,
  ordersVersions,
  privacy,
  privacyMentioned,
  products,
  recordsBulk,
  recordsBuying,
  recordsCustomFields,
  recordsPortfolio,
  recordsNumberSeries,
  recordsOrderStatuses,
  recordsTaxRules,
  requests,
  taxesRules,
  taxes,
  webhooks,
  webhooksDelivery,
  webhooksRetention,
]

/** Names for texts that are put together when they are needed; beyond so many they have none. */
const MOST_KNOWN = 2_000

const names = new Map<string, string>()

/**
 * The name of a statement, such as `tokens_findBySha256`. What is put together, as lists are, has that
 * of what it does and to which table: `select orders`.
 */
export function statementName(text: string): string {
  if (names.size === 0) nameAll()
  const known = names.get(text)
  if (known !== undefined) return known
  const name = describe(text)
  if (names.size < MOST_KNOWN) names.set(text, name)
  return name
}

function nameAll(): void {
  for (const file of FILES) {
    for (const [name, value] of Object.entries(file)) note(name, value)
  }
}

/** Some files export several statements under one name. */
function note(name: string, value: unknown): void {
  if (isStatement(value)) names.set(value.text, name)
  else if (typeof value === 'object' && value !== null) {
    for (const [part, one] of Object.entries(value)) note(`${name}.${part}`, one)
  }
}

function isStatement(value: unknown): value is { text: string } {
  return typeof value === 'function' && 'text' in value && typeof value.text === 'string'
}

/** What it does, in a word of SQL, and to the first table that it names. */
function describe(text: string): string {
  const verb = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z]\w*)/i.exec(text)?.[1]
  return table === undefined || verb === table ? verb : `${verb} ${table}`
}
