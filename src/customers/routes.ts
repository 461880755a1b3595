import type { App } from '../http/app.ts'
import { lineRoutes } from '../records/lines/routes.ts'
import { returnedSchemas } from '../records/schema.ts'
import type { Services } from '../services.ts'
import { legacyAddressRoutes } from './legacy-address-routes.ts'
import { lookupRoutes } from './lookups/routes.ts'
import { addressDefinition as address } from './schema.ts'
import { transferRoutes } from './transfer-routes.ts'

/** Addresses of customers. The customers themselves are one of the records in src/records. */
export function customerRoutes(app: App, services: Services): void {
  for (const schema of returnedSchemas(address)) app.addSchema(schema)
  lineRoutes(app, services, address)
  legacyAddressRoutes(app, services)
  transferRoutes(app, services)
  lookupRoutes(app, services)
}
