import type { TableKind } from '@ruam/contract/formats/files.ts'
import type { Book } from './book.ts'
import { bytesOf } from './byte-source.ts'
import { dbfBook } from './dbf.ts'
import { htmlBook } from './html-tables.ts'
import { jsonBook, jsonLinesBook } from './json-tables.ts'
import { isOpenDocument, odsBook } from './ods.ts'
import { spreadsheetMlBook } from './spreadsheet-ml.ts'
import { vcardBook } from './vcard.ts'
import { xlsBook } from './xls.ts'
import { xlsbBook } from './xlsb.ts'
import { xlsxBook } from './xlsx-book.ts'
import { mainPart, readWorkbook } from './xlsx-workbook.ts'
import type { WorkbookLimits } from './xlsx-zip.ts'
import { openParts, RefusedWorkbook } from './xlsx-zip.ts'
import { BrokenXml } from './xml.ts'

/** Opens the table of a kind. The kinds inside an archive are told apart here. Throws RefusedWorkbook. */
export async function openBook(
  fd: number,
  { kind, limits }: { kind: TableKind; limits: WorkbookLimits },
): Promise<Book> {
  const file = bytesOf(fd)
  switch (kind) {
    case 'xlsx':
    case 'xlsb':
    case 'ods':
      return reading(() => openArchive(fd, limits))
    case 'xls':
      return reading(() => xlsBook(file))
    case 'excel_xml':
      return reading(() => spreadsheetMlBook(file))
    case 'html':
      return reading(() => htmlBook(file))
    case 'dbf':
      return reading(() => dbfBook(file))
    case 'vcard':
      return reading(() => vcardBook(file))
    case 'json':
      return reading(() => jsonBook(file))
    case 'json_lines':
      return reading(() => jsonLinesBook(file))
  }
}

async function openArchive(fd: number, limits: WorkbookLimits): Promise<Book> {
  const parts = await openParts(fd, limits)
  if (await isOpenDocument(parts)) return odsBook(parts)
  const main = await mainPart(parts)
  if (main.endsWith('.bin')) return xlsbBook(parts, main)
  return xlsxBook(parts, await readWorkbook(parts, main))
}

/** A number read behind the end of a record, or an impossible length, makes a broken file. */
async function reading(open: () => Book | Promise<Book>): Promise<Book> {
  const book = await orBroken(open)
  const { head } = book
  return {
    ...book,
    read: (sheet, taker) => orBroken(() => book.read(sheet, taker)),
    ...(head && { head: (job) => orBroken(() => head(job)) }),
  }
}

async function orBroken<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RangeError || error instanceof BrokenXml) throw new RefusedWorkbook('workbook_broken')
    throw error
  }
}
