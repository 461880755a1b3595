import type { Preset } from './preset.ts'

/** Orders of the plugin Advanced Order Export, products of the shop's own exporter. */
export const woocommerce: Preset = {
  label: 'WooCommerce',
  forms: [
    {
      resource: 'orders',
      signs: ['Order Number', 'Quantity (- Refund)', 'Item Cost', 'Order Total Amount'],
      decimal: '.',
      columns: {
        'Order Number': 'fk_id',
        'Order Date': 'date',
        'Customer Note': 'observations',
        'Email (Billing)': 'fk_id_customer',
        SKU: 'items.fk_id_item',
        'Item #': 'items.fk_id',
        'Item Name': 'items.description',
        'Quantity (- Refund)': 'items.quantity',
        'Item Cost': 'items.price',
        'Order Shipping Amount': 'freight_value',
        'Order Total Amount': 'total_value',
        'Order Subtotal Amount': null,
        'Payment Method Title': null,
        'Order Status': null,
      },
    },
    {
      resource: 'products',
      signs: ['SKU', 'Visibility in catalog', 'Tax status'],
      decimal: '.',
      columns: {
        ID: null,
        Type: null,
        SKU: 'fk_id',
        Name: 'name',
        'Regular price': 'price',
        'Short description': null,
        Description: 'description',
      },
    },
  ],
}
