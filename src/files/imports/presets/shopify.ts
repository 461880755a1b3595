import type { Preset } from './preset.ts'

/** Exports of orders, products (a line for each variant) and customers. */
export const shopify: Preset = {
  label: 'Shopify',
  forms: [
    {
      resource: 'orders',
      signs: ['Name', 'Financial Status', 'Lineitem quantity', 'Lineitem price'],
      decimal: '.',
      columns: {
        Name: 'fk_id',
        Id: null,
        Email: 'fk_id_customer',
        'Created at': 'date',
        Notes: 'observations',
        'Lineitem sku': 'items.fk_id_item',
        'Lineitem name': 'items.description',
        'Lineitem quantity': 'items.quantity',
        'Lineitem price': 'items.price',
        'Lineitem discount': 'items.discount_value',
        Shipping: 'freight_value',
        Total: 'total_value',
        Subtotal: null,
        'Payment Method': null,
        'Paid at': null,
        'Fulfilled at': null,
        'Cancelled at': null,
      },
    },
    {
      resource: 'products',
      signs: ['Handle', 'Variant SKU', 'Variant Price'],
      decimal: '.',
      columns: {
        'Variant SKU': 'fk_id',
        Title: 'name',
        'Variant Price': 'price',
        'Body (HTML)': 'description',
        Type: null,
      },
    },
    {
      resource: 'customers',
      signs: ['Customer ID', 'Accepts Email Marketing', 'Default Address Address1'],
      columns: {
        'Customer ID': null,
        Email: ['fk_id', 'email'],
        'First Name': 'name',
        'Default Address Phone': 'phone',
        Phone: 'phone',
        'Default Address Address1': 'address.street',
        'Default Address Address2': 'address.complement',
        'Default Address City': 'address.city',
        'Default Address Province Code': 'address.state',
        'Default Address Zip': 'address.postal_code',
      },
      joined: { 'First Name': ['Last Name'] },
    },
  ],
}
