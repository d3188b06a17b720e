import type pg from 'pg'
import { lockLabels } from '../../customers/changes/labels.ts'
import { makeLabels } from '../../customers/labels/make-labels.ts'
import type { Db } from '../../database/db.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { reaches } from './decide.ts'
import type { RowDecision } from './decided-rows.ts'
import type { Plan } from './plan.ts'
import { type LabelBook, rowLabelsOf } from './row-labels.ts'

const OVERLAY = 'pg_temp.overlay_label'

interface GivenLabel {
  label_id: number
  profile_id: number
}

/** Label changes of a batch. */
export interface Labelled {
  given: GivenLabel[]
  /** Labels named by rows. */
  named: number[]
  /** Names of those that were made, or that a dry run would make. */
  made: string[]
  /** Labels that a row adds. */
  labelsOf: (decision: RowDecision) => readonly number[]
}

/** The dry run's table of the labels that its batches so far would have given. Nothing of it outlives the connection. */
export async function prepareLabels(client: pg.ClientBase): Promise<void> {
  await client.query(`
    drop table if exists ${OVERLAY};
    create temp table overlay_label (label_id int, profile_id bigint, primary key (label_id, profile_id))`)
}

/**
 * Adds the labels of the run and of each row to the profiles of a batch, and returns which profiles got which. A label that a user
 * removed by hand is added again, because the file names it now; unless that was after the run began (decision 6).
 */
export async function addRowLabels(
  client: pg.ClientBase,
  db: Db,
  storeId: number,
  run: Pick<RunRow, 'id' | 'kind' | 'created_at' | 'created_by'>,
  { plan, book }: { plan: Plan; book: LabelBook },
  decisions: readonly RowDecision[],
): Promise<Labelled> {
  const none = { given: [], named: [], made: [], labelsOf: () => [] }
  if (plan.labels.length === 0 && !plan.rowLabels) return none
  const taken = decisions.filter((decision) => reaches(plan, decision))
  if (taken.length === 0) return none
  const dry = run.kind === 'dry'
  const names = taken.flatMap(({ labels }) => labels)
  const known = rowLabelsOf(book, names).flatMap(({ id }) => (id !== null && id > 0 ? [id] : []))
  // Skips labels that were deleted after the run began. Locks labels before adding them, like every other writer.
  const there = dry
    ? [...plan.labels, ...known]
    : await lockLabels(db, storeId, [...new Set([...plan.labels, ...known])])
  const made = plan.rowLabels?.makes ? await makeNamed(db, storeId, run, book, names) : []
  const allowed = new Set([...there, ...made.map(({ id }) => id)])
  const ofRow = ({ labels }: RowDecision) => [
    ...plan.labels,
    ...rowLabelsOf(book, labels).flatMap(({ id }) => (id === null ? [] : [id])),
  ]
  const pairs = new Map<number, Set<number>>()
  for (const decision of taken) {
    for (const label of ofRow(decision)) {
      if (!allowed.has(label) && label > 0) continue
      const people = pairs.get(label)
      if (people) people.add(decision.entry!.id!)
      else pairs.set(label, new Set([decision.entry!.id!]))
    }
  }
  const labels = [...pairs].flatMap(([label, people]) => Array<number>(people.size).fill(label))
  const people = [...pairs.values()].flatMap((ids) => [...ids])
  const { rows } = dry
    ? await client.query<GivenLabel>({
        name: 'overlay-labels',
        // The probe may not be flattened: by the statistics of an empty store it would read all labels of the store.
        text: `insert into ${OVERLAY} (label_id, profile_id)
            select p.label, p.id from unnest($2::int[], $3::bigint[]) as p (label, id)
            where not exists (select from profile_label x where x.store_id = $1
              and x.label_id = p.label and x.profile_id = p.id and x.source <> 'manual_remove' offset 0)
            on conflict do nothing returning label_id, profile_id`,
        values: [storeId, labels, people],
      })
    : await client.query<GivenLabel>({
        name: 'add-labels',
        text: `insert into profile_label as x (store_id, label_id, profile_id, source, run_id)
              select $1, p.label, p.id, 'import', $4 from unnest($2::int[], $3::bigint[]) as p (label, id) order by p.label, p.id
              on conflict (store_id, label_id, profile_id) do update set source = 'import', run_id = excluded.run_id
                where x.source = 'manual_remove' and (x.taken_at is null or x.taken_at < $5::timestamptz)
              returning label_id, profile_id`,
        values: [storeId, labels, people, run.id, run.created_at],
      })
  const named = new Set([...known, ...made.map(({ id }) => id)].filter((id) => allowed.has(id) && id > 0))
  return { given: rows, named: [...named], made: made.map(({ name }) => name), labelsOf: ofRow }
}

/** Makes the labels among these names that are not there yet; a dry run gives them numbers that no label has. */
async function makeNamed(
  db: Db,
  storeId: number,
  run: Pick<RunRow, 'kind' | 'created_by'>,
  book: LabelBook,
  names: readonly string[],
): Promise<{ id: number; name: string }[]> {
  const missing = [...new Set(rowLabelsOf(book, names))].filter(({ id }) => id === null)
  if (missing.length === 0) return []
  if (run.kind === 'dry') {
    let next = [...book.labels.values()].filter(({ id }) => id !== null && id < 0).length
    return missing.map((label) => {
      label.id = -++next
      return { id: label.id, name: label.name }
    })
  }
  const made = await makeLabels(
    db,
    storeId,
    run.created_by,
    missing.map(({ name }) => name),
  )
  for (const { id, key } of made) book.labels.get(key)!.id = id
  return made
}
