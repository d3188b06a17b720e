import { REDACTED } from '../../customers/erasure/redact.ts'
import type { Field } from '../../customers/fields/fields.ts'
import type { ReadFile } from '../../imports/data-sources/hidden-columns.ts'
import type { ReadRow } from '../../imports/run/decided-rows.ts'
import { keyText, type Plan } from '../../imports/run/plan.ts'
import { rowReader } from '../../imports/run/read-rows.ts'
import { type RowRights, rowRightsOf } from '../../imports/run/row-rights.ts'
import type { Reference } from '../items/references.ts'
import { type StoredLists, senderLists } from '../items/sender-lists.ts'
import type { FieldRow } from './fields.ts'
import { type Cells, rowsOfItem } from './flatten.ts'

/** An item as it was sent, or a dead letter that is replayed. */
export interface SentRecord {
  receiptId: number
  /** Place in its request. */
  index: number
  item: unknown
  /** What its sender may read; null in requests of the previous version. */
  lists: StoredLists | null
  letter?: { id: number; place: number | null }
}

/** A row of an item. Undefined cells: the item has no rows. */
export interface ConnectorRecordRow {
  /** Place of its item in the batch. */
  of: number
  place: number | null
  cells: Cells | undefined
}

/** Rows of one item. More could not be processed in one transaction. */
const MAX_ROWS = 1000

/** Returns the rows of a batch of items. */
export const rowsOfBatch = (records: readonly SentRecord[], each: string | null): ConnectorRecordRow[] =>
  records.flatMap(({ item, letter }, of): ConnectorRecordRow[] => {
    const rows = rowsOfItem(item, each)
    if (!rows || rows.length > MAX_ROWS) return [{ of, place: letter?.place ?? null, cells: undefined }]
    // A dead letter holds the one object of its array that failed.
    if (letter && letter.place !== null && rows.length === 1) return [{ of, ...rows[0]!, place: letter.place }]
    return rows.map((row) => ({ of, ...row }))
  })

interface RecordReading {
  plan: Plan
  clearing: readonly number[]
  read: ReadFile
  fields: readonly FieldRow[]
  /** Profile fields of the store. */
  targets: readonly Field[]
  timeZone: string
  today: string
}

/** Returns a reader of rows, which numbers them. */
export function recordReader({ plan, clearing, read, fields, targets, timeZone, today }: RecordReading) {
  const readRow = rowReader(plan, read.facts, { timeZone, columns: read.columns, today })
  const paths = fields.map(({ path }) => path)
  const cleared = clearing.map((place) => ({ place, path: paths[plan.fields[place]!.column]! }))
  const rights = new Map<StoredLists | null, RowRights>()
  const rightsOfSender = (lists: StoredLists | null) => {
    const known = rights.get(lists) ?? rowRightsOf(plan, senderLists(lists, targets))
    rights.set(lists, known)
    return known
  }
  return (no: number, { cells }: ConnectorRecordRow, { item, lists }: Pick<SentRecord, 'item' | 'lists'>): ReadRow => {
    if (item === REDACTED) return refused(no, 'erased_person')
    if (!cells) return refused(no, 'item_invalid')
    const row = readRow(
      no,
      paths.map((path) => cells.get(path)?.text ?? ''),
    )
    if ('error' in row) return row
    row.rights = rightsOfSender(lists)
    if (row.consents && lists?.consents !== true) {
      const column = plan.consents![row.consents[0]!.place]!.column + 1
      row.unread = [...(row.unread ?? []), { failure: 'consent_not_open', column, value: '' }]
      row.consents = []
    }
    if (cleared.length === 0) return row
    const places = cleared.flatMap(({ place, path }) => (cells.get(path)?.text === '' ? [place] : []))
    return places.length === 0 ? row : { ...row, cleared: places }
  }
}

const refused = (no: number, failure: 'erased_person' | 'item_invalid'): ReadRow => ({
  no,
  error: { failure, column: 0, value: '' },
})

const MAX_REFERENCE = 200

/**
 * Returns what tells the activity of a row apart among all that its connector sent: the value of the mapping's key, with the place in the
 * array if the key stands outside it; else the row itself if equal activities are separate ones. Null: equal ones are one.
 */
export function itemReferenceOf(
  { plan: { activity }, fields }: Pick<RecordReading, 'plan' | 'fields'>,
  each: string | null,
  { receiptId, index }: SentRecord,
  { place }: ConnectorRecordRow,
  row: ReadRow,
): Pick<Reference, 'text' | 'replace'> | null {
  if (!activity || 'error' in row || !row.activity) return null
  const key = activity.key === null ? null : keyText(row.activity.fields[activity.key] ?? null)
  if (key !== null) {
    const source = activity.fields.find(({ id }) => id === activity.key)!
    const inside = each !== null && fields[source.column]!.path.startsWith(`${each}.`)
    const text = (place === null || inside ? key : `${key}#${place + 1}`).slice(0, MAX_REFERENCE)
    return { text, replace: false }
  }
  // The place of an item is its own: read again by another mapping, it corrects itself.
  return activity.equal === 'each' ? { text: `${receiptId}.${index}.${place ?? 0}`, replace: true } : null
}
