import type { ImportDetected } from '@pedido/client'

export type Preset = NonNullable<ImportDetected['preset']>

/** The systems whose exports the service knows, as people call them. */
export const systems: Record<Exclude<Preset, 'none'>, string> = {
  bling: 'Bling',
  omie: 'Omie',
  tiny: 'Tiny / Olist',
  mercos: 'Mercos',
  protheus: 'TOTVS Protheus',
  'sap-b1': 'SAP Business One',
  sankhya: 'Sankhya',
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  'mercado-livre': 'Mercado Livre',
}
