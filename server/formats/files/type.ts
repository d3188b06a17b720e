import { FileSettings, type TableKind } from '@ruam/contract/formats/files.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Storage } from '../../storage/storage.ts'
import { isDbf } from './dbf.ts'
import { fileRefusalOf } from './head.ts'
import { guessHeaderRow } from './header.ts'
import type { FileType } from './queries.ts'
import { type Sample, sampleText } from './sample.ts'
import { sampleWorkbook } from './workbook.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const ZIP = bytes('504b0304')
/** Container of Excel 97-2003 and of workbooks with a password. */
const OLE = bytes('d0cf11e0a1b11ae1')
/** A bare sheet of Excel 5.0, as many programs write it. */
const BARE_SHEET = bytes('0908')
/** Signatures of files that hold no table, with the refusal of each. */
const others = [
  ['25504446', 'pdf_file'],
  ['89504e47', 'picture_file'],
  ['ffd8ff', 'picture_file'],
  ['47494638', 'picture_file'],
  ['52494646', 'picture_file'],
  ['1f8b', 'archive_file'],
  ['52617221', 'archive_file'],
  ['377abcaf', 'archive_file'],
  ['504b0506', 'archive_file'],
  ['504b0708', 'archive_file'],
  ['7b5c727466', 'document_file'],
  // Excel 2.0 to 4.0.
  ['0904', 'file_type_not_supported'],
  ['0902', 'file_type_not_supported'],
  ['09000400', 'file_type_not_supported'],
].map(([hex, refusal]) => ({ mark: bytes(hex!), refusal: refusal as RefusalOfKind }))
type RefusalOfKind = 'pdf_file' | 'picture_file' | 'archive_file' | 'document_file' | 'file_type_not_supported'

/** What texts begin with that are no delimited ones. */
const texts: readonly { kind: TableKind; begins: RegExp }[] = [
  {
    kind: 'excel_xml',
    begins: /^\s*<\?xml[^>]*\?>\s*(<!--[\s\S]{0,2000}?-->\s*)?(<\?mso-application|<(\w+:)?workbook)/i,
  },
  {
    kind: 'html',
    begins:
      /^\s*((<\?xml[^>]*\?>\s*|<!--[\s\S]{0,2000}?-->\s*)?<(!doctype\s+html|html|head|body|table|meta|title|style|script|div)\b)/i,
  },
  { kind: 'vcard', begins: /^\s*BEGIN:VCARD\s/i },
  { kind: 'json', begins: /^\s*(\[\s*(\{|\]|$)|\{\s*("|\}))/ },
]
/** A web page that is saved as a mail. */
const MAIL = /^\s*mime-version:/i
const START = 64 * 1024
/** Bytes in which the first two lines of JSON are looked for. */
const LINES = 1024 * 1024

interface Detected {
  type: FileType
  /** The true kind of what is read as a table. */
  kind: TableKind | null
  /** As the file seems to be meant. */
  settings: FileSettings
}

/**
 * Detects the kind of a file by its content, never by its name: a text has no mark of its own, so everything is one that is not
 * surely something else. Throws the refusals of a file that no setting could make readable.
 */
export async function detectType(storage: Storage, key: string): Promise<Detected> {
  const kind = await tableKindOf(storage, key)
  if (kind) {
    const sample = await sampleWorkbook(storage, key, { kind })
    return { type: 'xlsx', kind: sample.kind, settings: settingsOf(sample) }
  }
  const sample = await sampleText(storage, key, {}).catch((error: unknown) => {
    fileRefusalOf(error)
    return undefined
  })
  // Undetected files may still be readable with options given by a person.
  if (!sample) return { type: 'csv', kind: null, settings: FileSettings.parse({}) }
  return { type: sample.delimiter === '\t' ? 'tsv' : 'csv', kind: null, settings: settingsOf(sample) }
}

/** Returns the kind of table that a file seems to be, any of those in an archive; null for delimited text. */
async function tableKindOf(storage: Storage, key: string): Promise<TableKind | null> {
  const start = await startOf(storage, key, START)
  const begins = (mark: Buffer) => start.subarray(0, mark.length).equals(mark)
  if (begins(OLE)) return wrappedKind(storage, key)
  if (begins(ZIP)) return 'xlsx'
  if (begins(BARE_SHEET)) return 'xls'
  // Photos of phones (HEIC).
  if (start.toString('latin1', 4, 8) === 'ftyp') throw new ApiError('picture_file')
  if (isDbf(start)) return 'dbf'
  // In UTF-16 too.
  const letters = start
    .subarray(0, 8192)
    .toString('latin1')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
  const found = texts.find((one) => one.begins.test(letters))?.kind
  if (MAIL.test(letters)) throw new ApiError('web_page')
  if (found === 'json') return (await isJsonLines(storage, key)) ? 'json_lines' : 'json'
  const other = others.find(({ mark }) => begins(mark))
  if (!found && other) throw new ApiError(other.refusal)
  return found ?? null
}

function settingsOf({ delimiter, quotes, charset, sheet, rows, named }: Sample): FileSettings {
  return { delimiter, quotes, charset, sheet, header_row: named ? 1 : guessHeaderRow(rows), drop_empty_last: false }
}

async function startOf(storage: Storage, key: string, length: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let read = 0
  for await (const chunk of storage.read(key) as AsyncIterable<Buffer>) {
    parts.push(chunk)
    read += chunk.length
    if (read >= length) break
  }
  return Buffer.concat(parts).subarray(0, length)
}

/** True if the second line is an object too and one of both can be read: the other one is told by its number. */
async function isJsonLines(storage: Storage, key: string): Promise<boolean> {
  const [first, second] = String(await startOf(storage, key, LINES))
    .split('\n', 100)
    .filter((line) => line.trim() !== '')
  if (!first || !second || ![first, second].every((line) => /^\s*\{/.test(line))) return false
  return [first, second].some((line) => {
    try {
      return typeof JSON.parse(line) === 'object'
    } catch {
      return false
    }
  })
}

const utf16 = (name: string) => Buffer.from(name, 'utf16le')
const ENCRYPTED = utf16('EncryptedPackage')
const BOOKS = [utf16('Workbook'), utf16('Book')]

/** Kind of an OLE file by names in its directory, which may be anywhere. */
async function wrappedKind(storage: Storage, key: string): Promise<'xls'> {
  let last: Buffer = Buffer.alloc(0)
  let book = false
  for await (const chunk of storage.read(key) as AsyncIterable<Buffer>) {
    const part = Buffer.concat([last, chunk])
    if (part.includes(ENCRYPTED)) throw new ApiError('file_encrypted')
    book ||= BOOKS.some((name) => part.includes(name))
    last = chunk.subarray(-64)
  }
  if (!book) throw new ApiError('document_file')
  return 'xls'
}
