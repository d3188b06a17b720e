/** Events of the tokenizer. Names without prefix; texts and attributes with unresolved entities. */
interface XmlHandler {
  open(name: string, attributes: string, empty: boolean): void
  close(name: string): void
  /** Called for a part of a text at a time, and only while wantsText() says so. */
  text(raw: string): void
  wantsText(): boolean
}

/** The workbook's XML is not what a workbook's is. */
export class BrokenXml extends Error {}

/** Characters of the longest tag. */
const LONGEST_TAG = 1024 * 1024

/**
 * Reads XML piece by piece in the memory of one piece. As much of XML as office programs write: elements, text, CDATA,
 * comments. A document type is refused, so that there are no entities but the five and numbers.
 * Throws BrokenXml.
 */
export function xmlReader(handler: XmlHandler): (piece: string, last: boolean) => void {
  let rest = ''
  return (piece, last) => {
    const text = rest === '' ? piece : rest + piece
    let at = 0
    for (;;) {
      const open = text.indexOf('<', at)
      const until = open === -1 ? text.length : open
      if (until > at && handler.wantsText()) handler.text(text.slice(at, until))
      if (open === -1) {
        rest = ''
        return
      }
      const next = readMarkup(text, open, handler)
      if (next === -1) {
        if (last || text.length - open > LONGEST_TAG) throw new BrokenXml('a tag without an end')
        rest = text.slice(open)
        return
      }
      at = next
    }
  }
}

/** Answers where the markup ends, -1 when the text ends before. */
function readMarkup(text: string, open: number, handler: XmlHandler): number {
  const sign = text.charCodeAt(open + 1)
  if (sign === BANG) return readDeclaration(text, open, handler)
  if (sign === QUESTION) return endOf(text, '?>', open)
  const end = tagEnd(text, open)
  if (end === -1) return -1
  if (sign === SLASH) {
    handler.close(localName(text, open + 2, end))
    return end + 1
  }
  const empty = text.charCodeAt(end - 1) === SLASH
  const stop = empty ? end - 1 : end
  const nameEnd = endOfName(text, open + 1, stop)
  handler.open(localName(text, open + 1, nameEnd), text.slice(nameEnd, stop), empty)
  return end + 1
}

const BANG = 0x21
const QUESTION = 0x3f
const SLASH = 0x2f
const COLON = 0x3a
const GREATER = 0x3e
const DOUBLE = 0x22
const SINGLE = 0x27

function readDeclaration(text: string, open: number, handler: XmlHandler): number {
  if (text.startsWith('<!--', open)) return endOf(text, '-->', open + 4)
  if (text.startsWith('<![CDATA[', open)) {
    const end = text.indexOf(']]>', open)
    if (end === -1) return -1
    if (handler.wantsText()) handler.text(text.slice(open + 9, end).replaceAll('&', '&amp;'))
    return end + 3
  }
  // Too short to tell yet.
  if (text.length - open < 9) return -1
  throw new BrokenXml('a document type')
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from)
  return end === -1 ? -1 : end + mark.length
}

/** The > that ends a tag, past those inside the quotes of an attribute. */
function tagEnd(text: string, open: number): number {
  let quote = 0
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === GREATER) return at
    else if (code === DOUBLE || code === SINGLE) quote = code
  }
  return -1
}

function endOfName(text: string, from: number, stop: number): number {
  let at = from
  while (at < stop && text.charCodeAt(at) > 0x20) at++
  return at
}

function localName(text: string, from: number, to: number): string {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === COLON) return text.slice(at + 1, to).trimEnd()
  return text.slice(from, to).trimEnd()
}

/** The value of an attribute, undefined when it is not there. */
export function attribute(attributes: string, name: string): string | undefined {
  const length = name.length
  for (let at = attributes.indexOf(name); at !== -1; at = attributes.indexOf(name, at + length)) {
    const before = attributes.charCodeAt(at - 1)
    if (!(before <= 0x20) || attributes.charCodeAt(at + length) !== 0x3d) continue
    const quote = attributes.charAt(at + length + 1)
    const end = attributes.indexOf(quote, at + length + 2)
    if (end !== -1) return attributes.slice(at + length + 2, end)
  }
  return undefined
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A raw text as it is meant. */
export function unescapeXml(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (entity, decimal, hex, name) => {
    if (name) return named[name] ?? entity
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
