type Doc = PDFKit.PDFDocument

/** What a line may end behind: a space that may be broken, a hyphen or a slash. */
const PARTS = /[^ \t/-]*[ \t/-]|[^ \t/-]+/gu
/** More characters than this fit in no line. */
const LONG = 400

/** A space at the end takes no room. */
function fits(doc: Doc, text: string, width: number): boolean {
  return text.length <= LONG && doc.widthOfString(text.trimEnd()) <= width
}

/**
 * The lines of a text in the font and size that are set; a word that is longer than a line is cut.
 * pdfkit's own lines measure what is left of such a word again for each line that it fills.
 */
export function linesOf(doc: Doc, text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => filled(doc, paragraph, width))
}

function filled(doc: Doc, paragraph: string, width: number): string[] {
  if (fits(doc, paragraph, width)) return [paragraph.trimEnd()]
  const lines: string[] = []
  let line = ''
  let room = width
  const add = (part: string) => {
    if (line !== '' && !fits(doc, part, room)) {
      lines.push(line.trimEnd())
      line = ''
      room = width
    }
    line += part
    room -= doc.widthOfString(part)
  }
  for (const part of paragraph.match(PARTS) ?? []) {
    for (const piece of fits(doc, part, width) ? [part] : part) add(piece)
  }
  return [...lines, line.trimEnd()]
}

/** So many of the lines; that there were more is told by the last one. */
export function firstLines(doc: Doc, lines: string[], most: number, width: number): string[] {
  if (lines.length <= most) return lines
  const shown = lines.slice(0, most)
  let last = shown.pop() ?? ''
  while (last !== '' && doc.widthOfString(`${last}…`) > width) last = last.slice(0, -1).trimEnd()
  return [...shown, `${last}…`]
}
