import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create as createFont } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { Language } from '../../texts/message.ts'
import { type Company, companyText } from './company.ts'
import { BOTTOM, MARGIN, put, rule, WIDTH } from './layout.ts'
import { linesOf } from './lines.ts'
import { texts } from './texts.ts'

// What all papers have in common: fonts, who they are of, and the numbers of their pages.

export type Doc = PDFKit.PDFDocument

// Parsed once, which saves half of a document's time: Roboto, under the SIL Open Font License, which
// lets documents embed it. Its figures are all of one width. pdfkit takes what fontkit has parsed, and
// its types don't know of it.
const fonts = createRequire(import.meta.url)
const fontOf = (name: string) =>
  createFont(
    readFileSync(fonts.resolve(`@expo-google-fonts/roboto/${name}/Roboto_${name}.ttf`)),
  ) as unknown as PDFKit.Mixins.PDFFontSource
const plain = fontOf('400Regular')
const bold = fontOf('700Bold')

interface About {
  title: string
  language: Language
  /** Of the file; so the same source gives the same bytes. */
  created: Date
}

/** Who a paper is of. */
export interface PaperOwner {
  account_name: string
  /** It is a test account, which each page says. */
  test: boolean
  company: Company | null
}

/**
 * Begins a paper.
 * @param size of its pages in points, A4 unless given
 */
export function beginPaper(
  { title, language, created }: About,
  { account_name, test }: PaperOwner,
  size: 'A4' | [width: number, height: number] = 'A4',
): { doc: Doc; finish: () => Promise<Buffer> } {
  const doc = new PDFDocument({
    size,
    margin: 0,
    bufferPages: true,
    lang: language,
    info: { Title: title, Author: account_name, CreationDate: created },
  })
  doc.registerFont('plain', plain)
  doc.registerFont('bold', bold)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  doc.on('end', resolve)
  const finish = async () => {
    if (test) stampPages(doc, texts[language].test)
    doc.end()
    await ended
    return Buffer.concat(chunks)
  }
  return { doc, finish }
}

/** Says on each page what all of it is: across it, and above everything where there is a margin. */
function stampPages(doc: Doc, text: string): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const { width, height } = doc.page
    doc.font('bold').fillColor('#B42318')
    if (height > BOTTOM) putInMiddle(doc, text, 11, 16)
    doc.save()
    doc.rotate(-50, { origin: [width / 2, height / 2] }).fillOpacity(0.12)
    putInMiddle(doc, text, Math.min(44, width / 12), height / 2 - 22)
    doc.restore()
  }
}

function putInMiddle(doc: Doc, text: string, size: number, y: number): void {
  doc.fontSize(size)
  doc.text(text, (doc.page.width - doc.widthOfString(text)) / 2, y, { lineBreak: false })
}

/** Writes below each page of A4 what it is of, and which one it is. */
export function numberPages(doc: Doc, text: string, language: Language): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    rule(doc, 806)
    const style = { width: WIDTH, size: 7, grey: true, lines: 1 } as const
    put(doc, text, MARGIN, 811, { ...style, width: WIDTH - 90 })
    put(doc, texts[language].page(page + 1, count), MARGIN, 811, { ...style, align: 'right' })
  }
}

/** Points that a logo may take of the heading. */
const LOGO_WIDTH = 150
const LOGO_HEIGHT = 42
const LOGO_GAP = 12

export type Logo = (PDFKit.Mixins.ImageSrc & { width: number; height: number }) | undefined

/** An image that is in the document once, however often it is drawn; its types don't know of it. */
export function opened(doc: Doc, png: Buffer): Logo {
  return (doc as Doc & { openImage(png: Buffer): Logo }).openImage(png)
}

/** The account's logo, as large as there is room; returns where the text beside it begins. */
function drawLogo(doc: Doc, logo: Logo): number {
  if (!logo) return MARGIN
  const scale = Math.min(LOGO_WIDTH / logo.width, LOGO_HEIGHT / logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  doc.image(logo, MARGIN, MARGIN, { width, height })
  return MARGIN + width + LOGO_GAP
}

/** What a page is, at its right: the first line is the largest. */
type Subject = readonly [title: string, ...lines: string[]]

/** Who a page is of, and beside it what it is. Returns where the page goes on. */
export function pageHead(doc: Doc, owner: PaperOwner, logo: Logo, subject: Subject): number {
  const half = WIDTH / 2
  const nameX = drawLogo(doc, logo)
  const width = MARGIN + half + 30 - nameX
  let left = put(doc, owner.account_name, nameX, MARGIN, {
    width,
    size: logo ? 11 : 14,
    bold: true,
    lines: logo ? 3 : 2,
  })
  const company = companyText(owner.company, owner.account_name)
  if (company) {
    left += 2
    left += put(doc, company, nameX, MARGIN + left, { width, size: 7, grey: true, lines: 6 })
  }
  const right = { width: half - 40, align: 'right', lines: 1 } as const
  const x = MARGIN + half + 40
  const [title, ...lines] = subject
  put(doc, title, x, MARGIN, { ...right, size: 12, bold: true })
  for (const [i, line] of lines.entries()) {
    put(doc, line, x, MARGIN + 17 + 12 * i, { ...right, grey: true })
  }
  const y = MARGIN + Math.max(left, LOGO_HEIGHT) + 6
  rule(doc, y)
  return y + 8
}

/** Text of any length, over as many pages as it takes. Returns where it ends. */
export function longText(
  doc: Doc,
  name: string,
  text: string,
  top: number,
  newPage: () => number,
): number {
  let y = top + 24 > BOTTOM ? newPage() : top
  put(doc, name, MARGIN, y, { width: WIDTH, size: 6.5, grey: true, lines: 1 })
  y += 10
  doc.font('plain').fontSize(8.5)
  for (const line of linesOf(doc, text, WIDTH)) {
    if (y + 11 > BOTTOM) y = newPage()
    put(doc, line, MARGIN, y, { width: WIDTH, lines: 1 })
    y += 11
  }
  return y
}
