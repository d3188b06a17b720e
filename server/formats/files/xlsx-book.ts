import type { Book } from './book.ts'
import { readWorkbookHead } from './xlsx-head.ts'
import { mergeCarrier, readMerges } from './xlsx-merges.ts'
import { sheetReader } from './xlsx-sheet.ts'
import { readSharedStrings } from './xlsx-strings.ts'
import type { Workbook } from './xlsx-workbook.ts'
import type { Parts } from './xlsx-zip.ts'

/** A workbook of Excel since 2007. */
export function xlsxBook(parts: Parts, workbook: Workbook): Book {
  let shared: ReturnType<typeof readSharedStrings> | undefined
  return {
    kind: 'xlsx',
    sheets: workbook.sheets,
    head: (job) => readWorkbookHead(parts, workbook, job),
    async read(place, taker) {
      shared ??= readSharedStrings(parts, workbook.strings)
      const { get } = await shared
      const { part } = workbook.sheets[place]!
      const merges = await readMerges(parts, part)
      const complete = merges.length > 0 ? mergeCarrier(merges) : undefined
      const { read, notes } = sheetReader({ ...workbook, ...taker, ...(complete && { complete }), shared: get })
      await parts.read(part, (piece, last) => {
        read(piece, last)
        return taker.pause()
      })
      return notes
    },
  }
}
