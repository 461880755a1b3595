import { account } from '../account/feature.ts'
import { customers } from '../customers/feature.ts'
import { home } from '../home/feature.ts'
import { integrations } from '../integrations/feature.ts'
import { orders } from '../orders/feature.ts'
import { products } from '../products/feature.ts'
import { records } from '../records/feature.ts'
import { reports } from '../reports/feature.ts'
import type { Feature } from './feature.ts'

/** Everything that the console has, in the order of its navigation. `/console` leads to the first. */
export const features: readonly Feature[] = [
  home,
  orders,
  customers,
  products,
  reports,
  records,
  integrations,
  account,
]
