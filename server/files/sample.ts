import { isAscii } from 'node:buffer'
import type { FileSettings } from '@ruam/contract/files.ts'
import type { Storage } from '../core/storage.ts'
import { detectCharset } from './charset.ts'
import { detectDelimiter, firstRows } from './csv-delimiter.ts'
import { UnreadableFile } from './csv-text.ts'

/** The first rows of a file and how they were read, before anybody looks for a header in them. */
export interface Sample extends Omit<FileSettings, 'header_row'> {
  sheets: { name: string; rows: number | null }[]
  /** Blank rows left out; cells without U+0000. */
  rows: string[][]
  /** The text ended inside a row before there were enough: a quote may be open. */
  unfinished: boolean
}

/** Rows that the header is looked for in; a header_row of 50 leaves ten of data. */
export const SAMPLE_ROWS = 60
/** Bytes of a file that its head is looked for in. */
const HEAD_LENGTH = 1024 * 1024
const LONGEST_HEAD = 48 * 1024 * 1024

/** Reads no more of the file than it needs: the first megabyte, and on to the first letter that is not ASCII. */
export async function sampleText(
  storage: Storage,
  key: string,
  asked: Pick<Partial<FileSettings>, 'delimiter' | 'charset'>,
): Promise<Sample> {
  const sample = await sampleStart(storage, key, asked, HEAD_LENGTH)
  // A cell of many megabytes is one row's fault; only beyond the longest row is a quote taken for one that is never closed.
  const cut = sample.unfinished && sample.rows.length < 2
  return cut ? sampleStart(storage, key, asked, LONGEST_HEAD) : sample
}

async function sampleStart(
  storage: Storage,
  key: string,
  asked: Pick<Partial<FileSettings>, 'delimiter' | 'charset'>,
  length: number,
): Promise<Sample> {
  const { head, later, whole } = await firstBytes(storage.read(key), length, asked.charset === undefined)
  const charset = asked.charset ?? detectCharset(later ?? head, whole)
  if (charset === null) throw new UnreadableFile('charset_unreadable')
  const text = decodeStart(head, charset, whole && later === undefined)
  const delimiter = asked.delimiter ?? detectDelimiter(text, whole)
  const { rows, unfinished } = firstRows(
    text.replaceAll('\0', ''),
    delimiter,
    whole && later === undefined,
    SAMPLE_ROWS,
  )
  return { delimiter, charset, sheet: null, sheets: [], rows, unfinished }
}

/** `later`: where the head is ASCII alone, the first part of the file that is not: the charset shows there. */
async function firstBytes(
  source: AsyncIterable<Buffer>,
  enough: number,
  seekLetters: boolean,
): Promise<{ head: Buffer; later: Buffer | undefined; whole: boolean }> {
  const parts: Buffer[] = []
  let length = 0
  let last: Buffer = Buffer.alloc(0)
  let head: Buffer | undefined
  for await (const part of source) {
    if (head) {
      // The part before is kept, so that no letter is cut at its start.
      if (!isAscii(part)) return { head, later: Buffer.concat([last, part]), whole: false }
      last = part
      continue
    }
    parts.push(part)
    length += part.length
    if (length < enough) continue
    head = Buffer.concat(parts)
    if (!seekLetters || !isAscii(head)) return { head, later: undefined, whole: false }
  }
  return { head: head ?? Buffer.concat(parts), later: undefined, whole: head === undefined }
}

/** A letter that the end of the bytes cuts is left out, unless they are the whole file. */
function decodeStart(bytes: Buffer, charset: FileSettings['charset'], whole: boolean): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: !whole })
  } catch {
    throw new UnreadableFile('charset_unreadable')
  }
}
