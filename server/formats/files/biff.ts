/** Records of a workbook of Excel 97-2003 and 5.0 ([MS-XLS] 2.3), as far as they hold a table. */
export const BIFF = {
  formula: 0x06,
  end: 0x0a,
  date1904: 0x22,
  password: 0x2f,
  continued: 0x3c,
  codePage: 0x42,
  columns: 0x7d,
  sheet: 0x85,
  numbers: 0xbd,
  richText: 0xd6,
  style: 0xe0,
  merged: 0xe5,
  texts: 0xfc,
  sharedText: 0xfd,
  number: 0x203,
  text: 0x204,
  logicalOrError: 0x205,
  formulaText: 0x207,
  row: 0x208,
  shortNumber: 0x27e,
  format: 0x41e,
  begin: 0x809,
} as const

export interface BiffRecord {
  id: number
  data: Buffer
}

/** Yields the records in pieces of a stream. A last one without its end is left out. */
export function* biffRecords(pieces: Iterable<Buffer>): Generator<BiffRecord> {
  let rest: Buffer = Buffer.alloc(0)
  for (const piece of pieces) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let at = 0
    while (rest.length - at >= 4) {
      const end = at + 4 + rest.readUInt16LE(at + 2)
      if (end > rest.length) break
      yield { id: rest.readUInt16LE(at), data: rest.subarray(at + 4, end) }
      at = end
    }
    rest = rest.subarray(at)
  }
}

/** The bytes of a record and of those that continue it. */
export class RecordBytes {
  private data: Buffer
  private at: number
  private readonly more: () => Buffer | undefined

  /** `more` returns the next record if it continues this one. */
  constructor(data: Buffer, at = 0, more: () => Buffer | undefined = () => undefined) {
    this.data = data
    this.at = at
    this.more = more
  }

  /** Throws RangeError behind the end, as all that follow. */
  u8(): number {
    if (this.at >= this.data.length) this.next()
    return this.data[this.at++]!
  }

  u16(): number {
    return this.u8() | (this.u8() << 8)
  }

  u32(): number {
    return this.u16() + this.u16() * 0x10000
  }

  skip(count: number): void {
    for (let left = count; left > 0; ) {
      if (this.at >= this.data.length) this.next()
      const step = Math.min(left, this.data.length - this.at)
      this.at += step
      left -= step
    }
  }

  /** Returns the bytes that this record still has, `count` at most. */
  bytes(count: number): Buffer {
    const found = this.data.subarray(this.at, this.at + count)
    this.at += found.length
    return found
  }

  /** Returns a text of Excel 97-2003 ([MS-XLS] 2.5.293): runs of formats and phonetic readings are passed over. */
  unicode(count: number): string {
    let flags = this.u8()
    const runs = flags & 8 ? this.u16() : 0
    const readings = flags & 4 ? this.u32() : 0
    let text = ''
    for (let left = count; left > 0; ) {
      if (this.at >= this.data.length) {
        this.next()
        // A continued text says again how wide its letters are.
        flags = this.u8()
      }
      const width = flags & 1 ? 2 : 1
      const letters = Math.min(left, Math.floor((this.data.length - this.at) / width))
      if (letters === 0) throw new RangeError('a text without its end')
      const end = this.at + letters * width
      text += this.data.toString(width === 2 ? 'utf16le' : 'latin1', this.at, end)
      this.at = end
      left -= letters
    }
    this.skip(runs * 4 + readings)
    return text
  }

  private next(): void {
    const data = this.more()
    if (!data || data.length === 0) throw new RangeError('a record without its end')
    this.data = data
    this.at = 0
  }
}

const double = Buffer.alloc(8)

/** Returns a number in the short form of Excel: a whole one of 30 bits or the high part of a double, perhaps in hundredths. */
export function shortNumber(rk: number): number {
  if (rk & 2) return rk & 1 ? (rk >> 2) / 100 : rk >> 2
  double.writeInt32LE(rk & ~3, 4)
  const value = double.readDoubleLE(0)
  return rk & 1 ? value / 100 : value
}
