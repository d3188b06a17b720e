import type { Language } from '@ruam/contract/errors/catalog.ts'
import { rowFailures } from '@ruam/contract/imports/row-failures.ts'
import type { Download } from '@ruam/contract/platform/endpoint.ts'
import { type Db, inStore } from '../../database/db.ts'
import { csvLine } from '../../formats/files/csv-line.ts'
import { isAdded, lineColumn, REASON_COLUMN } from '../../formats/files/header.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import type { Core } from '../../servers/core.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { readMendedRows } from './raw-rows.ts'
import { type CorrectionRows, eachPart } from './record-queries.ts'

/** Rows that failed or have unread cells, as they are in the file, each with its line there and the reason: a CSV that spreadsheets open in the right charset. */
export function correctionOf(
  core: Core,
  storeId: number,
  run: RunRow,
  file: StoredFile,
  rows: CorrectionRows,
  language: Language,
): Download {
  const name = file.name.replace(/\.[^.]*$/, '')
  return {
    file_name: `${name}-${language === 'th' ? 'แก้ไข' : 'correction'}.csv`,
    content_type: 'text/csv; charset=utf-8',
    content: lines(core, storeId, run, file, rows, language),
  }
}

async function* lines(
  core: Core,
  storeId: number,
  run: RunRow,
  file: StoredFile,
  which: CorrectionRows,
  language: Language,
) {
  const columns = file.columns.filter((column) => !isAdded(column))
  const width = columns.length
  yield `\ufeff${csvLine([...columns, lineColumn(run.id), REASON_COLUMN])}`
  const step = <T>(work: (db: Db) => Promise<T>) => inStore(core.pool, storeId, work)
  for await (const records of eachPart(step, storeId, run, which)) {
    const numbers = records.map((record) => record.record_no)
    const rows = await step((db) => readMendedRows(db, core.storage, storeId, run, file, numbers))
    yield records
      .map(({ record_no, error, unread }) => {
        const { cells, sheet, line } = rows.get(record_no) ?? { cells: [], sheet: null, line: null }
        const faults = error ? [error] : (unread ?? [])
        const reason = faults.map((fault) => reasonOf(fault, file.columns, language)).join(' · ')
        // A ragged row keeps its surplus cells: the person who mends it has to see them.
        const kept = cells.length > file.columns.length ? cells : cells.slice(0, width)
        const filled = [...kept, ...Array(Math.max(0, width - kept.length)).fill('')]
        return csvLine([...filled, `${sheet === null ? '' : `${sheet} `}${line ?? record_no}`, reason])
      })
      .join('')
  }
}

function reasonOf(
  { failure, column }: { failure: keyof typeof rowFailures; column: number },
  columns: string[],
  language: Language,
): string {
  const sentence = rowFailures[failure][language]
  return column > 0 ? `${columns[column - 1]}: ${sentence}` : sentence
}
