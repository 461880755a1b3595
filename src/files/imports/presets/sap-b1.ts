import type { Preset } from './preset.ts'

/** Tables with the names of their fields: ORDR and RDR1 joined, OITM, OCRD. */
export const sapB1: Preset = {
  label: 'SAP Business One',
  forms: [
    {
      resource: 'orders',
      signs: ['DocNum', 'DocDate', 'CardCode', 'ItemCode'],
      columns: {
        DocNum: 'fk_id',
        DocEntry: null,
        DocDate: 'date',
        DocDueDate: 'delivery_date',
        CardCode: 'fk_id_customer',
        Comments: 'observations',
        LineNum: 'items.fk_id',
        ItemCode: 'items.fk_id_item',
        Dscription: 'items.description',
        Quantity: 'items.quantity',
        PriceBefDi: 'items.price',
        DiscPrcnt: 'items.discount_percentage',
        Price: null,
        LineTotal: 'items.net_value',
        DocTotal: 'total_value',
      },
    },
    {
      resource: 'products',
      signs: ['ItemCode', 'ItemName'],
      columns: { ItemCode: 'fk_id', ItemName: 'name', Price: 'price' },
    },
    {
      resource: 'customers',
      signs: ['CardCode', 'CardName'],
      columns: {
        CardCode: 'fk_id',
        CardName: 'name',
        LicTradNum: 'document',
        E_Mail: 'email',
        Phone1: 'phone',
        Address: 'address.street',
        Block: 'address.neighborhood',
        City: 'address.city',
        ZipCode: 'address.postal_code',
      },
    },
  ],
}
