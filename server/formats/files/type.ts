import { FileSettings } from '@ruam/contract/formats/files.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Storage } from '../../storage/storage.ts'
import { fileRefusalOf } from './head.ts'
import { guessHeaderRow } from './header.ts'
import type { FileType } from './queries.ts'
import { type Sample, sampleText } from './sample.ts'
import { sampleWorkbook } from './workbook.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const ZIP = bytes('504b0304')
/** Excel format until 2003, and container of password-protected workbooks. */
const OLE = bytes('d0cf11e0a1b11ae1')
/** A workbook of Excel 5 and before, which has no wrapping. */
const BIFF = [bytes('0908'), bytes('0904'), bytes('0902')]
/** Signatures of binary files: PDF, gzip, PNG, JPEG, GIF, RAR, 7z, an empty zip, a zip part. */
const BINARIES = [
  '25504446',
  '1f8b',
  '89504e47',
  'ffd8ff',
  '47494638',
  '52617221',
  '377abcaf',
  '504b0506',
  '504b0708',
].map(bytes)
/** Excel 2003's XML, as many programs write it under the name .xls. */
const OLD_XML = /^\s*<\?xml[^>]*\?>\s*(<\?mso-application|<(\w+:)?workbook)/i
/** A web page, as it is, in XML or as a mail: many programs write one under the name .xls, and a login page is saved as .csv. */
const WEB_PAGE =
  /^\s*(mime-version:|(<\?xml[^>]*\?>\s*|<!--[\s\S]{0,2000}?-->\s*)?<(!doctype\s+html|html|head|body|table|meta|title|style|script|div)\b)/i
const START = 4096

interface Detected {
  type: FileType
  /** As the file seems to be meant. */
  settings: FileSettings
}

/**
 * Tells what a file is by its content, never by its name: a text has no mark of its own, so everything is one that is not
 * surely something else. Throws the refusals of a file that no setting could make readable.
 */
export async function detectType(storage: Storage, key: string): Promise<Detected> {
  const start = await startOf(storage, key)
  const begins = (mark: Buffer) => start.subarray(0, mark.length).equals(mark)
  if (begins(OLE)) throw new ApiError(await wrappedKind(storage, key))
  // In UTF-16 too.
  const letters = start
    .toString('latin1')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
  if (BIFF.some(begins) || OLD_XML.test(letters)) throw new ApiError('xls_old')
  if (WEB_PAGE.test(letters)) throw new ApiError('web_page')
  if (BINARIES.some(begins)) throw new ApiError('file_type_not_supported')
  if (begins(ZIP)) return { type: 'xlsx', settings: settingsOf(await sampleWorkbook(storage, key, {})) }
  const sample = await sampleText(storage, key, {}).catch((error: unknown) => {
    fileRefusalOf(error)
    return undefined
  })
  // Undetected files may still be readable with options given by a person.
  if (!sample) return { type: 'csv', settings: FileSettings.parse({}) }
  return { type: sample.delimiter === '\t' ? 'tsv' : 'csv', settings: settingsOf(sample) }
}

function settingsOf({ delimiter, quotes, charset, sheet, rows }: Sample): FileSettings {
  return { delimiter, quotes, charset, sheet, header_row: guessHeaderRow(rows), drop_empty_last: false }
}

async function startOf(storage: Storage, key: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of storage.read(key) as AsyncIterable<Buffer>) {
    parts.push(chunk)
    length += chunk.length
    if (length >= START) break
  }
  return Buffer.concat(parts).subarray(0, START)
}

const utf16 = (name: string) => Buffer.from(name, 'utf16le')
const ENCRYPTED = utf16('EncryptedPackage')
const OLD_BOOKS = [utf16('Workbook'), utf16('Book')]

/** Kind of an OLE file by names in its directory, which may be anywhere. */
async function wrappedKind(storage: Storage, key: string) {
  let last: Buffer = Buffer.alloc(0)
  let old = false
  for await (const chunk of storage.read(key) as AsyncIterable<Buffer>) {
    const part = Buffer.concat([last, chunk])
    if (part.includes(ENCRYPTED)) return 'file_encrypted'
    old ||= OLD_BOOKS.some((name) => part.includes(name))
    last = chunk.subarray(-64)
  }
  return old ? 'xls_old' : 'file_type_not_supported'
}
