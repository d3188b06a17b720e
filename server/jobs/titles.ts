import type { Language } from '@ruam/contract/errors.ts'
import type { JobKind } from '@ruam/contract/jobs.ts'
import type { Db } from '../core/db.ts'
import { fieldsOf } from '../fields/fields.ts'
import { labelNames } from '../labels/queries.ts'
import type { Action, BulkRequest, BulkUndoRequest } from '../profile-bulk/request.ts'
import type { JobRow } from './queries.ts'

/** A sentence in both languages; {names} are what it is done with, {people} how many it is done to. */
type Sentence = Record<Language, string>

const people: Record<Language, (total: number | null) => string> = {
  th: (total) => (total === null ? 'ลูกค้า' : `ลูกค้า ${total.toLocaleString('en')} ราย`),
  en: (total) => (total === null ? 'customers' : `${total.toLocaleString('en')} customer${total === 1 ? '' : 's'}`),
}

const actions: Record<Action['type'], Sentence> = {
  add_labels: { th: 'เพิ่มป้ายกำกับ {names} ให้{people}', en: 'Add the label {names} to {people}' },
  remove_labels: { th: 'เอาป้ายกำกับ {names} ออกจาก{people}', en: 'Remove the label {names} from {people}' },
  set_field: { th: 'แก้ไข{names}ของ{people}', en: 'Change {names} of {people}' },
  delete: { th: 'ลบ{people}', en: 'Delete {people}' },
}

const others: Record<Exclude<JobKind, 'profile_bulk' | 'bulk_undo'>, Sentence> = {
  run_undo: { th: 'เลิกทำการนำเข้า {names}', en: 'Undo the import {names}' },
  duplicate_scan: { th: 'ค้นหาลูกค้าที่ซ้ำกัน', en: 'Look for duplicate customers' },
  profile_erase: { th: 'ลบข้อมูลส่วนบุคคลตามคำขอ', en: 'Erase personal data on request' },
  field_convert: { th: 'เปลี่ยนชนิดข้อมูลของฟิลด์ {names}', en: 'Change the type of the field {names}' },
  field_delete: { th: 'ลบค่าของฟิลด์ {names}', en: 'Delete the values of the field {names}' },
}

const undoing: Record<Language, (title: string) => string> = {
  th: (title) => `เลิกทำ: ${title}`,
  en: (title) => `Undo: ${title}`,
}

/** What stands for a label, a field or a data source that is no more. */
const gone: Sentence = { th: '(ลบไปแล้ว)', en: '(deleted)' }

const MAX_NAMES = 3

/** What each of these jobs does and to what, in a language. */
export async function titlesOf(db: Db, storeId: number, jobs: JobRow[], language: Language): Promise<string[]> {
  const names = await namesIn(db, storeId, jobs, language)
  const join = (kind: keyof Names, ids: readonly number[]) => {
    const known = ids.map((id) => names[kind].get(id) ?? gone[language])
    const more = known.length - MAX_NAMES
    return more > 0 ? `${known.slice(0, MAX_NAMES).join(', ')} +${more}` : known.join(', ')
  }
  const fill = (sentence: Sentence, named: string, total: number | null) =>
    sentence[language].replace('{names}', named).replace('{people}', people[language](total))
  const ofAction = (action: Action, total: number | null) => {
    if (action.type === 'delete') return fill(actions.delete, '', total)
    if (action.type === 'set_field') return fill(actions.set_field, quoted(join('fields', [action.field_id])), total)
    return fill(actions[action.type], join('labels', action.label_ids), total)
  }
  const quoted = (name: string) => (language === 'th' ? ` ${name} ` : name)
  return jobs.map((job) => {
    if (job.kind === 'profile_bulk') return ofAction((job.request as BulkRequest).action, job.total)
    if (job.kind === 'bulk_undo') return undoing[language](ofAction((job.request as BulkUndoRequest).action, job.total))
    const { run, name = '' } = subjectOf(job)
    const named = run !== undefined ? join('runs', [run]) : name
    return fill(others[job.kind], named, null).trim()
  })
}

interface Names {
  labels: Map<number, string>
  fields: Map<number, string>
  /** The data source of a run. */
  runs: Map<number, string>
}

/** The run a job of another kind is about, or the name of a field, which may be gone by now. */
const subjectOf = ({ request }: JobRow) => request as { run?: number; name?: string }

/** The names of all that these jobs are done with. */
async function namesIn(db: Db, storeId: number, jobs: JobRow[], language: Language): Promise<Names> {
  const labels = new Set<number>()
  const runs = new Set<number>()
  let withFields = false
  for (const job of jobs) {
    const { run } = subjectOf(job)
    const { action } = job.request as Partial<BulkRequest>
    if (run !== undefined) runs.add(run)
    if (action?.type === 'set_field') withFields = true
    if (action && 'label_ids' in action) for (const id of action.label_ids) labels.add(id)
  }
  const fields = withFields ? await fieldsOf(db, storeId, language) : []
  return {
    labels: await labelNames(db, storeId, [...labels]),
    fields: new Map(fields.map(({ id, display_name }) => [id, display_name])),
    runs: await runNames(db, storeId, [...runs]),
  }
}

async function runNames(db: Db, storeId: number, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('run')
    .innerJoin('data_source', (join) =>
      join.onRef('data_source.store_id', '=', 'run.store_id').onRef('data_source.id', '=', 'run.data_source_id'),
    )
    .select(['run.id', 'data_source.name'])
    .where('run.store_id', '=', storeId)
    .where('run.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
