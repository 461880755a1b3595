import { Type } from 'typebox'
import { closed, textOut } from '../../http/schemas.ts'

const group = (description: string) => Type.Object({}, { additionalProperties: true, description })
const optional = (description: string) => Type.Optional(group(description))

const infNFe = Type.Object(
  {
    ide: group('What kind of note it is: `natOp`, `idDest`, `finNFe`, `indFinal`, `indPres` …'),
    emit: optional('The branch; not there where the order has none.'),
    dest: group('The customer with the main address.'),
    entrega: optional('The address of the order, where it is another one.'),
    det: Type.Array(
      Type.Object(
        {
          nItem: textOut(4, { description: 'Of the line, from 1.', examples: ['1'] }),
          prod: group('The goods: `cProd`, `NCM`, `CFOP`, `qCom`, `vUnCom`, `vProd` …'),
          imposto: group(
            'Its taxes: `ICMS`, `IPI`, `PIS`, `COFINS`, `ICMSUFDest`, `IS`, `IBSCBS`.',
          ),
          infAdProd: Type.Optional(textOut(500)),
        },
        { additionalProperties: false },
      ),
      { maxItems: 1_000_000 },
    ),
    total: group('`ICMSTot`, and `ISTot` and `IBSCBSTot` where lines have them.'),
    transp: group('Freight, carrier and weights.'),
    cobr: optional('The instalments.'),
    pag: group('What is paid how.'),
    infIntermed: optional('The marketplace.'),
    infAdic: optional('The order’s observations.'),
    compra: optional('The buyer’s order, contract and commitment.'),
  },
  { additionalProperties: false, description: 'By the names of the layout 4.00 of the NF-e.' },
)

export const nfeDraft = closed(
  {
    tax_date: Type.String({
      format: 'date',
      maxLength: 10,
      examples: ['2026-12-14'],
      description: 'The day by which its taxes are judged.',
    }),
    infNFe,
  },
  {
    $id: 'NfeDraft',
    description:
      'What an order’s invoice says, for the program that issues it. Figures are texts, as the XML has them; what is not known is not there.',
  },
)
