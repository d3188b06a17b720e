import { activities } from '@ruam/contract/customers/activities.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { Mapping, MappingRow } from '@ruam/contract/imports/mapping.ts'
import type { z } from 'zod'
import { firstNames } from '../../formats/made-up/names.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import { escapeXml, workbookParts, zipped } from '../formats/workbook.testing.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { createDataSource, runMapping } from './data-sources.testing.ts'
import type { DateColumn } from './date-accidents.testing.ts'

const [NAME, BIRTH, PHONE, ADDRESS, ACTIVITY_DATE] = [1, 8, 9, 17, 24]
const names = [...firstNames.male.older, ...firstNames.male.younger]

/** What became of a column's cells. */
export interface DateOutcome {
  right: number
  wrong: string[]
  /** Cells without a value, by the failure that says why; `none` if nothing does. */
  empty: Record<string, number>
}

interface ImportedColumn {
  questions: string[]
  examples: z.output<typeof Mapping>['source_mapping'][number]['date_examples']
  repairs: string[]
  before: DateOutcome
  /** With the questions answered. */
  answered: DateOutcome | null
}

/** A file of people with this column of dates; `no` gives them phones of their own. */
async function fileOf({ header, format, cells }: DateColumn, no: number): Promise<string | Buffer> {
  const people = cells.map((_, at) => [names[at % names.length]!.th, `08${10_000_000 + no * 800_000 + at * 97}`])
  if (format === 'csv') {
    const quoted = (text: unknown) => (String(text).includes(',') ? `"${text}"` : text)
    return [`ชื่อ,เบอร์โทร,${header}`, ...cells.map(({ cell }, at) => [...people[at]!, quoted(cell)].join(','))].join(
      '\r\n',
    )
  }
  const formats = [...new Set(cells.flatMap(({ cell }) => (cell && typeof cell === 'object' ? [cell.format] : [])))]
  const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
  const merges: string[] = []
  const rows = cells.map(({ cell }, at) => {
    const no = at + 2
    const end = cells.findIndex((one, place) => place > at && one.cell !== null)
    const last = (end === -1 ? cells.length : end) + 1
    if (cell !== null && last > no) merges.push(`<mergeCell ref="C${no}:C${last}"/>`)
    const own =
      cell === null
        ? `<c r="C${no}"/>`
        : typeof cell === 'string'
          ? text(`C${no}`, cell)
          : `<c r="C${no}" s="${formats.indexOf(cell.format) + 1}"><v>${cell.serial}</v></c>`
    return `<row r="${no}">${text(`A${no}`, people[at]![0]!)}${text(`B${no}`, people[at]![1]!)}${own}</row>`
  })
  const head = `<row r="1">${text('A1', 'ชื่อ')}${text('B1', 'เบอร์โทร')}${text('C1', header)}</row>`
  const parts = workbookParts({ sheets: [{ name: 'Sheet1', rows: head + rows.join('') }], formats })
  const sheet = parts['xl/worksheets/sheet1.xml'] as string
  const list = merges.length > 0 ? `<mergeCells count="${merges.length}">${merges.join('')}</mergeCells>` : ''
  parts['xl/worksheets/sheet1.xml'] = sheet.replace('</worksheet>', `${list}</worksheet>`)
  return zipped(parts)
}

let files = 0

/** Imports a column of dates, first without an answer and then with those of its writer. */
export async function importColumn(store: TestStore, column: DateColumn, type: number): Promise<ImportedColumn> {
  const { id } = await createDataSource(store, await fileOf(column, ++files), `ไฟล์วันที่ ${files}`)
  const fed = { birth: BIRTH, address: ADDRESS, activity: ACTIVITY_DATE }[column.holds]
  const rows = (answers: Partial<MappingRow> = {}) => [
    { source_schema_id: '1', destination_id: NAME, destination_type: 'system_profile' as const },
    { source_schema_id: '2', destination_id: PHONE, destination_type: 'system_profile' as const },
    {
      source_schema_id: '3',
      destination_id: fed,
      destination_type: column.holds === 'activity' ? ('system_activity' as const) : ('system_profile' as const),
      ...answers,
    },
  ]
  const body = (answers: Partial<MappingRow> = {}) => ({
    mapping: rows(answers),
    match: { keys: [PHONE], mode: 'both' as const },
    activity_id: column.holds === 'activity' ? type : null,
  })
  const first = await runMapping(store, id, body())
  const before = await outcomeOf(store, first.real, column)
  const { source_mapping } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  const { questions, date_examples: examples, evidence } = source_mapping[2]!
  const repairs = evidence.flatMap((one) => (one.kind === 'date_repair' ? [one.repair] : []))
  const { order, shortYears, shift } = column.means
  const answers = { date_order: order ?? null, two_digit_years: shortYears ?? null, date_shift: shift ?? null }
  const second = questions.length > 0 ? await runMapping(store, id, body(answers)) : null
  return { questions, examples, repairs, before, answered: second && (await outcomeOf(store, second.real, column)) }
}

/** A store's type of activities for the days of purchases. */
export const purchaseType = async (store: TestStore): Promise<number> =>
  (await store.call(activities.createType, { body: { name: 'มาที่ร้าน', description: '', activity_field_ids: [] } })).id

interface Row {
  no: number
  birth: string | null
  address: string | null
  at: string[] | null
  unread: { failure: string; column: number }[] | null
  failure: string | null
}

async function outcomeOf(store: TestStore, run: string, { cells, holds }: DateColumn): Promise<DateOutcome> {
  const { admin } = await testServer()
  const { rows } = await admin.query<Row>(
    `select c.record_no as no, p.birth_date::text as birth, p.address, c.error ->> 'failure' as failure,
       c.unread,
       (select array_agg(to_json(a.activity_at)#>>'{}') from activity a
        where a.store_id = c.store_id and a.profile_id = c.profile_id) as at
     from run_record c join run r on r.store_id = c.store_id and r.id = c.run
       left join profile p on p.store_id = c.store_id and p.id = c.profile_id
     where c.store_id = $1 and r.run_id = $2 order by c.record_no`,
    [store.storeId, run],
  )
  const outcome: DateOutcome = { right: 0, wrong: [], empty: {} }
  for (const [place, { truth, cell }] of cells.entries()) {
    const row = rows.find(({ no }) => no === place + 1)
    const at = row?.at?.[0]
    const value = holds === 'birth' ? row?.birth : holds === 'address' ? row?.address : at && new Date(at).toISOString()
    const meant =
      truth !== null && holds === 'activity' && truth.length === 10 ? dayBegins(truth, 'Asia/Bangkok') : truth
    if ((value ?? null) === meant) outcome.right++
    else if (value == null) {
      const why = row?.unread?.[0]?.failure ?? row?.failure ?? 'none'
      outcome.empty[why] = (outcome.empty[why] ?? 0) + 1
    } else outcome.wrong.push(`${place + 1}: ${JSON.stringify(cell)} became ${value}, meant ${meant}`)
  }
  return outcome
}
