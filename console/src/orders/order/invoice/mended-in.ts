import type { Order } from '@pedido/client'

/** Where something of an order's invoice is mended. */
export interface MendedIn {
  of: 'customer' | 'product' | 'line' | 'carrier' | 'order'
  /** From 0, where it is of a line. */
  line: number | undefined
  name: string
  href: string
}

/** The record that a pointer into an order leads to: mended there, it is mended for all orders. */
export function mendedIn(pointer: string, order: Order): MendedIn {
  const [, first = '', index = '', part = ''] = pointer.split('/')
  const form = `/orders/${order.id}?edit`
  if (first === 'customer' || first === 'address') {
    const { id, name } = order.customer
    return { of: 'customer', line: undefined, name, href: `/customers/${id}` }
  }
  if (first === 'shipping_company' && order.shipping_company) {
    const { id, name } = order.shipping_company
    return { of: 'carrier', line: undefined, name, href: `/records/shipping-companies/${id}` }
  }
  const line = Number(index)
  const product = first === 'items' && index !== '' ? order.items[line]?.item : undefined
  if (!product) return { of: 'order', line: undefined, name: '', href: form }
  return part === 'product'
    ? { of: 'product', line, name: product.name, href: `/products/${product.id}` }
    : { of: 'line', line, name: product.name, href: form }
}
