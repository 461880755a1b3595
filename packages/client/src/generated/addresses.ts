// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Address, DeletedResponse } from './orders-3.ts'
import type { AddressPatch } from './customers-2.ts'
import type { Call, Options } from '../types.ts'

export interface AddressesResource {
  /** Read an address. With `If-None-Match` it is sent only if it has changed. Needs the scope `customers:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Address>
  /** Change fields of an address. Fields that are left out stay; null clears. Needs the scope `customers:write`. */ update(id: number, body: AddressPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Address>
  /** Delete an address that no order uses. While an order uses it, the answer is 409. Needs the scope `customers:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
}
