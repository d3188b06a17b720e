import type { Charset } from './charset.ts'

/**
 * A file that can't be read any further. row_unfinished: a quote is opened and never closed; quotes_unclear: a backslash before a quote
 * may belong to it, and the row reads differently then.
 */
export class UnreadableFile extends Error {
  readonly reason: 'charset_unreadable' | 'row_unfinished' | 'quotes_unclear'
  /** The line of the file at which the row begins that it is about. */
  readonly line: number | null

  constructor(reason: UnreadableFile['reason'], line: number | null = null) {
    super(line === null ? reason : `${reason} at line ${line}`)
    this.name = 'UnreadableFile'
    this.reason = reason
    this.line = line
  }
}

/**
 * Decodes buffers of any size into texts; letters that the end of a buffer cuts stay whole, a byte order mark stays in. `nuls`:
 * U+0000 stands in the text.
 * Throws UnreadableFile (charset_unreadable) on bytes that are not of the charset.
 */
export async function* decodeText(
  source: AsyncIterable<Buffer>,
  charset: Charset,
): AsyncGenerator<{ text: string; last: boolean; nuls: boolean }> {
  const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true })
  const wide = charset === 'utf-16le' || charset === 'utf-16be'
  for await (const buffer of source) {
    const text = decode(decoder, buffer)
    // Asked of the bytes where they can tell: to look for it in a string of Thai takes V8 as long as the rest of the reading.
    if (text !== '') yield { text, last: false, nuls: wide ? text.includes('\0') : buffer.includes(0) }
  }
  yield { text: decode(decoder, null), last: true, nuls: false }
}

function decode(decoder: TextDecoder, buffer: Buffer | null): string {
  try {
    return buffer === null ? decoder.decode() : decoder.decode(buffer, { stream: true })
  } catch {
    throw new UnreadableFile('charset_unreadable')
  }
}
