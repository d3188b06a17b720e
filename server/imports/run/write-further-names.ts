import type pg from 'pg'
import type { RowDecision } from './decided-rows.ts'
import { linesFrom, rowLinesOf } from './lines.ts'
import type { Plan } from './plan.ts'
import { placeOf, type RunOrigin } from './row-places.ts'

/** Gives the people of a batch the further names and notes in the cells of their names; what they have stays as it is. */
export async function writeFurtherNames(
  client: pg.ClientBase,
  storeId: number,
  run: Pick<RunOrigin, 'id' | 'places'>,
  { mode }: Pick<Plan, 'mode'>,
  decisions: readonly RowDecision[],
): Promise<void> {
  const lines = decisions.flatMap(({ no, entry, status, furtherNames = [] }) =>
    entry === null || (mode === 'new' && status !== 'added')
      ? []
      : furtherNames.map(({ kind, value }) => [
          ...[entry.id, kind, value],
          ...(run.places ? [placeOf(run, no).run] : []),
        ]),
  )
  if (lines.length === 0) return
  await client.query({
    name: 'insert-further-names',
    // In one order: batches of two runs wait for each other, and never in a circle.
    text: `insert into profile_name (store_id, profile_id, kind, value, source, source_id)
      select $1, c[1]::bigint, c[2], c[3], 'run', coalesce(c[4]::bigint, $2) from ${linesFrom('$3')} order by 2, 3, 4 on conflict do nothing`,
    values: [storeId, run.id, rowLinesOf(lines)],
  })
}
