import type { Preset } from './preset.ts'

/** Tables with the names of their fields: TGFCAB and TGFITE joined, TGFPRO, TGFPAR. */
export const sankhya: Preset = {
  label: 'Sankhya',
  forms: [
    {
      resource: 'orders',
      signs: ['NUNOTA', 'CODPARC', 'CODPROD', 'QTDNEG'],
      columns: {
        NUNOTA: 'fk_id',
        NUMNOTA: null,
        DTNEG: 'date',
        CODPARC: 'fk_id_customer',
        OBSERVACAO: 'observations',
        SEQUENCIA: 'items.fk_id',
        CODPROD: 'items.fk_id_item',
        DESCRPROD: 'items.description',
        QTDNEG: 'items.quantity',
        VLRUNIT: 'items.price',
        VLRTOT: 'items.total_item',
        VLRDESC: 'items.discount_value',
        PERCDESC: null,
        VLRNOTA: 'total_value',
      },
    },
    {
      resource: 'products',
      signs: ['CODPROD', 'DESCRPROD'],
      columns: { CODPROD: 'fk_id', DESCRPROD: 'name', VLRVENDA: 'price' },
    },
    {
      resource: 'customers',
      signs: ['CODPARC', 'NOMEPARC', 'CGC_CPF'],
      columns: {
        CODPARC: 'fk_id',
        RAZAOSOCIAL: 'name',
        NOMEPARC: null,
        CGC_CPF: 'document',
        EMAIL: 'email',
        TELEFONE: 'phone',
        NUMEND: 'address.number_text',
        COMPLEMENTO: 'address.complement',
        CEP: 'address.postal_code',
      },
    },
  ],
}
