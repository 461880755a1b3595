// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { OrdersResource } from './orders.ts'
import type { TaxesResource } from './taxes.ts'
import type { RecalculationsResource } from './recalculations.ts'
import type { CustomersResource } from './customers.ts'
import type { AddressesResource } from './addresses.ts'
import type { ProductsResource } from './products.ts'
import type { UsersResource } from './users.ts'
import type { OrderStatusesResource } from './order-statuses.ts'
import type { ReasonsResource } from './reasons.ts'
import type { FreightTypesResource } from './freight-types.ts'
import type { PaymentTypesResource } from './payment-types.ts'
import type { PaymentMethodsResource } from './payment-methods.ts'
import type { CategoriesResource } from './categories.ts'
import type { OperationsResource } from './operations.ts'
import type { ShippingCompaniesResource } from './shipping-companies.ts'
import type { BranchCompaniesResource } from './branch-companies.ts'
import type { NumberSeriesResource } from './number-series.ts'
import type { OpportunitiesResource } from './opportunities.ts'
import type { QuotationsResource } from './quotations.ts'
import type { CustomFieldsResource } from './custom-fields.ts'
import type { TaxRulesResource } from './tax-rules.ts'
import type { ImportsResource } from './imports.ts'
import type { EventsResource } from './events.ts'
import type { WebhooksResource } from './webhooks.ts'
import type { ViewsResource } from './views.ts'
import type { AccountResource } from './account.ts'
import type { MembersResource } from './members.ts'
import type { SessionsResource } from './sessions.ts'
import type { PasskeysResource } from './passkeys.ts'
import type { SingleSignOnResource } from './single-sign-on.ts'
import type { TokensResource } from './tokens.ts'
import type { TrustedIssuersResource } from './trusted-issuers.ts'
import type { HealthResource } from './health.ts'

export type * from './orders.ts'
export type * from './orders-2.ts'
export type * from './orders-3.ts'
export type * from './orders-4.ts'
export type * from './orders-5.ts'
export type * from './orders-6.ts'
export type * from './taxes.ts'
export type * from './recalculations.ts'
export type * from './customers.ts'
export type * from './customers-2.ts'
export type * from './addresses.ts'
export type * from './products.ts'
export type * from './users.ts'
export type * from './order-statuses.ts'
export type * from './reasons.ts'
export type * from './freight-types.ts'
export type * from './payment-types.ts'
export type * from './payment-methods.ts'
export type * from './categories.ts'
export type * from './operations.ts'
export type * from './shipping-companies.ts'
export type * from './branch-companies.ts'
export type * from './number-series.ts'
export type * from './opportunities.ts'
export type * from './quotations.ts'
export type * from './custom-fields.ts'
export type * from './tax-rules.ts'
export type * from './tax-rules-2.ts'
export type * from './imports.ts'
export type * from './events.ts'
export type * from './events-2.ts'
export type * from './events-3.ts'
export type * from './events-4.ts'
export type * from './events-5.ts'
export type * from './webhooks.ts'
export type * from './views.ts'
export type * from './account.ts'
export type * from './members.ts'
export type * from './sessions.ts'
export type * from './passkeys.ts'
export type * from './single-sign-on.ts'
export type * from './tokens.ts'
export type * from './trusted-issuers.ts'
export type * from './health.ts'
export type * from './problem.ts'

/** Everything that the service can be asked, by what it is about. */
export interface Resources {
  orders: OrdersResource
  taxes: TaxesResource
  recalculations: RecalculationsResource
  customers: CustomersResource
  addresses: AddressesResource
  products: ProductsResource
  users: UsersResource
  orderStatuses: OrderStatusesResource
  reasons: ReasonsResource
  freightTypes: FreightTypesResource
  paymentTypes: PaymentTypesResource
  paymentMethods: PaymentMethodsResource
  categories: CategoriesResource
  operations: OperationsResource
  shippingCompanies: ShippingCompaniesResource
  branchCompanies: BranchCompaniesResource
  numberSeries: NumberSeriesResource
  opportunities: OpportunitiesResource
  quotations: QuotationsResource
  customFields: CustomFieldsResource
  taxRules: TaxRulesResource
  imports: ImportsResource
  events: EventsResource
  webhooks: WebhooksResource
  views: ViewsResource
  account: AccountResource
  members: MembersResource
  sessions: SessionsResource
  passkeys: PasskeysResource
  singleSignOn: SingleSignOnResource
  tokens: TokensResource
  trustedIssuers: TrustedIssuersResource
  health: HealthResource
}
