import { sql } from 'kysely'
import { lockLabels } from '../../customers/changes/labels.ts'
import { publishChanged } from '../../customers/changes/publish-change.ts'
import type { ChangeSource } from '../../customers/changes/source.ts'
import { forgetRemovals, loseLabel, putBackUncounted, regainLabel } from '../../customers/labels/put-back.ts'
import { removeOpenNotes } from '../../customers/profile-activities/open-notes.ts'
import { type ProfileEdit, writeValues } from '../../customers/profiles/write.ts'
import type { Db } from '../../database/db.ts'
import type { JobWorker } from '../../jobs/define.ts'
import { BLOCK_ROWS, inBlocks } from '../../jobs/in-blocks.ts'
import { correctChanges, correctRuns } from './correct-found.ts'
import { type Keys, readHistories } from './histories.ts'
import { type Plan, planOf } from './plan.ts'
import { nextReached, readScope } from './scope.ts'

/** Request of the job: the automation and what is taken back. */
export interface AutomationUndoRequest {
  automation: number
  labels: number[]
  fields: number[]
  notes: boolean
}

/** Takes an automation back block by block. A block that is done twice changes nothing the second time. */
export const automationUndoWorker =
  (rows = BLOCK_ROWS): JobWorker<AutomationUndoRequest> =>
  async (working) => {
    const { storeId, job, block } = working
    const { automation, labels, fields, notes } = job.request
    const by: ChangeSource = { source: 'undo', id: automation, job: job.id }
    await inBlocks(
      working,
      rows,
      (db, after, size) => nextReached(db, storeId, { automationId: automation, notes }, after, size),
      async (db, ids) => {
        const changed = await takeBack(db, storeId, by, { automation, keys: { labels, fields }, notes }, ids)
        if (changed.length > 0) await publishChanged(db, storeId, job.created_by, changed)
        return new Set(changed).size
      },
    )
    await block(async (db) => {
      await sql`update automation_undo set ended_at = clock_timestamp() where store_id = ${storeId} and job_id = ${job.id}`.execute(
        db,
      )
      return {}
    })
    return undefined
  }

interface TakenBack {
  automation: number
  keys: Keys
  notes: boolean
}

/** Takes back what an automation did to these customers, and to those into whom they were merged. Returns whom it changed. */
async function takeBack(
  db: Db,
  storeId: number,
  by: ChangeSource,
  { automation, keys, notes }: TakenBack,
  ids: readonly number[],
): Promise<number[]> {
  const fields = await lockFields(db, storeId, keys.fields)
  const scope = await readScope(db, storeId, automation, keys)
  const reached = await readHistories(db, storeId, ids, { ...keys, fields }, { locked: true })
  // Before the counters, which the writing of values locks.
  await lockLabels(db, storeId, keys.labels)
  const plans = reached.map((one) => planOf(one, { ...keys, fields }, scope))
  await correctRuns(db, storeId, reached, fields, scope)
  await correctChanges(db, storeId, reached, { ...keys, fields }, scope)
  for (const uncounted of [false, true]) {
    const of = plans.filter(({ live }) => live !== uncounted)
    await writeValues(db, storeId, by, editsOf(of, reached), { uncounted })
  }
  for (const labelId of keys.labels) {
    await putBackLabel(db, storeId, by, labelId, plans)
    await forgetRemovals(
      db,
      storeId,
      labelId,
      plans.flatMap(({ id, freed }) => (freed.includes(labelId) ? id : [])),
    )
  }
  const changed = plans.filter(({ values, labels, live }) => live && values.size + labels.size > 0).map(({ id }) => id)
  if (notes) changed.push(...(await removeOpenNotes(db, storeId, await notesOf(db, storeId, automation, ids))))
  return changed
}

/** Locks the store's own fields against deletion and conversion, and returns those that are still there. */
async function lockFields(db: Db, storeId: number, ids: readonly number[]): Promise<number[]> {
  await sql`select from profile_field where store_id = ${storeId} and id = any(${ids}::int[]) order by id for share`.execute(
    db,
  )
  return [...ids]
}

function editsOf(plans: readonly Plan[], reached: readonly { id: number; updated_at: string }[]): ProfileEdit[] {
  const times = new Map(reached.map(({ id, updated_at }) => [id, updated_at]))
  return plans.flatMap(({ id, live, values, time }) =>
    values.size === 0
      ? []
      : [
          {
            id,
            values: new Map([...values].map(([field, { value }]) => [field, value])),
            sources: new Map([...values].map(([field, { source }]) => [field, source])),
            // The time of a deleted one says whether something has touched it since.
            time: live ? time : times.get(id)!,
          },
        ],
  )
}

async function putBackLabel(db: Db, storeId: number, by: ChangeSource, labelId: number, plans: readonly Plan[]) {
  const split = (isLive: boolean) => {
    const states = plans.flatMap(({ id, live, labels }) => {
      const state = labels.get(labelId)
      return state && live === isLive ? [{ id, state }] : []
    })
    return {
      lost: states.flatMap(({ id, state }) => (state.has ? [] : [{ id, taken: state.source }])),
      regained: states.flatMap(({ id, state }) => (state.has ? [{ id, given: state.source }] : [])),
    }
  }
  const { lost, regained } = split(true)
  if (lost.length > 0) await loseLabel(db, storeId, by, labelId, lost)
  if (regained.length > 0) await regainLabel(db, storeId, by, labelId, regained)
  const uncounted = split(false)
  if (uncounted.lost.length + uncounted.regained.length > 0) await putBackUncounted(db, storeId, by, labelId, uncounted)
}

/** Notes that an automation gave these customers, wherever merges have taken them. */
async function notesOf(db: Db, storeId: number, automation: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ made_id: number }>`select made_id from automation_act
    where store_id = ${storeId} and automation_id = ${automation} and kind = 'note' and profile_id = any(${ids}::bigint[])
      and made_id is not null`.execute(db)
  return rows.map(({ made_id }) => made_id)
}
