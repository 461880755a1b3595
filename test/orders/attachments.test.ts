import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { type Server, startServer } from '../harness.ts'
import { attach, attachmentsOn, digest, uploadOf } from '../support/files/attachments.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'
import { multipart } from '../support/wire/multipart.ts'

// Files beside orders over HTTP. Who sees them, and what becomes of their contents: attachments-kept.test.ts.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

const PDF = '%PDF-1.7\n1 0 obj'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const newOrder = (more: object = {}) =>
  data(server, 'POST', '/orders', { id_customer: ids.customer, ...more })
const { send, namesOf, clean, contentsOf } = attachmentsOn(() => server)

/** A zip as far as it is looked at: names of its entries stand in it as they are. */
const zip = (...entries: string[]) => Buffer.from(`PK\x03\x04${entries.join('\0')}`, 'latin1')

describe('what is attached', () => {
  test('a file stands beside the order, which stays as it is', async () => {
    const { id } = await newOrder({ fk_id: 'F-1', id_order_status: ids.statuses['Invoiced'] })
    const path = `/orders/${id}`
    const order = await succeed(server, 'GET', path)
    const made = await send(id, PDF, 'Pedido de compra nº 47.pdf')
    assert.equal(made.status, 201, made.text)
    const attachment = made.body.data
    assert.equal(made.headers['location'], `/orders/attachments/${attachment.id}`)
    const { created_at, token, id: id_attachment, ...rest } = attachment
    assert.deepEqual(rest, {
      id_order: id,
      name: 'Pedido de compra nº 47.pdf',
      media_type: 'application/pdf',
      bytes: PDF.length,
      sha256: digest(PDF),
      id_member: null,
    })
    assert.deepEqual(Object.keys(token), ['id', 'name'])
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000)
    const read = await succeed(server, 'GET', `/orders/attachments/${id_attachment}`)
    assert.deepEqual(read.body.data, attachment)
    const again = await succeed(server, 'GET', path)
    assert.deepEqual(again.body.data, order.body.data)
    assert.equal(again.headers['etag'], order.headers['etag'])

    await attach(server, '/orders/fk_id/F-1', 'a;b\n1;2', 'lista.csv')
    const names = ['Pedido de compra nº 47.pdf', 'lista.csv']
    assert.deepEqual(await namesOf('/orders/fk_id/F-1'), names)
    const newest = await data(server, 'GET', `${path}/attachments?sort=-id&limit=1`)
    assert.equal(newest[0].name, 'lista.csv')
    const first = await succeed(server, 'GET', `${path}/attachments?pagination=cursor&limit=1`)
    const cursor = first.body.next_cursor
    const next = await data(server, 'GET', `${path}/attachments?cursor=${cursor}`)
    assert.deepEqual([first.body.data[0].name, next[0].name], names)
  })

  test('a download is a file to be saved, and nothing that runs', async () => {
    const { id } = await newOrder({ fk_id: 'F-2' })
    const made = await attach(server, `/orders/${id}`, PDF, 'nota %22fiscal%22; 100% ção 😀.pdf')
    for (const order of [`/orders/${id}`, '/orders/fk_id/F-2']) {
      const { bytes, headers } = await succeed(server, 'GET', `${order}/attachments/${made.id}`)
      assert.deepEqual(bytes, Buffer.from(PDF))
      assert.equal(headers['content-type'], 'application/octet-stream')
      assert.equal(
        headers['content-disposition'],
        'attachment; filename="nota _fiscal_; 100_ __o _.pdf"; ' +
          "filename*=UTF-8''nota%20%22fiscal%22%3B%20100%25%20%C3%A7%C3%A3o%20%F0%9F%98%80.pdf",
      )
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(headers['content-security-policy'] ?? '', /^sandbox;/)
      assert.equal(headers['cache-control'], 'private, no-cache')
      const known = { headers: { 'if-none-match': headers['etag'] as string } }
      const same = await server.send('GET', `${order}/attachments/${made.id}`, known)
      assert.deepEqual([same.status, same.text], [304, ''])
      const others = { headers: { 'if-match': '"x"' } }
      const wrong = await server.send('GET', `${order}/attachments/${made.id}`, others)
      assert.equal(wrong.status, 412)
    }
  })

  test('the bytes say what it is, whatever its name and type', async () => {
    const { id } = await newOrder()
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    const cases: [content: Buffer | string, name: string, media_type: string][] = [
      [PDF, 'a.txt', 'application/pdf'],
      ['<?xml version="1.0" encoding="UTF-8"?>\n<nfeProc versao="4.00"/>', 'a', 'application/xml'],
      ['\uFEFF <!-- ERP --><nfe:pedido xmlns:nfe="urn:x">', 'a.pdf', 'application/xml'],
      [await picture.jpeg().toBuffer(), 'a.png', 'image/jpeg'],
      [await picture.png().toBuffer(), 'a', 'image/png'],
      [await picture.webp().toBuffer(), 'a.exe', 'image/webp'],
      ['a;b\n1;2', 'Lista.CSV', 'text/csv'],
      [Buffer.from('Pre\xe7o;\x93aspas\x94\r\n', 'latin1'), 'preços.csv', 'text/csv'],
      [zip('[Content_Types].xml', 'xl/workbook.xml'), 'a.xls', XLSX],
      ['Ligar\tantes\r\ndas 14h: ção 😀', 'a.html', 'text/plain'],
      ['<- seta', 'a', 'text/plain'],
    ]
    for (const [content, name, media_type] of cases) {
      const answer = await send(id, content, name)
      assert.deepEqual([answer.status, answer.body.data?.media_type], [201, media_type], name)
    }
  })

  test('what is none of these is refused', async () => {
    const { id } = await newOrder()
    const path = `/orders/${id}`
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    for (const content of [
      Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'),
      '<!DOCTYPE html><p>',
      '  \n<HTML><script>alert(1)</script>',
      '<script>alert(1)</script>',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      '<?xml version="1.0"?><!-- x --><s:svg xmlns:s="http://www.w3.org/2000/svg"/>',
      `<!--${' '.repeat(20_000)}--><html>`,
      await picture.gif().toBuffer(),
      zip('META-INF/MANIFEST.MF', 'Main.class'),
      zip('[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin'),
      Buffer.from([0xff, 0xfe, 0x41, 0x00]),
      Buffer.from('caf\x81', 'latin1'),
    ]) {
      const answer = await send(id, content, 'pedido.pdf')
      assert.deepEqual(problemOf(answer), [415, 'unsupported_media_type', []], String(content))
    }
    assert.deepEqual(problemOf(await send(id, '', 'a.txt')), [
      422,
      'validation_failed',
      [' file_required'],
    ])
    const none = await server.send('POST', `${path}/attachments`, multipart([]))
    assert.deepEqual(problemOf(none), [422, 'validation_failed', [' file_required']])
    const json = await server.send('POST', `${path}/attachments`, { body: { name: 'a' } })
    assert.equal(json.status, 415)
    const long = uploadOf('x', 'a.txt')
    const named = await server.send('POST', `${path}/attachments?name=${'x'.repeat(201)}`, long)
    assert.deepEqual(problemOf(named), [400, 'invalid_parameter', ['name max_length']])
    assert.deepEqual(await namesOf(path), [])
    assert.deepEqual(await contentsOf(id), [])
  })

  test('it has 10 MiB at most', async () => {
    const { id, fk_id } = await newOrder({ fk_id: 'large' })
    const most = Buffer.alloc(10 * 1024 * 1024, 'x')
    const larger = uploadOf(Buffer.concat([most, Buffer.from('y')]), 'a.txt')
    for (const order of [id, `fk_id/${fk_id}`]) {
      const answer = await server.send('POST', `/orders/${order}/attachments`, larger)
      assert.deepEqual(problemOf(answer), [413, 'body_too_large', []])
    }
    assert.equal((await send(id, most, 'a.txt')).status, 201)
  })

  test('names lose paths and what is not seen, and no header is made of them', async () => {
    const { id } = await newOrder()
    const cases: [sent: string | undefined, kept: string][] = [
      ['../../etc/passwd', 'passwd'],
      ['C:\\\\temp\\\\nota.txt', 'nota.txt'],
      ['a\u202Etxt.exe', 'atxt.exe'],
      ['a%0D%0ASet-Cookie: x.txt', 'a%0D%0ASet-Cookie: x.txt'],
      ['Joa\u0303o.txt', 'João.txt'],
      [`${'ç'.repeat(300)}.txt`, `${'ç'.repeat(196)}.txt`],
      ['', 'file.txt'],
      [undefined, 'file.txt'],
    ]
    for (const [sent, kept] of cases) {
      const { name, id: id_attachment } = (await send(id, 'x', sent)).body.data
      assert.equal(name, kept)
      const path = `/orders/${id}/attachments/${id_attachment}`
      const { headers } = await succeed(server, 'GET', path)
      const disposition = headers['content-disposition'] as string
      assert.match(
        disposition,
        /^attachment; filename="[ -~]+"; filename\*=UTF-8''[\w.%!#$&+^`|~-]+$/,
      )
      const [, encoded = ''] = disposition.split("''")
      assert.equal(decodeURIComponent(encoded), kept)
      assert.equal(headers['set-cookie'], undefined)
    }
    const wanted = encodeURIComponent('a\r\nb/c "d".csv')
    const answer = await server.send(
      'POST',
      `/orders/${id}/attachments?name=${encodeURIComponent('pasta/de "hoje".csv')}`,
      uploadOf('a;b', 'outro.txt'),
    )
    assert.deepEqual(
      [answer.body.data.name, answer.body.data.media_type],
      ['de "hoje".csv', 'text/csv'],
    )
    const lines = `/orders/${id}/attachments?name=${wanted}`
    assert.equal((await server.send('POST', lines, uploadOf('a', 'a'))).status, 400)
  })
})

describe('how many', () => {
  test('an order has 50 at most, whoever sends them at once', async () => {
    const { id, fk_id } = await newOrder({ fk_id: 'full' })
    for (let i = 0; i < 46; i++) await attach(server, `/orders/${id}`, `${i}`, `${i}.txt`)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => send(id, `last ${i}`, 'a.txt')),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    assert.deepEqual(refused.map(problemOf), Array(2).fill([409, 'limit_reached', []]))
    const list = await succeed(server, 'GET', `/orders/${id}/attachments?limit=100`)
    assert.equal(list.body.pagination.total, 50)
    await succeed(server, 'DELETE', `/orders/${id}/attachments/${list.body.data[0].id}`)
    assert.equal((await send(id, 'one more', 'a.txt')).status, 201)
    for (const order of [id, `fk_id/${fk_id}`]) {
      const body = uploadOf('too many', 'a.txt')
      const answer = await server.send('POST', `/orders/${order}/attachments`, body)
      assert.deepEqual(problemOf(answer), [409, 'limit_reached', []])
    }
    // What was put for those that were refused goes.
    await clean()
    assert.equal((await contentsOf(id)).length, 50)
  })

  test('the same content twice is kept once, until the last of them goes', async () => {
    const { id } = await newOrder()
    const path = `/orders/${id}/attachments`
    const [first, second] = [
      await attach(server, `/orders/${id}`, PDF, 'a.pdf'),
      await attach(server, `/orders/${id}`, PDF, 'b.pdf'),
    ]
    assert.deepEqual(await contentsOf(id), [digest(PDF)])
    await succeed(server, 'DELETE', `${path}/${first.id}`)
    await clean()
    assert.deepEqual((await succeed(server, 'GET', `${path}/${second.id}`)).text, PDF)
    assert.deepEqual(await namesOf(`/orders/${id}`), ['b.pdf'])
    await succeed(server, 'DELETE', `${path}/${second.id}`)
    await clean()
    assert.deepEqual(await contentsOf(id), [])
    for (const method of ['GET', 'DELETE']) {
      const gone = await server.send(method, `${path}/${second.id}`)
      assert.deepEqual(problemOf(gone), [404, 'not_found', []])
    }
    assert.equal((await server.send('GET', `/orders/attachments/${second.id}`)).status, 404)
  })

  test('the same request again with its key is one attachment', async () => {
    const { id } = await newOrder()
    const headers = { 'idempotency-key': 'one-file' }
    const once = () => send(id, 'once', 'a.txt', { headers })
    const [first, second] = [await once(), await once()]
    assert.deepEqual(second.body.data, first.body.data)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    const another = await send(id, 'once', 'b.txt', { headers })
    assert.equal(another.body.code, 'idempotency_mismatch')
    assert.deepEqual(await namesOf(`/orders/${id}`), ['a.txt'])
    await succeed(server, 'DELETE', `/orders/${id}`)
    assert.deepEqual((await once()).body.data, first.body.data)
  })
})
