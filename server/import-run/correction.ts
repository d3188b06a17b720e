import type { Download } from '@ruam/contract/endpoint.ts'
import type { Language } from '@ruam/contract/errors.ts'
import { rowFailures } from '@ruam/contract/row-failures.ts'
import { sql } from 'kysely'
import type { Core } from '../core/core.ts'
import { type Db, inStore } from '../core/db.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { csvLine } from '../files/csv-line.ts'
import { isAdded, lineColumn, REASON_COLUMN } from '../files/header.ts'
import type { StoredFile } from '../files/queries.ts'
import { OFFSET_ROWS } from '../files/row-offsets.ts'
import { readRawRows } from './records.ts'
import type { StoredError } from './write-records.ts'

/** The rows that a run did not take, as they are in the file, each with its line there and the reason: a CSV that spreadsheets open in the right charset. */
export function correctionOf(core: Core, storeId: number, run: RunRow, file: StoredFile, language: Language): Download {
  const name = file.name.replace(/\.[^.]*$/, '')
  return {
    file_name: `${name}-${language === 'th' ? 'แก้ไข' : 'correction'}.csv`,
    content_type: 'text/csv; charset=utf-8',
    content: lines(core, storeId, run, file, language),
  }
}

async function* lines(core: Core, storeId: number, run: RunRow, file: StoredFile, language: Language) {
  const columns = file.columns.filter((column) => !isAdded(column))
  const width = columns.length
  yield `\ufeff${csvLine([...columns, lineColumn(run.id), REASON_COLUMN])}`
  for (let after = 0; ; ) {
    const records = await inStore(core.pool, storeId, (db) => refusedAfter(db, storeId, run.id, after))
    if (records.length === 0) return
    const numbers = records.map((record) => record.record_no)
    after = numbers.at(-1)!
    const rows = await readRawRows(core.storage, file, numbers)
    yield records
      .map(({ record_no, error }) => {
        const { cells, line } = rows.get(record_no) ?? { cells: [], line: null }
        const reason = error ? reasonOf(error, file.columns, language) : ''
        // A ragged row keeps its surplus cells: the person who mends it has to see them.
        const kept = cells.length > file.columns.length ? cells : cells.slice(0, width)
        const filled = [...kept, ...Array(Math.max(0, width - kept.length)).fill('')]
        return csvLine([...filled, String(line ?? record_no), reason])
      })
      .join('')
  }
}

/** The rows that a run did not take in the next part of the file that has any: each part is read once. */
async function refusedAfter(db: Db, storeId: number, run: number, after: number) {
  const refused = sql`run_record where store_id = ${storeId} and run = ${run}`
  const { rows } = await sql<{ record_no: number; error: StoredError | null }>`
    with next as (
      select min(no) as no from (values ('failed'), ('conflict')) s (status) cross join lateral (
        select record_no as no from ${refused} and status = s.status and record_no > ${after} order by record_no limit 1) first)
    select record_no, error from ${refused} and status in ('failed', 'conflict')
      and record_no >= (select no from next) and record_no <= ((select no from next) + ${OFFSET_ROWS - 1}) / ${OFFSET_ROWS} * ${OFFSET_ROWS}
    order by record_no`.execute(db)
  return rows
}

function reasonOf(
  { failure, column }: { failure: keyof typeof rowFailures; column: number },
  columns: string[],
  language: Language,
): string {
  const sentence = rowFailures[failure][language]
  return column > 0 ? `${columns[column - 1]}: ${sentence}` : sentence
}
