import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { DeadLetter } from '@ruam/contract/open-api/connector-items.ts'
import { ApiError } from '../../core/api-error.ts'
import { shortText } from '../../core/clean-text.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { HIDDEN, maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { hiddenFrom } from '../../imports/data-sources/hidden-columns.ts'
import { runById } from '../../imports/data-sources/runs.ts'
import { recordsOfRows } from '../../imports/run/record-queries.ts'
import { streamRecords } from '../../imports/run/stream-records.ts'
import { fieldsOfConnector } from '../../ingest/connectors/fields.ts'
import { type Cells, rowsOfItem } from '../../ingest/connectors/flatten.ts'
import type { LetterRow, OpenPaths } from '../../ingest/connectors/letter-lists.ts'
import { readConnector } from '../../ingest/connectors/queries.ts'
import { VALUE_LENGTH } from '../../ingest/connectors/record-results.ts'
import { columnsOfFields } from '../../ingest/connectors/source.ts'
import type { Core } from '../../servers/core.ts'
import { messageOf } from '../sending/view-results.ts'
import { type FaultAt, suggestedText } from './letter-faults.ts'

interface Viewer {
  core: Core
  db: Db
  storeId: number
  user: Pick<Caller, 'rights' | 'trace'>
  language: Language
}

interface LetterPaths {
  each: string | null
  /** Null for a reader of sensitive values, who may see all. */
  open: OpenPaths
  closed: readonly string[]
}

/** Returns the paths in a connector's items that the reader may see. A path that the connector does not know is closed. */
export async function pathsOf({ db, storeId, user, language }: Viewer, connector: number): Promise<LetterPaths> {
  const found = await readConnector(db, storeId, connector).executeTakeFirst()
  if (!found) return ownPaths(user, await fieldsOf(db, storeId, language))
  const { facts, mapping, each_path } = found
  const fields = await fieldsOfConnector(db, storeId, connector)
  const read = columnsOfFields(fields, facts, mapping)
  const hidden = await hiddenFrom(user, db, storeId, read, await fieldsOf(db, storeId, language))
  const [closed, open] = [true, false].map((is) =>
    fields.flatMap(({ no, path }) => (hidden.has(String(no)) === is ? [path] : [])),
  ) as [string[], string[]]
  return { each: each_path, open: maySeeSensitive(user.rights) ? null : open, closed }
}

/** Paths of items in the field names of the store. Errors name a field alone. */
function ownPaths({ rights, trace }: Viewer['user'], fields: readonly Field[]): LetterPaths {
  const seesSensitive = maySeeSensitive(rights)
  if (seesSensitive && fields.some(({ sensitive }) => sensitive)) trace.note(null, null)
  const paths = (sensitive: boolean) =>
    fields
      .filter((field) => field.sensitive === sensitive)
      .flatMap(({ name }) => [name, `values.${name}`, `profile.values.${name}`])
  const parts = ['id', 'profile.id', 'type', 'at', 'reference']
  return { each: null, open: seesSensitive ? null : [...parts, ...paths(false)], closed: paths(true) }
}

/** Throws field_closed for a filter by a value that the reader may not see: it could be guessed. */
export function checkFilter(
  { open }: Pick<LetterPaths, 'open'>,
  { path, value }: { path?: string | null | undefined; value?: string | undefined },
): void {
  if (value === undefined || open === null || (path != null && open.includes(path))) return
  throw new ApiError('field_closed', { field: path ?? 'value' })
}

/** Dead letters as a reader may see them, with the people whom items pending review may be about. */
export async function viewLetters(
  viewer: Viewer,
  { each, open, closed }: LetterPaths,
  rows: readonly LetterRow[],
  faultAt: FaultAt | undefined,
): Promise<DeadLetter[]> {
  const seen = open && new Set(open)
  const isOpen = (path: string | null) => path === null || !seen || seen.has(path)
  const conflicts = await conflictsOf(viewer, rows)
  return rows.map((row) => {
    const { id, receipt_id, first_at, at, tries, error, path, value } = row
    const [first] = rowsOfItem(JSON.parse(row.item), each) ?? []
    return {
      ...{ id, receipt_id, first_at, at, tries, error, path },
      index: row.item_index,
      place: row.item_place,
      message: messageOf(error, viewer.language),
      value: isOpen(path) ? value : HIDDEN,
      ...(first && faultAt && path !== null && isOpen(path)
        ? correctionOf(faultAt, first.cells, { error, path, value }, viewer.language)
        : uncorrectable),
      replaying: row.replay_at !== null,
      values: [
        ...[...(first?.cells ?? [])].flatMap(([own, { text }]) => (isOpen(own) ? [{ path: own, value: text }] : [])),
        // Whether or not the item has them.
        ...(open === null ? [] : closed).map((own) => ({ path: own, value: HIDDEN })),
      ],
      conflict: conflicts.get(id) ?? null,
    }
  })
}

const uncorrectable = { correctable: false, text: null, suggestion: null, unread: null }

/** The value of a letter that was refused, as it is corrected now. */
function correctionOf(
  faultAt: FaultAt,
  cells: Cells,
  letter: { error: string; path: string; value: string | null },
  language: Language,
): Pick<DeadLetter, keyof typeof uncorrectable> {
  const { path, value } = letter
  const now = cells.get(path)?.text
  if (now === undefined) return uncorrectable
  const isSent = shortText(now, VALUE_LENGTH) === value
  const fault = isSent ? null : faultAt(cells, path)
  return {
    correctable: true,
    text: isSent ? null : now,
    suggestion: suggestedText(faultAt, cells, letter),
    unread: fault && messageOf(fault, language),
  }
}

async function conflictsOf(
  { core, db, storeId, user, language }: Viewer,
  rows: readonly LetterRow[],
): Promise<Map<number, DeadLetter['conflict']>> {
  // A reference sent twice is no question about people.
  const pointing = rows.filter(({ run, error }) => run !== null && error !== 'reference_conflict')
  const conflicts = new Map<number, DeadLetter['conflict']>()
  for (const [run, letters] of Map.groupBy(pointing, (letter) => letter.run!)) {
    const numbers = letters.map(({ record_no }) => record_no!)
    const records = await recordsOfRows(db, storeId, run, numbers)
    const seen = { db, storage: core.storage, storeId, user, language }
    const viewed = await streamRecords(seen, await runById(db, storeId, run), records)
    const byNumber = new Map(viewed.map((record) => [record.record_no, record.conflict]))
    for (const { id, record_no } of letters) conflicts.set(id, byNumber.get(record_no!) ?? null)
  }
  return conflicts
}
