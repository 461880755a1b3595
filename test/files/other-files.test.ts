import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { ZipFile } from 'yazl'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { file, multipart } from '../support/wire/multipart.ts'

// Files that are no tables are named as what they are, with what to do.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

const refused = async (content: Buffer) => {
  const part = file(content, { filename: 'x.xls', type: 'text/csv' })
  return server.send('POST', '/imports?resource=products', multipart([part]))
}

test('files of another kind are named as what they are', async () => {
  const cases: [content: string | Buffer, detail: RegExp][] = [
    ['<html><body><table><tr><th>Código</th></tr></table></body></html>', /web page \(HTML\)/],
    ['\uFEFF<!DOCTYPE html><html></html>', /web page/],
    ['<?xml version="1.0"?><nfeProc xmlns="x"><NFe/></nfeProc>', /fiscal document/],
    [
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
      /workbook in XML of Excel 2003/,
    ],
    ['<?xml version="1.0"?><pedidos/>', /This is XML/],
    ['{\n  "fk_id": "1"\n}', /This is JSON, and no list of records/],
    ['{"data":[{"fk_id":"1"}]}', /This is JSON, and no list of records/],
    ['[1,2]', /This is JSON/],
    ['%PDF-1.7 …', /This is a PDF/],
    ['MIME-Version: 1.0\nContent-Type: multipart/related', /web page/],
    ['GIF89a', /picture/],
    [Buffer.from([0x09, 0x08, 0x10, 0, 0, 6]), /old form \(\.xls\)/],
    [compound('Workbook'), /old form \(\.xls\)/],
    [compound('EncryptedPackage'), /has a password/],
    [compound('WordDocument'), /Word/],
    ['{\\rtf1 Código}', /RTF/],
    [Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 13]), /picture/],
    [
      Buffer.concat([
        Buffer.from('PK\x03\x04'),
        Buffer.alloc(26),
        Buffer.from('mimetypeapplication/vnd.oasis.opendocument.text'),
      ]),
      /word processor \(\.odt\)/,
    ],
  ]
  for (const [content, detail] of cases) {
    const answer = await refused(Buffer.from(content as string))
    assert.equal(answer.status, 415, answer.text)
    assert.match(answer.body.detail, detail)
  }
})

/** A file as Office kept them before 2007, with the name of a part. */
function compound(part: string): Buffer {
  const start = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  return Buffer.concat([start, Buffer.alloc(500), Buffer.from(part, 'utf16le'), Buffer.alloc(500)])
}

test('archives that are no workbook are named, too, and headings in brackets are no JSON', async () => {
  const cases: [paths: string[], failure: RegExp][] = [
    [['pedidos.csv', 'leia.txt'], /archive of files/],
    [['[Content_Types].xml', 'word/document.xml'], /Word/],
    [['[Content_Types].xml', 'xl/workbook.bin'], /binary workbook/],
    [['content.xml', 'mimetype'], /workbook can’t be read/],
    [['[Content_Types].xml'], /names no sheets/],
  ]
  for (const [paths, failure] of cases) {
    const zip = new ZipFile()
    for (const path of paths) zip.addBuffer(Buffer.from('x'), path)
    zip.end()
    const { id } = await sendFile(server, 'products', await buffer(zip.outputStream))
    const { state, failure: told } = await settled(server, importer, id)
    assert.equal(state, 'failed')
    assert.match(told, failure)
  }
  const brackets = '[Código];[Nome]\nK-1;Colchetes\n'
  const { done } = await bringIn(server, importer, 'categories', brackets)
  assert.equal(done.counts.created, 1)
})

test('an empty file is told to be one', async () => {
  const { status, body } = await refused(Buffer.alloc(0))
  assert.equal(status, 422)
  assert.match(body.detail, /The file is empty/)
})
