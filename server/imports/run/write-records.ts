import type pg from 'pg'
import { shortText } from '../../core/clean-text.ts'
import type { RunRow } from '../data-sources/runs.ts'
import type { AddedActivities } from './added-activities.ts'
import type { RowDecision, RowError, UnreadCell } from './decided-rows.ts'
import type { RowName } from './find-match.ts'
import { type Cell, linesFrom, rowLinesOf } from './lines.ts'
import type { Plan } from './plan.ts'
import type { Values } from './planned-field.ts'
import { placeOf, type RunOrigin } from './row-places.ts'

/** Why a row was not taken, as its record keeps it. */
export interface StoredError extends Pick<RowError, 'failure' | 'column' | 'value' | 'doubts' | 'agrees'> {
  /** People of a conflict: the profile (negative: the row of a dry run that would add it), and the matching field. */
  people?: { id: number; field: number; who?: string }[]
  /** Name of a row pending review. */
  name?: RowName
}

/** A cell that was left empty, as its record keeps it: its value stays in the file alone. */
export type StoredUnread = Pick<UnreadCell, 'failure' | 'column'>

/** More can't be compared on a screen. */
const MOST_PEOPLE = 5

/**
 * Writes what became of each row of a batch; of a real run this is the journal. `timed`: with the time of each. A dry run leaves out
 * plain additions: its readers know them by their missing record (record-queries.ts).
 */
export async function writeRunRecords(
  client: pg.ClientBase,
  storeId: number,
  run: Pick<RunRow, 'id' | 'kind'> & Pick<RunOrigin, 'places'>,
  plan: Plan,
  decisions: readonly RowDecision[],
  { met, metLines }: Pick<AddedActivities, 'met' | 'metLines'>,
  timed = false,
): Promise<void> {
  const told = run.kind === 'dry' ? decisions.filter((one) => !isPlainAddition(one)) : decisions
  if (told.length === 0) return
  await client.query({
    name: 'insert-records',
    text: `insert into run_record (store_id, run, record_no, status, profile_id, changes, matched_by, adds_activity, error, met_activity, unread, at, met_line)
      select $1, coalesce(c[11]::bigint, $2), c[1]::int, c[2], c[3]::bigint, c[4]::jsonb, c[5]::int, c[6]::boolean, c[7]::jsonb, c[8]::bigint, c[9]::jsonb, case when $4::boolean then clock_timestamp() end, c[10]::bigint from ${linesFrom('$3')}`,
    values: [
      storeId,
      run.id,
      rowLinesOf(
        told.map((decision) => [
          ...cells(decision, placeOf(run, decision.no).row, plan),
          met.get(decision.no) ?? null,
          decision.unread.length === 0
            ? null
            : JSON.stringify(decision.unread.map(({ failure, column }) => ({ failure, column }))),
          metLines?.get(decision.no) ?? null,
          // A cell that no line has is null.
          ...(run.places ? [placeOf(run, decision.no).run] : []),
        ]),
      ),
      timed,
    ],
  })
}

/** True if the row's number tells all that its record in a dry run would. */
const isPlainAddition = ({ no, status, entry, activity, unread }: RowDecision) =>
  status === 'added' && entry?.id === -no && activity === null && unread.length === 0

function cells(
  { status, entry, holder, changes, matched, activity, error }: RowDecision,
  no: number,
  plan: Plan,
): Cell[] {
  return [
    no,
    status,
    // A dry run's new profiles have the row that would make them, negative.
    entry?.id ?? (activity && holder?.id) ?? null,
    changes &&
      JSON.stringify(
        Object.fromEntries(changes.map(([place, before, after]) => [plan.fields[place]!.field.id, [before, after]])),
      ),
    matched === null ? null : plan.fields[matched]!.field.id,
    activity && true,
    // The value of a failed item is in its dead letter alone, where an erasure finds it by the keys of the item.
    error && JSON.stringify(storedError(plan.isStream && status === 'failed' ? { ...error, value: '' } : error, plan)),
  ]
}

function storedError({ failure, column, value, people, name, doubts, agrees }: RowError, plan: Plan): StoredError {
  const whoOf = (key: number, values: Values) => (name ? { who: plan.nameOf!(key, values).who } : {})
  const pointed = people?.slice(0, MOST_PEOPLE).map(({ entry: { id, values }, key }) => ({
    id: id!,
    field: plan.fields[key]!.field.id,
    ...whoOf(key, values),
  }))
  return {
    failure,
    column,
    value: shortText(value, VALUE_LENGTH),
    ...(pointed?.length && { people: pointed }),
    ...(name && { name }),
    ...(doubts && { doubts }),
    ...(agrees && { agrees }),
  }
}

/** Graphemes of a value that are kept with its failure. */
const VALUE_LENGTH = 200
