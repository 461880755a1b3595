import { kindTexts } from '../kinds.ts'
import { type Archive, unreadable } from './archive.ts'

// How the parts of an OpenDocument spreadsheet (.ods) are named (OpenDocument 1.3, parts 2 and 3).

const ODF = 'urn:oasis:names:tc:opendocument:xmlns:'
export const OFFICE = `${ODF}office:1.0`
export const TABLE = `${ODF}table:1.0`
export const TEXT = `${ODF}text:1.0`
export const STYLE = `${ODF}style:1.0`
export const NUMBER = `${ODF}datastyle:1.0`
/** What LibreOffice adds: which cells are errors. */
export const CALC = 'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0'

/** The part that has the sheets. */
export const CONTENT = 'content.xml'
/** Where the styles stand that those of the sheets inherit from. */
export const STYLES = 'styles.xml'
const MANIFEST = 'META-INF/manifest.xml'
/** What LibreOffice puts everything into that has a password. */
const LOCKED = 'encrypted-package'

/** Whether an archive is of OpenDocument. */
export const isOpenDocument = (archive: Archive) => archive.has(CONTENT) || archive.has(LOCKED)

/** @throws UnreadableFile where it can't be read without a password */
export async function refuseLocked(archive: Archive): Promise<void> {
  let isLocked = archive.has(LOCKED)
  if (archive.has(MANIFEST)) {
    await archive.elements(MANIFEST, {
      open: ({ local }) => {
        if (local === 'encryption-data') isLocked = true
      },
    })
  }
  if (isLocked) throw unreadable(kindTexts.locked)
}
