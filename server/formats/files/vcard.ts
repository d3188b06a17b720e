import { type Book, newNotes, type RowTaker, rowBuilder } from './book.ts'
import { type Bytes, decoderOf, piecesOf, thaiOrUnicode } from './byte-source.ts'
import { MAX_SHEET_CELL } from './xlsx-strings.ts'

/** Columns of the table: a header's words, and the properties that fill it. */
const columns: readonly { title: string; property: string }[] = [
  { title: 'ชื่อ-นามสกุล', property: 'FN' },
  { title: 'เบอร์โทร', property: 'TEL' },
  { title: 'อีเมล', property: 'EMAIL' },
  { title: 'วันเกิด', property: 'BDAY' },
  { title: 'บริษัท', property: 'ORG' },
  { title: 'ที่อยู่', property: 'ADR' },
  { title: 'หมายเหตุ', property: 'NOTE' },
]
const kept: ReadonlySet<string> = new Set(['BEGIN', 'END', 'N', ...columns.map(({ property }) => property)])

/** A property as it stands, one byte a letter. */
interface Property {
  name: string
  parameters: string
  value: string
}

/** Contacts of phones and mail programs (vCard 2.1, 3.0 and 4.0): one row a card. */
export function vcardBook(file: Bytes): Book {
  return {
    kind: 'vcard',
    named: true,
    sheets: [{ name: 'vCard', hidden: false }],
    read: (_, taker) => readCards(file, taker),
  }
}

async function readCards(file: Bytes, taker: RowTaker) {
  const notes = newNotes()
  const rows = rowBuilder(taker, notes)
  let no = 1
  rows.begin(no)
  for (const [column, { title }] of columns.entries()) rows.cell(column, title)
  let card = new Map<string, string[]>()
  const take = ({ name, parameters, value }: Property) => {
    if (name === 'BEGIN') card = new Map()
    else if (name === 'END') {
      rows.begin(++no)
      if (!card.has('FN')) card.set('FN', card.get('N') ?? [])
      for (const [column, { property }] of columns.entries())
        rows.cell(column, [...new Set(card.get(property) ?? [])].join('; '))
      card = new Map()
    } else {
      const text = readingOf[name]?.(decoded(parameters, value), parameters) ?? ''
      const texts = card.get(name) ?? []
      if (text !== '' && texts.length < MOST_VALUES) card.set(name, [...texts, text])
    }
  }
  const read = propertyReader(take)
  for (const piece of piecesOf(file)) {
    read(piece.toString('latin1'), false)
    if (!(await taker.pause())) break
  }
  read('', true)
  rows.end()
  await taker.pause()
  return notes
}

/** Values of a property that a card keeps. */
const MOST_VALUES = 50

/**
 * Puts folded lines together to properties, and hands on those that are kept. Of others, such as photos, nothing is remembered, and of a
 * value no more than a cell may have.
 */
function propertyReader(take: (property: Property) => void): (piece: string, last: boolean) => void {
  let rest = ''
  let open: Property | undefined
  const end = () => {
    if (open) take(open)
    open = undefined
  }
  const add = (text: string) => {
    if (open && open.value.length < 4 * MAX_SHEET_CELL) open.value += text
  }
  const line = (text: string) => {
    if (open?.value.endsWith('=') && isQuoted(open.parameters)) {
      open.value = open.value.slice(0, -1)
      add(text)
      return
    }
    if (text.startsWith(' ') || text.startsWith('\t')) {
      add(text.slice(1))
      return
    }
    end()
    const parts = /^(?:[\w-]+\.)?([A-Za-z][\w-]*)((?:;(?:"[^"]*"|[^":;])*)*):/.exec(text.slice(0, 1000))
    const name = parts?.[1]?.toUpperCase()
    if (name === undefined || !kept.has(name)) return
    open = { name, parameters: parts![2]!.toUpperCase(), value: text.slice(parts![0].length) }
  }
  return (piece, last) => {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    for (const one of lines) line(one.endsWith('\r') ? one.slice(0, -1) : one)
    // A line without an end is a photo, or no card.
    if (rest.length > LONGEST_LINE) rest = rest.slice(0, LONGEST_LINE)
    if (!last) return
    line(rest)
    end()
  }
}

const LONGEST_LINE = 256 * 1024
const isQuoted = (parameters: string) => parameters.includes('QUOTED-PRINTABLE')

/** The letters of a value: quoted-printable undone, in the charset that it names. */
function decoded(parameters: string, value: string): string {
  const plain = isQuoted(parameters)
    ? value.replace(/=([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : value
  const label = /CHARSET=([\w-]+)/.exec(parameters)?.[1]
  const bytes = Buffer.from(plain, 'latin1')
  return label === undefined || label.startsWith('UTF') ? thaiOrUnicode(bytes) : byLabel(label)(bytes)
}

const decoders = new Map<string, (bytes: Uint8Array) => string>()
function byLabel(label: string): (bytes: Uint8Array) => string {
  const known = decoders.get(label)
  if (known) return known
  let decoder = thaiOrUnicode
  try {
    decoder = decoderOf(label.toLowerCase())
  } catch {
    // An unknown charset is read as the bytes are.
  }
  if (decoders.size < 20) decoders.set(label, decoder)
  return decoder
}

/** Undoes the marks before signs that part values. */
const unescaped = (text: string) =>
  text.replace(/\\(.)/gs, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign)).trim()
const partsOf = (text: string) => text.split(/(?<!\\);/).map(unescaped)

const readingOf: Record<string, (value: string, parameters: string) => string> = {
  FN: unescaped,
  N(value) {
    const [family = '', given = '', further = '', before = '', behind = ''] = partsOf(value)
    return [before, given, further, family, behind].filter((part) => part !== '').join(' ')
  },
  TEL: (value) => unescaped(value).replace(/^tel:/i, '').replace(/;.*$/s, ''),
  EMAIL: (value) => unescaped(value).replace(/^mailto:/i, ''),
  BDAY: (value) =>
    unescaped(value)
      .replace(/^(\d{4})(\d\d)(\d\d)(?!\d)/, '$1-$2-$3')
      .replace(/^(\d{4}-\d\d-\d\d)T.*$/s, '$1'),
  ORG: (value) =>
    partsOf(value)
      .filter((part) => part !== '')
      .join(' '),
  ADR: (value) =>
    partsOf(value)
      .filter((part) => part !== '')
      .join(' '),
  NOTE: unescaped,
}
