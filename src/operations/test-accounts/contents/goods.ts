import { gtin13, gtin14 } from './identifiers.ts'

/** Code, name, unit price in reais, IPI in percent, NCM. */
type Good = readonly [code: string, name: string, price: number, ipi: number, ncm: string]

/** What a distributor of food and cleaning goods sells. The brands are made up. */
export const goods: readonly Good[] = [
  ['ARZ-T1-5', 'Arroz agulhinha tipo 1 Serra Azul 5 kg', 27.9, 0, '10063021'],
  ['ARZ-INT-1', 'Arroz integral Serra Azul 1 kg', 8.49, 0, '10062010'],
  ['FEJ-CAR-1', 'Feijão carioca Fazenda Velha 1 kg', 8.29, 0, '07133399'],
  ['FEJ-PRE-1', 'Feijão preto Fazenda Velha 1 kg', 9.15, 0, '07133319'],
  ['ACU-REF-1', 'Açúcar refinado União da Serra 1 kg', 5.19, 0, '17019900'],
  ['ACU-CRI-5', 'Açúcar cristal União da Serra 5 kg', 19.9, 0, '17019900'],
  ['CAF-TRA-500', 'Café torrado e moído tradicional Boa Manhã 500 g', 18.75, 0, '09012100'],
  ['CAF-EXT-250', 'Café extraforte Boa Manhã a vácuo 250 g', 11.4, 0, '09012100'],
  ['OLE-SOJ-900', 'Óleo de soja Girassol do Sul PET 900 ml', 7.35, 0, '15079011'],
  ['AZE-EXV-500', 'Azeite de oliva extravirgem Quinta da Várzea 500 ml', 42.9, 0, '15092000'],
  ['FAR-TRI-1', 'Farinha de trigo especial Moinho Real 1 kg', 5.89, 0, '11010010'],
  ['FAR-MAN-500', 'Farinha de mandioca torrada Tapajós 500 g', 6.2, 0, '11062000'],
  ['FUB-MIM-1', 'Fubá mimoso Moinho Real 1 kg', 4.75, 0, '11022000'],
  ['MAC-ESP-500', 'Macarrão espaguete com ovos Nonna Pia 500 g', 4.15, 0, '19021100'],
  ['MAC-PAR-500', 'Macarrão parafuso com ovos Nonna Pia 500 g', 4.15, 0, '19021100'],
  ['MOL-TOM-340', 'Molho de tomate tradicional Nonna Pia sachê 340 g', 3.29, 0, '21032010'],
  ['EXT-TOM-340', 'Extrato de tomate Nonna Pia lata 340 g', 6.1, 0, '20029000'],
  ['MIL-VER-170', 'Milho-verde em conserva Campo Bom lata 170 g', 4.39, 0, '20058000'],
  ['ERV-CON-170', 'Ervilha em conserva Campo Bom lata 170 g', 4.19, 0, '20054000'],
  ['SAR-OLE-125', 'Sardinha em óleo comestível Mar Alto 125 g', 5.99, 0, '16041310'],
  ['ATU-RAL-170', 'Atum ralado em água e sal Mar Alto 170 g', 9.49, 0, '16041410'],
  ['LEI-UHT-1', 'Leite UHT integral Vale Verde 1 L', 5.45, 0, '04012010'],
  ['LEI-CON-395', 'Leite condensado Vale Verde 395 g', 7.1, 0, '04029900'],
  ['CRE-LEI-200', 'Creme de leite UHT Vale Verde 200 g', 3.69, 0, '04015021'],
  ['BIS-CRC-350', 'Biscoito cream cracker Dona Zica do Sul 350 g', 5.25, 0, '19059020'],
  ['BIS-MAI-350', 'Biscoito maisena Dona Zica do Sul 350 g', 5.35, 0, '19053100'],
  ['BIS-REC-130', 'Biscoito recheado chocolate Dona Zica do Sul 130 g', 2.79, 0, '19053100'],
  ['ACH-PO-400', 'Achocolatado em pó Chocobom 400 g', 8.9, 0, '18069000'],
  ['REF-COL-2', 'Refrigerante cola Tropical PET 2 L', 7.49, 4, '22021000'],
  ['REF-GUA-2', 'Refrigerante guaraná Tropical PET 2 L', 6.99, 4, '22021000'],
  ['SUC-UVA-1', 'Suco de uva integral Serra Gaúcha 1 L', 14.9, 0, '20096900'],
  ['AGU-SG-500', 'Água mineral sem gás Fonte Clara 500 ml fardo 12', 13.8, 0, '22011000'],
  ['CER-PIL-350', 'Cerveja pilsen Litoral lata 350 ml caixa 12', 38.4, 6, '22030000'],
  ['SAL-REF-1', 'Sal refinado iodado Lençóis 1 kg', 2.35, 0, '25010020'],
  ['VIN-ALC-750', 'Vinagre de álcool Castelinho 750 ml', 3.15, 0, '22090000'],
  ['MAI-TRA-500', 'Maionese tradicional Cremosa 500 g', 8.75, 0, '21039011'],
  ['DET-NEU-500', 'Detergente líquido neutro Limpa Bem 500 ml', 2.49, 5, '34025000'],
  ['DET-COC-500', 'Detergente líquido coco Limpa Bem 500 ml', 2.49, 5, '34025000'],
  ['SAB-PO-16', 'Sabão em pó Lavadeira lavagem perfeita 1,6 kg', 17.9, 5, '34025000'],
  ['SAB-BAR-5', 'Sabão em barra glicerinado Lavadeira 5 × 180 g', 12.4, 5, '34011900'],
  ['AMA-ROU-2', 'Amaciante de roupas brisa da manhã Lavadeira 2 L', 13.6, 5, '38099190'],
  ['AGU-SAN-2', 'Água sanitária Alvorada 2 L', 6.85, 0, '28289011'],
  ['DES-LAV-2', 'Desinfetante lavanda Alvorada 2 L', 9.2, 5, '38089419'],
  ['MUL-CAM-500', 'Limpador multiuso campestre Limpa Bem 500 ml', 4.6, 5, '34025000'],
  ['ALC-70-1', 'Álcool líquido 70% Santa Clara 1 L', 9.9, 0, '22071090'],
  ['ESP-LA-8', 'Lã de aço Brilhol pacote com 8', 2.95, 10, '73231000'],
  ['ESP-MUL-4', 'Esponja multiuso Limpa Bem pacote com 4', 5.3, 10, '39249000'],
  ['PAP-HIG-12', 'Papel higiênico folha dupla 30 m Maciez pacote 12 rolos', 19.8, 12, '48181000'],
  ['PAP-TOA-2', 'Papel-toalha Maciez pacote com 2 rolos', 6.4, 12, '48182000'],
  ['GUA-PAP-50', 'Guardanapo de papel 24 × 22 cm Maciez pacote 50', 2.15, 12, '48183000'],
  ['SAC-LIX-100', 'Saco para lixo reforçado 100 L Resistel rolo com 25', 22.9, 15, '39232990'],
  ['INS-AER-300', 'Inseticida aerossol mata-tudo Protefim 300 ml', 12.7, 5, '38089119'],
  ['CRE-DEN-90', 'Creme dental menta refrescante Sorrisal 90 g', 3.75, 0, '33061000'],
  ['SAB-HID-85', 'Sabonete em barra hidratante flor de algodão Suave 85 g', 2.35, 5, '34011190'],
  ['SHA-ANT-350', 'Xampu anticaspa Suave 350 ml', 13.9, 7, '33051000'],
  [
    'FRA-DES-G',
    'Fralda descartável infantil Nenê Feliz tamanho G pacote com 72',
    64.9,
    0,
    '96190000',
  ],
]

/** How goods are packed: the end of the code, pieces, the unit, and what a piece costs of its price. */
const packs = [
  ['', 1, 'UN', 1],
  ['-CX12', 12, 'CX', 0.96],
  ['-FD6', 6, 'FD', 0.98],
] as const

interface Article {
  /** As the bulk endpoint takes it. */
  product: object
  code: string
  /** Its price. */
  cents: number
  /** In percent. */
  ipi: number
  /** Its ICMS is levied ahead of the sales that follow (ST): of beverages, and of what cleans. */
  hasSt: boolean
}

/** What is sold: goods by the piece first, then in boxes that have a code and a GTIN of their own. */
export function articles(count: number): Article[] {
  const all = packs.flatMap((_, pack) => goods.map((good, row) => article(good, row, pack)))
  return all.slice(0, count)
}

function article([code, name, price, ipi, ncm]: Good, row: number, pack: number): Article {
  const [end, pieces, unit, part] = packs[pack] ?? packs[0]
  const cents = Math.round(price * pieces * part * 100)
  const unit_gtin = gtin13(row)
  const own = {
    fk_id: code + end,
    name: pieces === 1 ? name : `${name} (${unit} com ${pieces})`,
    price: cents / 100,
    gtin: pack === 0 ? unit_gtin : gtin14(unit_gtin, pack),
    unit,
    tax_factor: pieces === 1 ? null : pieces,
  }
  const product = { ...own, ncm, unit_gtin, tax_unit: 'UN', origin: 0, type: 'product' }
  return { product, code: code + end, cents, ipi, hasSt: /^(2202|2203|3402|3808)/.test(ncm) }
}
