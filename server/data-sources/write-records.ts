import type pg from 'pg'
import type { Decision } from './decide.ts'
import { type Cell, linesFrom, linesOf } from './lines.ts'
import type { Plan } from './plan.ts'

/** Writes what became of each row of a batch; of a real run this is the journal. */
export async function writeRecords(
  client: pg.ClientBase,
  storeId: number,
  run: number,
  plan: Plan,
  decisions: readonly Decision[],
): Promise<void> {
  await client.query({
    name: 'insert-records',
    text: `insert into run_record (store_id, run, record_no, status, profile_id, changes, matched_by, adds_activity, error)
      select $1, $2, c[1]::int, c[2], c[3]::bigint, c[4]::jsonb, c[5]::int, c[6]::boolean, c[7]::jsonb from ${linesFrom('$3')}`,
    values: [storeId, run, linesOf(decisions.map((decision) => cells(decision, plan)))],
  })
}

function cells({ no, status, entry, changes, matched, activity, error }: Decision, plan: Plan): Cell[] {
  return [
    no,
    status,
    // A dry run's new profiles have the row that would make them, negative.
    entry?.id ?? null,
    changes &&
      JSON.stringify(
        Object.fromEntries(changes.map(([place, before, after]) => [plan.fields[place]!.field.id, [before, after]])),
      ),
    matched === null ? null : plan.fields[matched]!.field.id,
    activity && true,
    error && JSON.stringify({ ...error, value: plainText(error.value) }),
  ]
}

/** The value as jsonb takes it: cut, without U+0000, and without half of a letter at the cut. */
const plainText = (value: string) => value.slice(0, 200).replaceAll('\u0000', '').toWellFormed()
