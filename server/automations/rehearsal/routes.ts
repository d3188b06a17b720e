import { automationRehearsals, type Rehearsal } from '@ruam/contract/automations/rehearsal.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { storeLocks } from '../../database/postgres/locks.ts'
import { implement } from '../../http/implement.ts'
import { progressOf } from '../../jobs/publish-job.ts'
import { findJob } from '../../jobs/queries.ts'
import { startJob } from '../../jobs/start.ts'
import { type AutomationRow, findAutomation } from '../records/queries.ts'
import { isDefinitionClosed } from '../rules/closed.ts'
import { faultsOfDefinition } from '../rules/faults.ts'
import { estimateSeconds } from './estimate.ts'
import { periodOf } from './period.ts'
import { insertRehearsal, newestRehearsal, rehearsedPeople } from './queries.ts'

const states = {
  pending: 'waiting',
  processing: 'running',
  completed: 'done',
  cancel: 'failed',
  failed: 'failed',
} as const

async function existing(db: Db, storeId: number, id: number): Promise<AutomationRow> {
  const row = await findAutomation(db, storeId, id)
  if (!row) throw new ApiError('not_found')
  return row
}

const mayRead = async (db: Db, storeId: number, rights: Rights, { definition }: AutomationRow): Promise<boolean> =>
  may(rights, 'cdp-core.profile.read') && !(await isDefinitionClosed(db, storeId, rights, definition))

/** Faults that a rehearsal meets too: those of rights keep a person from a start alone. */
const mattersHere = ({ kind }: { kind: string }) => kind !== 'right' && kind !== 'closed'

/** Refuses while the store is rehearsing. The lock is that under which jobs start. */
async function refuseRunning(db: Db, storeId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${storeLocks.jobs}, ${storeId}::int)`.execute(db)
  const { rows } = await sql`select from job
    where store_id = ${storeId} and kind = 'automation_rehearse' and status in ('pending', 'processing') limit 1`.execute(
    db,
  )
  if (rows.length > 0) throw new ApiError('rehearsal_running')
}

async function answerOf(db: Db, storeId: number, rights: Rights, row: AutomationRow): Promise<Rehearsal> {
  const found = await newestRehearsal(db, storeId, { automation_id: row.id, edition: row.edition })
  const job = found && (await findJob(db, storeId, found.job_id))
  const state = !found ? 'none' : found.figures ? 'done' : job ? states[job.status as keyof typeof states] : 'failed'
  const isOver = state !== 'waiting' && state !== 'running'
  const draft = {
    automation_id: row.id,
    version: 0,
    place: row.place,
    definition: row.definition,
    holdout: 0,
    started_by: null,
  }
  return {
    state,
    edition: found?.edition ?? null,
    present_edition: row.edition,
    months: found?.months ?? null,
    from: found?.from_day ?? null,
    to: found?.to_day ?? null,
    job_id: found?.job_id ?? null,
    progress: found?.figures ? 1 : job ? progressOf(job) : 0,
    at: found?.created_at ?? null,
    seconds: isOver ? await estimateSeconds(db, storeId, draft) : [],
    people_open: await mayRead(db, storeId, rights, row),
    figures: found?.figures ?? null,
  }
}

export const rehearsalRoutes = implement(automationRehearsals, {
  async get({ db, storeId, user, params: { id } }) {
    return answerOf(db, storeId, user.rights, await existing(db, storeId, id))
  },

  async start({ core, db, storeId, user, params: { id }, body: { months } }) {
    const row = await existing(db, storeId, id)
    const faults = (await faultsOfDefinition(db, storeId, row.definition, user.rights)).filter(mattersHere)
    if (faults.length > 0) throw new ApiError('rehearsal_incomplete')
    await refuseRunning(db, storeId)
    const { from, to } = await periodOf(db, storeId, months)
    const key = { automation_id: id, edition: row.edition }
    const request = { ...key, from, to, months }
    const job_id = await startJob(core, db, storeId, user, { kind: 'automation_rehearse', request })
    await insertRehearsal(db, storeId, { ...request, job_id, definition: row.definition })
    return { job_id }
  },

  async people({ db, storeId, user, params: { id }, query }) {
    const row = await existing(db, storeId, id)
    if (!(await mayRead(db, storeId, user.rights, row))) throw new ApiError('rehearsal_closed')
    const found = await newestRehearsal(db, storeId, { automation_id: id, edition: row.edition })
    if (!found) return pageAnswer(query, [], 0)
    const { data, total } = await rehearsedPeople(db, storeId, found, query)
    return pageAnswer(
      { ...query, sort_by: 'entered_at' },
      data.map(({ profile_id, name, acts, ...rest }) => ({
        profile: { id: profile_id, name },
        ...rest,
        acts: acts.map(([at, kind, step, outcome, reason]) => ({ at, kind, step, outcome, reason })),
      })),
      total,
    )
  },
})
