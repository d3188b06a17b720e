import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { RunRecord } from '@ruam/contract/imports/run-records.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { restrictedIds } from '../../customers/fields/live.ts'
import { closedTo } from '../../customers/profiles/closed.ts'
import { Sight } from '../../customers/profiles/masking.ts'
import { type Db, onConnection } from '../../database/db.ts'
import { csvLine, guarded } from '../../formats/files/csv-line.ts'
import { findFile } from '../../formats/files/queries.ts'
import { ReadTrace } from '../../http/read-trace.ts'
import { hiddenFrom } from '../../imports/data-sources/hidden-columns.ts'
import { runById, totalOf } from '../../imports/data-sources/runs.ts'
import { targetsOf } from '../../imports/data-sources/targets.ts'
import { copyValue } from '../../imports/run/copy.ts'
import { planOf } from '../../imports/run/plan.ts'
import { eachPart } from '../../imports/run/record-queries.ts'
import { type RecordView, viewRecords } from '../../imports/run/records.ts'
import type { CopyFormat } from './copy-out.ts'
import type { ExportTable, Piece } from './export-file.ts'
import type { ReadTable, TableQuery } from './read-table.ts'
import { traceExport } from './trace-export.ts'

/** Rows put together at once: a whole part of a file would take 30 MB more. */
const VIEWED_ROWS = 1000

const titles = {
  sheet: { th: 'ประวัติการนำเข้า', en: 'Import history' },
  line: { th: 'แถวที่', en: 'Row' },
  status: { th: 'ผล', en: 'Result' },
  before: { th: 'ก่อน', en: 'before' },
  after: { th: 'หลัง', en: 'after' },
  reason: { th: 'เหตุผล', en: 'Reason' },
} as const

const results: Record<RunRecord['status'], Record<Language, string>> = {
  added: { th: 'เพิ่มใหม่', en: 'Added' },
  updated: { th: 'อัปเดต', en: 'Updated' },
  duplicated: { th: 'ซ้ำ', en: 'Duplicate' },
  failed: { th: 'ผิดพลาด', en: 'Failed' },
  conflict: { th: 'ข้อมูลขัดกัน', en: 'Conflict' },
}

/** The rows of a run without those about restricted customers, with each mapped field before and after side by side. */
export const historyTable: ReadTable = async (client, asked): Promise<ExportTable> => {
  const db = onConnection(client)
  const { storeId, request, rights, style, storage } = asked
  const { language } = request
  const run = await runById(db, storeId, request.run!.id)
  const file = run.file_id === null ? undefined : await findFile(db, storeId, run.file_id)
  // As long as records are kept, so is the file they are read from.
  if (!file) throw new ApiError('not_found')
  const fields = await fieldsOf(db, storeId, language)
  const plan = planOf(run.mapping, await targetsOf(db, storeId, run.mapping, file.columns.length, language))
  const reader = { rights, trace: new ReadTrace() }
  const sight = Sight.of(reader)
  const view: RecordView = {
    plan,
    file,
    reading: { timeZone: style.timeZone, columns: file.columns, today: run.created_at.slice(0, 10) },
    language,
    sight,
    closed: (await closedTo(db, storeId, rights)).segments,
    hidden: await hiddenFrom(reader, db, storeId, file, fields),
  }
  const mapped = plan.fields.map(({ field }) => field)
  const text = (header: string) => ({ header, type: 'text' as const })
  return {
    sheet: titles.sheet[language],
    columns: [
      text(titles.line[language]),
      text(titles.status[language]),
      ...mapped.flatMap(({ display_name }) => [
        text(`${display_name} (${titles.before[language]})`),
        text(`${display_name} (${titles.after[language]})`),
      ]),
      text(titles.reason[language]),
    ],
    total: totalOf(run, request.run!.status),
    rights: [
      'cdp-core.datasource.read',
      ...(sight.mode === 'shown' && mapped.some(({ sensitive }) => sensitive)
        ? (['cdp-core.profile-sensitive.read'] as const)
        : []),
    ],
    rows: pages(
      db,
      storage,
      asked,
      run,
      view,
      mapped.map(({ id }) => id),
      reader.trace,
    ),
  }
}

async function* pages(
  db: Db,
  storage: TableQuery['storage'],
  asked: TableQuery,
  run: Awaited<ReturnType<typeof runById>>,
  view: RecordView,
  fields: readonly number[],
  trace: ReadTrace,
): AsyncGenerator<Piece> {
  const { storeId, request, style } = asked
  const restricted = await sql<{ id: number }>`select id from ${restrictedIds(storeId)} r`.execute(db)
  const hidden = new Set(restricted.rows.map(({ id }) => Number(id)))
  for await (const all of eachPart((work) => work(db), storeId, run, request.run!.status)) {
    const records = all.filter(({ profile_id }) => profile_id === null || !hidden.has(Number(profile_id)))
    for (let from = 0; from < records.length; from += VIEWED_ROWS) {
      const some = records.slice(from, from + VIEWED_ROWS)
      const shown = await viewRecords(db, storage, storeId, run, some, view)
      const lines = shown.map((record) => lineOf(cellsOf(record, fields, view.language), style.format))
      yield { content: lines.join(''), rows: lines.length }
    }
  }
  await traceExport(db, asked, trace)
}

function cellsOf(record: RunRecord, fields: readonly number[], language: Language): string[] {
  const { previous_profile: before, next_profile: after } = record.change ?? {}
  const cellOf = (side: typeof before, id: number) => {
    const value = side?.fields.find((field) => field.id === id)?.value
    return value === undefined || value === null ? '' : guarded(String(value))
  }
  const reasons = [record.error, ...record.data.map(({ error }) => error)].filter((reason) => reason !== null)
  return [
    String(record.line ?? record.record_no),
    results[record.status][language],
    ...fields.flatMap((id) => [cellOf(before, id), cellOf(after, id)]),
    [...new Set(reasons)].join(' · '),
  ]
}

const lineOf = (cells: readonly string[], format: CopyFormat) =>
  format === 'csv'
    ? csvLine(cells).replace(/\r\n$/, '\n')
    : `${cells.map((cell) => (cell === '' ? '\\N' : copyValue(cell))).join('\t')}\n`
