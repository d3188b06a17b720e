import type { Charset } from './charset.ts'
import { type Damage, isTolerable, noteDamage } from './damage.ts'

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

const LF = 0x0a

/**
 * Decodes buffers of any size into texts that end where a line does, if there is such a place; a byte order mark stays in. `nuls`:
 * U+0000 stands in the text.
 * Throws UnreadableFile (charset_unreadable) on bytes that are not of the charset; with `damage` only if they are many, and U+FFFD stands
 * for each otherwise.
 */
export async function* decodeText(
  source: AsyncIterable<Buffer>,
  charset: Charset,
  damage?: Damage,
): AsyncGenerator<{ text: string; last: boolean; nuls: boolean }> {
  const wide = charset === 'utf-16le' || charset === 'utf-16be'
  const decoder = new TextDecoder(charset, { fatal: wide || damage === undefined, ignoreBOM: true })
  for await (const buffer of wide ? source : toLineEnds(source)) {
    const text = decode(decoder, buffer)
    if (damage) {
      noteDamage(damage, text)
      if (damage.broken > MANY_BROKEN && !isTolerable(damage)) throw new UnreadableFile('charset_unreadable')
    }
    // Asked of the bytes where they can tell: to look for it in a string of Thai takes V8 as long as the rest of the reading.
    if (text !== '') yield { text, last: false, nuls: wide ? text.includes('\0') : buffer.includes(0) }
  }
  const end = decode(decoder, null)
  if (damage) noteDamage(damage, end)
  if (damage && !isTolerable(damage)) throw new UnreadableFile('charset_unreadable')
  yield { text: end, last: true, nuls: false }
}

/** Broken cells from which on a file is given up before its end. */
const MANY_BROKEN = 100

/**
 * Keeps back what stands behind the last line end of each buffer, for the next one. A reader of rows then seldom has to put texts
 * together: V8 takes twice as long for the letters of a text that was put together.
 */
async function* toLineEnds(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer | null = null
  for await (const buffer of source) {
    const end = buffer.lastIndexOf(LF) + 1
    const whole: Buffer = end > 0 && end < buffer.length ? buffer.subarray(0, end) : buffer
    yield kept ? Buffer.concat([kept, whole]) : whole
    kept = whole === buffer ? null : buffer.subarray(end)
  }
  if (kept) yield kept
}

function decode(decoder: TextDecoder, buffer: Buffer | null): string {
  try {
    return buffer === null ? decoder.decode() : decoder.decode(buffer, { stream: true })
  } catch {
    throw new UnreadableFile('charset_unreadable')
  }
}
