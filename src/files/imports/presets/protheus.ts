import type { Preset } from './preset.ts'

/** Tables with the names of their fields: SC5 and SC6 joined, SB1, SA1. A customer is a code and a store. */
export const protheus: Preset = {
  label: 'TOTVS Protheus',
  forms: [
    {
      resource: 'orders',
      signs: ['C5_NUM', 'C5_CLIENTE', 'C6_PRODUTO', 'C6_QTDVEN'],
      columns: {
        C5_NUM: 'fk_id',
        C5_EMISSAO: 'date',
        C5_CLIENTE: 'fk_id_customer',
        C5_MENNOTA: 'observations',
        C6_ITEM: 'items.fk_id',
        C6_PRODUTO: 'items.fk_id_item',
        C6_DESCRI: 'items.description',
        C6_QTDVEN: 'items.quantity',
        C6_PRCVEN: 'items.price',
        C6_VALOR: 'items.total_item',
        C6_ENTREG: null,
        C6_PRUNIT: null,
      },
      joined: { C5_CLIENTE: ['C5_LOJACLI'] },
    },
    {
      resource: 'products',
      signs: ['B1_COD', 'B1_DESC'],
      columns: { B1_COD: 'fk_id', B1_DESC: 'name', B1_PRV1: 'price' },
    },
    {
      resource: 'customers',
      signs: ['A1_COD', 'A1_LOJA', 'A1_NOME'],
      columns: {
        A1_COD: 'fk_id',
        A1_NOME: 'name',
        A1_CGC: 'document',
        A1_EMAIL: 'email',
        A1_TEL: 'phone',
        A1_END: 'address.street',
        A1_COMPLEM: 'address.complement',
        A1_BAIRRO: 'address.neighborhood',
        A1_MUN: 'address.city',
        A1_EST: 'address.state',
        A1_CEP: 'address.postal_code',
      },
      joined: { A1_COD: ['A1_LOJA'] },
    },
  ],
}
