import { RefusedWorkbook } from './xlsx-zip.ts'

/** An unread record of the file. */
export interface JsonText {
  /** The keys that lead to its array; empty for one at the top. */
  table: string
  text: string
  line: number
}

/** Characters of a record, and of keys. */
const LONGEST = 16 * 1024 * 1024
const LONGEST_KEY = 200
/** Arrays and objects inside of each other. */
const DEEPEST = 200

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]
const COLON = 0x3a
const NEWLINE = 0x0a

/**
 * Finds the objects in arrays that no other record holds, piece by piece, and hands on their text. `whole`: the objects at the top are
 * the records. Checks no syntax outside of records. Throws RefusedWorkbook (json_broken) if it ends too early or is too deep.
 */
export function jsonScanner(whole: boolean, take: (record: JsonText) => void): (piece: string, last: boolean) => void {
  let rest = ''
  let line = 1
  /** Open arrays and objects outside of records: the keys that lead to each. */
  const open: { list: boolean; keys: string }[] = []
  let key = ''
  let inString = false
  let stringFrom = -1
  /** Depth, position and line of the open record. */
  let depth = 0
  let from = -1
  let begun = 1
  const broken = () => new RefusedWorkbook('json_broken', line)
  return (piece, last) => {
    let at = rest.length
    const text = rest === '' ? piece : rest + piece
    while (at < text.length) {
      if (inString) {
        const end = endOfString(text, at)
        if (end >= text.length) {
          at = end
          break
        }
        inString = false
        if (from === -1 && stringFrom !== -1) key = text.slice(stringFrom, end).slice(0, LONGEST_KEY)
        stringFrom = -1
        at = end + 1
        continue
      }
      const code = text.charCodeAt(at)
      if (code === NEWLINE) line++
      else if (code === QUOTE) {
        inString = true
        stringFrom = from === -1 ? at + 1 : -1
      } else if (from !== -1) {
        if (code === OPEN || code === OPEN_LIST) {
          if (++depth > DEEPEST) throw broken()
        } else if ((code === CLOSE || code === CLOSE_LIST) && --depth === 0) {
          take({ table: open.at(-1)?.keys ?? '', text: text.slice(from, at + 1), line: begun })
          from = -1
        }
      } else if (code === OPEN && (open.length === 0 ? whole : open.at(-1)!.list)) {
        from = at
        begun = line
        depth = 1
      } else if (code === OPEN || code === OPEN_LIST) {
        const keys = open.at(-1)?.keys ?? ''
        const own = open.at(-1)?.list === false ? [keys, key].filter((part) => part !== '').join('.') : keys
        open.push({ list: code === OPEN_LIST, keys: own })
        if (open.length > DEEPEST) throw broken()
      } else if (code === CLOSE || code === CLOSE_LIST) {
        if (open.pop() === undefined) throw broken()
      } else if (code === COLON && open.length === 0) throw broken()
      at++
    }
    const keep = from !== -1 ? from : stringFrom
    rest = keep === -1 ? '' : text.slice(keep)
    if (from !== -1) from = 0
    else if (stringFrom !== -1) stringFrom = 0
    if (rest.length > LONGEST) throw new RefusedWorkbook('workbook_too_big')
    if (last && (open.length > 0 || from !== -1 || inString)) throw broken()
  }
}

/** The place of the quote that ends a string; behind the text if it does not end there. A backslash at the end is passed on its own. */
function endOfString(text: string, from: number): number {
  let at = from
  for (;;) {
    const end = text.indexOf('"', at)
    if (end === -1) return text.length
    let marks = 0
    while (end - 1 - marks >= 0 && text.charCodeAt(end - 1 - marks) === BACKSLASH) marks++
    if (marks % 2 === 0) return end
    at = end + 1
  }
}
