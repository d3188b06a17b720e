import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A part of a workbook: its text, or its bytes as they shall lie there. */
type Part = string | Buffer

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

interface SheetOfTest {
  name: string
  /** The rows of sheetData as XML, or cells that become text or numbers. */
  rows: string | (string | number)[][]
  state?: 'hidden' | 'veryHidden'
  dimension?: string
}

interface BookOfTest {
  sheets: SheetOfTest[]
  /** The si elements. */
  strings?: string[]
  /** Number formats that cells name by their place, after the plain one. */
  formats?: (number | string)[]
  date1904?: boolean
}

export const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const columnName = (place: number): string =>
  (place >= 26 ? columnName(Math.floor(place / 26) - 1) : '') + String.fromCharCode(65 + (place % 26))

function rowsXml(rows: SheetOfTest['rows']): string {
  if (typeof rows === 'string') return rows
  const cellXml = (cell: string | number, ref: string) =>
    cell === ''
      ? `<c r="${ref}"/>`
      : typeof cell === 'number'
        ? `<c r="${ref}"><v>${cell}</v></c>`
        : `<c r="${ref}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`
  return rows
    .map(
      (cells, no) =>
        `<row r="${no + 1}">${cells.map((cell, place) => cellXml(cell, `${columnName(place)}${no + 1}`)).join('')}</row>`,
    )
    .join('')
}

/** The parts of a workbook as Excel writes them, to be changed and zipped. */
export function workbookParts({ sheets, strings = [], formats = [], date1904 }: BookOfTest): Record<string, Part> {
  const own = formats.map((format, place) => ({ format, id: typeof format === 'number' ? format : 164 + place }))
  const codes = own.filter(({ format }) => typeof format === 'string')
  const xf = (id: number) => `<xf numFmtId="${id}"/>`
  const parts: Record<string, Part> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, no) =>
          `<sheet name="${escapeXml(name)}" sheetId="${no + 1}"${state ? ` state="${state}"` : ''} r:id="s${no + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${sheets
      .map(
        (_, no) => `<Relationship Id="s${no + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${no + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="t" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="u" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${codes
      .map(({ format, id }) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(String(format))}"/>`)
      .join(
        '',
      )}</numFmts><cellStyleXfs>${xf(14)}</cellStyleXfs><cellXfs>${xf(0)}${own.map(({ id }) => xf(id)).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.join('')}</sst>`,
  }
  for (const [no, { rows, dimension }] of sheets.entries()) {
    parts[`xl/worksheets/sheet${no + 1}.xml`] =
      `<worksheet xmlns="${MAIN}">${dimension ? `<dimension ref="${dimension}"/>` : ''}<sheetData>${rowsXml(rows)}</sheetData></worksheet>`
  }
  return parts
}

export async function zipped(parts: Record<string, Part>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, part] of Object.entries(parts)) zip.addBuffer(Buffer.from(part), name)
  zip.end()
  return buffer(zip.outputStream)
}

export const workbook = (book: BookOfTest) => zipped(workbookParts(book))

/** A workbook with one sheet of these rows. */
export const sheetOf = (rows: SheetOfTest['rows'], rest: Omit<BookOfTest, 'sheets'> = {}) =>
  workbook({ ...rest, sheets: [{ name: 'Sheet1', rows }] })

/** Overwrites a value of 4 bytes behind every place where the mark stands: an archive that lies about itself. */
export function withLies(zip: Buffer, mark: string, behind: number, value: number): Buffer {
  const lying = Buffer.from(zip)
  const sign = Buffer.from(mark, 'hex')
  for (let at = lying.indexOf(sign); at !== -1; at = lying.indexOf(sign, at + 1))
    lying.writeUInt32LE(value, at + behind)
  return lying
}

/** The archive with its first entry named again and again in its directory. */
export function withEntries(zip: Buffer, count: number): Buffer {
  const first = zip.indexOf(Buffer.from('504b0102', 'hex'))
  const end = zip.indexOf(Buffer.from('504b0506', 'hex'))
  const length = 46 + zip.readUInt16LE(first + 28) + zip.readUInt16LE(first + 30) + zip.readUInt16LE(first + 32)
  const directory = Buffer.concat(Array.from({ length: count }, () => zip.subarray(first, first + length)))
  const tail = Buffer.from(zip.subarray(end))
  tail.writeUInt16LE(count, 8)
  tail.writeUInt16LE(count, 10)
  tail.writeUInt32LE(directory.length, 12)
  return Buffer.concat([zip.subarray(0, first), directory, tail])
}
