import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { isTalk, readLine, textLines } from '../../console/src/orders/form/paste/text-lines.ts'
import { fc } from '../support/random.ts'
import { until } from '../support/workers.ts'
import { countRequests, paste } from './support/keys.ts'
import { checkAccess, picture, type Stand, startStand } from './support/stand.ts'

const read = (text: string) => {
  const { quantity, words } = readLine(text)
  return [quantity, words]
}

test('a line is read with its quantity, wherever that stands', () => {
  const cases: [line: string, quantity: string, words: string][] = [
    ['10178 - 10', '10', '10178'],
    ['10 - 10178', '10', '10178'],
    ['10178 10', '10', '10178'],
    ['10 10178', '10', '10178'],
    ['7891000100103;12', '12', '7891000100103'],
    ['7891000100103: 12 cx', '12', '7891000100103'],
    ['10 fd feijao carioca', '10', 'feijao carioca'],
    ['feijao carioca 1kg x 10', '10', 'feijao carioca 1kg'],
    ['feijao carioca 1 kg X10', '10', 'feijao carioca 1 kg'],
    ['Arroz tipo 1 5kg: 3 fd', '3', 'Arroz tipo 1 5kg'],
    ['2cx detergente coco', '2', 'detergente coco'],
    ['10x leite uht', '10', 'leite uht'],
    ['10 x leite uht', '10', 'leite uht'],
    ['3 unidades de sabão em barra', '3', 'sabão em barra'],
    ['24un água sanitária 2l', '24', 'água sanitária 2l'],
    ['5 kg arroz', '5', 'arroz'],
    ['1,5 kg queijo', '1,5', 'queijo'],
    ['arroz integral 10', '10', 'arroz integral'],
    ['detergente coco 24 un', '24', 'detergente coco'],
    ['açúcar refinado – 20', '20', 'açúcar refinado'],
    ['Guardanapo pacote 50 - 6', '6', 'Guardanapo pacote 50'],
    ['SAB-BAR-5 x 3', '3', 'SAB-BAR-5'],
    ['SAB-BAR-5 - 3 cx', '3', 'SAB-BAR-5'],
    ['Durex 10', '10', 'Durex'],
    ['10 durex', '10', 'durex'],
    ['2 xampu anticaspa', '2', 'xampu anticaspa'],
    ['Preciso de 12 coca 2l', '12', 'coca 2l'],
    ['oi, manda 10 arroz', '10', 'arroz'],
    ['Bom dia! Me manda 3 cx de óleo', '3', 'óleo'],
    // What a product weighs is none.
    ['arroz integral 5kg', '', 'arroz integral 5kg'],
    ['sabão em barra 5 x 180 g', '', 'sabão em barra 5 x 180 g'],
    ['SAB-BAR-5', '', 'SAB-BAR-5'],
    ['10178', '', '10178'],
    ['0 arroz', '0', 'arroz'],
    ['1.000 sal', '1.000', 'sal'],
  ]
  for (const [line, ...expected] of cases) assert.deepEqual(read(line), expected, line)
})

test('a message loses what a messenger adds to it, and no line', () => {
  const message = [
    '[25/11, 10:02] Maria: Bom dia!',
    '[10:02, 25/11/2026] Maria Silva: segue o pedido:',
    '\u200e[25/11/26, 10:02:33] Mercado São João: 10 fd feijao carioca',
    '25/11/2026 10:03 - João (Mercado): 2 cx óleo',
    '',
    '- *Arroz* tipo 1 5kg: 3 fd',
    '• 2cx detergente coco',
    '1) 4 cx oleo de soja',
    '2. 10 fd feijão preto',
    '10 arroz, 5 feijao preto e 2 cx leite',
    'obrigada!! 🙏',
    '👍',
  ].join('\r\n')
  const lines = textLines(message)
  assert.deepEqual(
    lines.filter((line) => !isTalk(line)).map(({ quantity, words }) => `${quantity} ${words}`),
    [
      '10 feijao carioca',
      '2 óleo',
      '3 Arroz tipo 1 5kg',
      '2 detergente coco',
      '4 oleo de soja',
      '10 feijão preto',
      '10 arroz',
      '5 feijao preto',
      '2 leite',
    ],
  )
  assert.deepEqual(
    lines.filter(isTalk).map(({ text }) => text),
    ['Bom dia!', 'segue o pedido:', 'obrigada!! 🙏', '👍'],
  )
})

test('a quantity and a name are read back from each way to write them', () => {
  const name = fc
    .array(fc.constantFrom('feijao', 'carioca', 'óleo', 'soja', 'detergente', 'coco'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((words) => words.join(' '))
  const unit = fc.constantFrom('', ' cx', ' fd', 'un', ' pct', ' unidades')
  fc.assert(
    fc.property(name, fc.integer({ min: 1, max: 9999 }), unit, (words, count, unit) => {
      const expected = [String(count), words]
      for (const line of [
        `${count}${unit} ${words}`,
        `${words} x ${count}${unit}`,
        `${words} - ${count}${unit}`,
        `${words}: ${count}${unit}`,
        `${words} ${count}${unit}`,
      ]) {
        assert.deepEqual(read(line), expected, line)
      }
    }),
  )
})

test('whatever is pasted, each line that is not empty is there', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (given) => {
      const lines = textLines(given.join('\n'))
      for (const { text, words } of lines) {
        assert.notEqual(text, '')
        assert.notEqual(words, '')
      }
    }),
  )
})

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 12, orders: 20, days: 20 })
})
after(() => stand.close())

const open = async (size?: { width: number; height: number }) => {
  const { body } = await stand.server.send('GET', '/customers?limit=1')
  const address = `/orders/new?customer=${body.data[0].id}`
  const visit = await stand.visit(address, { role: 'manager', ...(size && { size }) })
  await visit.page.getByRole('combobox', { name: 'Produto, linha 1' }).focus()
  return visit
}

/** Until the focus waits at the product of this line, with something to take. */
async function asksFor(page: Page, line: number) {
  const field = page.getByRole('combobox', { name: `Produto, linha ${line}`, exact: true })
  await field.and(page.locator(':focus')).waitFor()
  await page.locator('.popup--anchored:not([aria-busy]) [role=option]').first().waitFor()
}

/** Of the order that was saved last. */
let items: { item: { fk_id: string }; quantity: number; price: number }[] = []
const saved = async (page: Page) => {
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/orders\/\d+$/)
  const id = page.url().split('/').at(-1)
  const { body } = await stand.server.send('GET', `/orders/${id}`)
  items = body.data.items
  return items.map(({ item, quantity }) => [item.fk_id, quantity])
}

const MESSAGE = [
  '[25/11, 10:02] Maria: Bom dia, segue o pedido',
  '[25/11, 10:03] Maria: 10 fd feijao carioca',
  '- arroz integral 1kg x 12',
  '- 5 acucar refinado',
  '• 3 cx oleo de soja',
  '2cx detergentes coco',
  'café extraforte 250g: 6',
  'FAR-TRI-1 - 8',
  '4 pct papel higienico folha dupla',
  '24 un sabonete hidratante suave',
  '7 maionese cremosa',
  '[25/11, 10:05] Maria: obrigada!',
].join('\n')

test('a message of ten lines goes in by 25 keys at most', async () => {
  const { page, end } = await open()
  const requests = countRequests(page)
  let keys = 1
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await paste(page, MESSAGE)
  for (const line of [1, 2, 3, 4, 5, 6, 8, 9, 10]) {
    await asksFor(page, line)
    if (line === 2) {
      await picture(page, 'paste-text-asked')
    }
    await press(line % 2 === 0 ? 'Tab' : 'Enter')
  }
  await page
    .getByRole('combobox', { name: 'Produto, linha 11', exact: true })
    .and(page.locator(':focus'))
    .waitFor()
  await page.getByText('Bom dia, segue o pedido').waitFor()
  await page.getByText('obrigada!').waitFor()
  await checkAccess(page)
  await picture(page, 'paste-text-done')
  keys++
  assert.deepEqual(await saved(page), [
    ['FEJ-CAR-1', 10],
    ['ARZ-INT-1', 12],
    ['ACU-REF-1', 5],
    ['OLE-SOJ-900', 3],
    ['DET-COC-500', 2],
    ['CAF-EXT-250', 6],
    ['FAR-TRI-1', 8],
    ['PAP-HIG-12', 4],
    ['SAB-HID-85', 24],
    ['MAI-TRA-500', 7],
  ])
  assert.ok(keys <= 25, `${keys} keys`)
  // For each line its products, their last prices, and what the order comes to.
  assert.ok(requests() <= 60, `${requests()} requests`)
  await end()
})

test('a line is left out by Escape and stays to be seen; another product is chosen', async () => {
  const { page, end } = await open({ width: 390, height: 844 })
  await paste(page, '3 detergente\n2 xyzabc\n5 cx leite condensado\nEntregar na segunda')
  await asksFor(page, 1)
  await picture(page, 'paste-text-phone')
  // Of several the second.
  const second = page.getByRole('option').nth(1)
  const [code = ''] = /DET-\S+/.exec((await second.textContent()) ?? '') ?? []
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const unknown = page.getByRole('combobox', { name: 'Produto, linha 2', exact: true })
  await unknown.and(page.locator(':focus')).waitFor()
  await page.getByText('Nada encontrado').waitFor()
  // Nothing is saved while a line waits.
  await page.keyboard.press('Control+s')
  await page.getByText('Nada foi salvo. Confira: Produto, linha 2 (“xyzabc”)').waitFor()
  await unknown.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await asksFor(page, 2)
  await page.keyboard.press('Tab')
  const left = page.locator('.items__left li')
  assert.deepEqual(await left.allTextContents(), ['Entregar na segunda', '2 xyzabc'])
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await checkAccess(page)
  await picture(page, 'paste-text-left')
  await page.getByRole('button', { name: 'Dispensar' }).click()
  await until(async () => (await left.count()) === 0)
  assert.deepEqual(await saved(page), [
    [code, 3],
    ['LEI-CON-395', 5],
  ])
  await end()
})

test('codes with quantities in a text go in at once', async () => {
  const { page, end } = await open()
  await paste(page, 'ARZ-T1-5 - 10\nFEJ-CAR-1: 4 cx\nFeijão preto Fazenda Velha 1 kg x 6')
  await page.getByText('3 linhas coladas').waitFor()
  await page
    .getByRole('combobox', { name: 'Produto, linha 4', exact: true })
    .and(page.locator(':focus'))
    .waitFor()
  await page.getByRole('row').filter({ hasText: 'ARZ-T1-5' }).waitFor()
  assert.deepEqual(await saved(page), [
    ['ARZ-T1-5', 10],
    ['FEJ-CAR-1', 4],
    ['FEJ-PRE-1', 6],
  ])
  await end()
})

test('names in a table are looked for as words are', async () => {
  const { page, end } = await open()
  const rows = [
    'Qtde\tDescrição\tPreço',
    '3\tdetergente coco\t2,10',
    '2\tleite condensado\t6,50',
    '1\tLeite UHT integral Vale Verde 1 L\t5,00',
  ]
  await paste(page, rows.join('\n'))
  await asksFor(page, 1)
  await page.keyboard.press('Enter')
  await asksFor(page, 2)
  await page.keyboard.press('Enter')
  assert.deepEqual(await saved(page), [
    ['DET-COC-500', 3],
    ['LEI-CON-395', 2],
    ['LEI-UHT-1', 1],
  ])
  assert.deepEqual(
    items.map(({ price }) => price),
    [2.1, 6.5, 5],
  )
  await end()
})
