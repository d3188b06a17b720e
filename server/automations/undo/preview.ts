import { sql } from 'kysely'
import { isOpenNote } from '../../customers/profile-activities/open-notes.ts'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { readHistories } from './histories.ts'
import { type Plan, planOf } from './plan.ts'
import { nextReached, readScope, writtenKeys } from './scope.ts'

/** Customers whose journals are read at once. */
const BLOCK = 5000

interface LabelCount {
  id: number
  removed: number
  returned: number
  kept: number
}

interface ValueCount {
  id: number
  back: number
  kept: number
}

/** Counts what taking an automation back would do, of what is not taken back already. */
export async function countUndo(db: Db, storeId: number, automationId: number) {
  const labels = new Map<number, LabelCount>()
  const values = new Map<number, ValueCount>()
  const labelCount = (id: number) => entryOf(labels, id, { id, removed: 0, returned: 0, kept: 0 })
  const fieldCount = (id: number) => entryOf(values, id, { id, back: 0, kept: 0 })
  for await (const plan of plansOf(db, storeId, automationId)) {
    for (const id of plan.values.keys()) fieldCount(id).back++
    for (const id of plan.retainedFields) fieldCount(id).kept++
    for (const [id, { has }] of plan.labels) labelCount(id)[has ? 'returned' : 'removed']++
    for (const id of plan.retainedLabels) labelCount(id).kept++
  }
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id
  return { labels: [...labels.values()].sort(byId), values: [...values.values()].sort(byId) }
}

function entryOf<T>(map: Map<number, T>, id: number, fresh: T): T {
  const found = map.get(id) ?? fresh
  map.set(id, found)
  return found
}

/** Yields what becomes of each live customer, in the order of ids within a block. */
async function* plansOf(db: Db, storeId: number, automationId: number): AsyncGenerator<Plan> {
  await byIndexes(db)
  const keys = await writtenKeys(db, storeId, automationId)
  const scope = await readScope(db, storeId, automationId, keys)
  // A customer into whom two were merged is found by both.
  const counted = new Set<number>()
  for (let after = 0; ; ) {
    const ids = await nextReached(db, storeId, { automationId, notes: false }, after, BLOCK)
    for (const one of await readHistories(db, storeId, ids, keys)) {
      if (!one.live || counted.has(one.id)) continue
      counted.add(one.id)
      yield planOf(one, keys, scope)
    }
    if (ids.length < BLOCK) return
    after = ids.at(-1)!
  }
}

/** Notes of an automation that are still there: those that go, and those that stay. */
export async function countNotes(
  db: Db,
  storeId: number,
  automationId: number,
): Promise<{ open: number; kept: number }> {
  const { rows } = await sql<{ open: number; kept: number }>`
    select count(*) filter (where ${isOpenNote})::int as open, count(*) filter (where not ${isOpenNote})::int as kept
    from ${notesOf(storeId, automationId)}`.execute(db)
  return rows[0]!
}

/** FROM item: notes `a` of an automation. */
const notesOf = (storeId: number, automationId: number) => sql`automation_act act
  join activity a on a.store_id = act.store_id and a.id = act.made_id
  where act.store_id = ${storeId} and act.automation_id = ${automationId} and act.kind = 'note'`

/** Customers of a line of the preview, and which of them go back. Notes by customer. */
export async function peopleOfLine(
  db: Db,
  storeId: number,
  automationId: number,
  { what, of }: { what: 'label' | 'value' | 'note'; of: number },
): Promise<{ id: number; goes_back: boolean }[]> {
  if (what === 'note') {
    const { rows } = await sql<{ id: number; goes_back: boolean }>`
      select a.profile_id as id, bool_or(${isOpenNote}) as goes_back from ${notesOf(storeId, automationId)}
      group by a.profile_id order by a.profile_id`.execute(db)
    return rows
  }
  const people: { id: number; goes_back: boolean }[] = []
  for await (const { id, values, labels, retainedFields, retainedLabels } of plansOf(db, storeId, automationId)) {
    const goes_back = what === 'label' ? labels.has(of) : values.has(of)
    const stays = what === 'label' ? retainedLabels.includes(of) : retainedFields.includes(of)
    if (goes_back || stays) people.push({ id, goes_back })
  }
  return people
}
