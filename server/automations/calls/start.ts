import type { StartChoice, StartNumbers } from '@ruam/contract/automations/automation.ts'
import { automationLimits } from '@ruam/contract/automations/definition.ts'
import type { AutomationFault } from '@ruam/contract/automations/faults.ts'
import { automationApprovalNotice } from '@ruam/contract/automations/notices.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import { rightsNow } from '../../access/roles/rights-now.ts'
import { raiseNames } from '../../access/stores/names-version.ts'
import { refuseInSandbox } from '../../access/stores/sandbox.ts'
import { settingsOf } from '../../broadcasts/settings/queries.ts'
import { ApiError } from '../../core/api-error.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { isLive } from '../../customers/fields/live.ts'
import { labelNamesById } from '../../customers/labels/queries.ts'
import type { Db } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import { type AutomationRow, setState } from '../records/queries.ts'
import { findVersion, insertVersion, takeOverVersion, type VersionRow } from '../records/versions.ts'
import { closedStepsOf } from '../rules/closed.ts'
import { faultsOfDefinition, faultsOfVersion } from '../rules/faults.ts'
import { readsOf, stepsOfKind } from '../rules/parts.ts'
import { waitingAt } from './figures.ts'
import { conflictsWith } from './view.ts'

/** Throws automation_invalid with its faults if a definition cannot be started with these rights. */
async function refuseFaults(faults: readonly AutomationFault[]): Promise<void> {
  const fields = faults.map(({ path }) => `definition.${path}`)
  if (faults.length > 0) throw new ApiError('automation_invalid', { fields, faults })
}

/** Throws sandbox_store for an automation that reaches people or programs, in a sandbox. */
async function refuseReaching(db: Db, storeId: number, { definition }: Pick<AutomationRow, 'definition'>) {
  const reaches = stepsOfKind(definition, 'message').length + stepsOfKind(definition, 'event').length > 0
  if (reaches) await refuseInSandbox(db, storeId)
}

interface Starter {
  id: number
  rights: Rights
}

/**
 * Starts the draft of an automation that the caller has locked, or asks for its approval. Throws automation_state if the edition is in use
 * already, automation_invalid and sandbox_store.
 */
export async function startOrRequest(
  db: Db,
  storeId: number,
  starter: Starter,
  row: AutomationRow,
  choice: StartChoice,
): Promise<void> {
  if (row.pending_start !== null || (await isInUse(db, storeId, row))) throw new ApiError('automation_state')
  await refuseReaching(db, storeId, row)
  await refuseFaults(await faultsOfDefinition(db, storeId, row.definition, starter.rights))
  const { approval } = await settingsOf(db, storeId)
  const by = { id: starter.id, approvedBy: null }
  if (!approval) return start(db, storeId, row, { choice, by })
  await setState(db, storeId, row.id, {
    pending_start: { ...choice, by: starter.id },
    // A version in use goes on until the next one is approved.
    ...(row.status === 'draft' || row.status === 'stopped' ? { status: 'awaiting_approval', reason: null } : {}),
  })
  await notify(db, storeId, automationApprovalNotice, { ending: 'completed', data: { automation_id: row.id } })
}

/** True if the edition works already. */
async function isInUse(db: Db, storeId: number, { id, status, version, edition }: AutomationRow): Promise<boolean> {
  if (status !== 'active' || version === null) return false
  return (await findVersion(db, storeId, { id, version }))?.edition === edition
}

/** Starts what waits for an approval, with the rights of the person who asked for it. */
export async function startApproved(db: Db, storeId: number, approverId: number, row: AutomationRow): Promise<void> {
  const { by, ...choice } = row.pending_start!
  await refuseReaching(db, storeId, row)
  await refuseFaults(await faultsOfDefinition(db, storeId, row.definition, await rightsNow(db, storeId, by)))
  await start(db, storeId, row, { choice, by: { id: by, approvedBy: approverId } })
}

interface Start {
  choice: StartChoice
  by: { id: number; approvedBy: number | null }
}

async function start(db: Db, storeId: number, row: AutomationRow, { choice, by }: Start): Promise<void> {
  const fields = new Map((await fieldsOf(db, storeId, 'th')).map((field) => [field.id, field]))
  const reads = readsOf(row.definition, fields)
  const version = await insertVersion(db, storeId, {
    ...{ id: row.id, edition: row.edition, definition: row.definition, reads },
    ...{ holdout: await holdoutOf(db, storeId, row), startedBy: by.id, approvedBy: by.approvedBy },
  })
  // Labels that the version gives may become closed, which caches of names hold.
  await raiseNames(db, storeId)
  await setState(db, storeId, row.id, {
    ...{ status: 'active', reason: null, version, pending_start: null, paused_at: null, stopped_at: null },
    moves: choice.move,
    ...(choice.inside && row.definition.trigger?.kind === 'segment_entered' ? { inside_after: 0 } : {}),
  })
}

/** Returns the share of those who enter that get no messages. */
async function holdoutOf(db: Db, storeId: number, row: AutomationRow): Promise<number> {
  const { definition } = row
  if (definition.holdout !== null) return definition.holdout
  if (definition.trigger?.kind === 'friend' || stepsOfKind(definition, 'message').length === 0) return 0
  return (await entriesOfYear(db, storeId, row)) >= automationLimits.holdoutFrom ? automationLimits.holdout : 0
}

/** Returns the entries of the last year: those that its rehearsal found, or the real ones if they are more. */
async function entriesOfYear(db: Db, storeId: number, { id, edition }: AutomationRow): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select greatest(
      (select count(*) from automation_run where store_id = ${storeId} and automation_id = ${id}
        and entered_at > clock_timestamp() - interval '1 year'),
      (select (figures ->> 'entered')::int * 12 / months from automation_rehearsal
        where store_id = ${storeId} and automation_id = ${id} and edition = ${edition} and figures is not null))::int as n`.execute(
    db,
  )
  return rows[0]!.n
}

/** Resumes a paused automation. A person whose rights suffice takes the place of a starter who has lost theirs. */
export async function resume(db: Db, storeId: number, person: Starter, row: AutomationRow): Promise<void> {
  if (row.status !== 'paused' || row.version === null) throw new ApiError('automation_state')
  await refuseReaching(db, storeId, row)
  const version = await findVersion(db, storeId, { id: row.id, version: row.version })
  if (row.reason === 'right') {
    await refuseFaults(await faultsOfDefinition(db, storeId, version!.definition, person.rights))
    await takeOverVersion(db, storeId, { id: row.id, version: row.version, userId: person.id })
  } else await refuseFaults(await faultsOfVersion(db, storeId, version as VersionRow))
  await setState(db, storeId, row.id, { status: 'active', reason: null, paused_at: null })
}

/** Returns the numbers that a start depends on. */
export async function startNumbers(db: Db, storeId: number, rights: Rights, row: AutomationRow): Promise<StartNumbers> {
  const { definition } = row
  const fields = new Map((await fieldsOf(db, storeId, 'th')).map((field) => [field.id, field]))
  const waiting = await waitingAt(db, storeId, row.id)
  const steps = new Set(stepsIn(definition))
  const byVersion = Map.groupBy(waiting, ({ version }) => version)
  const { labels } = await closedStepsOf(db, storeId, definition, fields)
  const names = await labelNamesById(db, storeId, labels)
  const sum = (people: readonly { people: number }[]) => people.reduce((all, one) => all + one.people, 0)
  return {
    inside: await countInside(db, storeId, row),
    on_the_way: [...byVersion].map(([version, people]) => ({ version, people: sum(people) })),
    movable: sum(waiting.filter(({ step }) => steps.has(step))),
    holdout: await holdoutOf(db, storeId, row),
    needs_approval: (await settingsOf(db, storeId)).approval,
    closes: labels.map((id) => ({ id, name: names.get(id) ?? '' })),
    faults: await faultsOfDefinition(db, storeId, definition, rights),
    conflicts: await conflictsWith(db, storeId, row),
  }
}

const stepsIn = ({ steps }: AutomationRow['definition']) =>
  steps.flatMap((step) => (step.kind === 'condition' ? [step, ...step.yes, ...step.no] : [step])).map(({ id }) => id)

/** Counts members of the segment of the trigger who have not entered before. */
async function countInside(db: Db, storeId: number, { id, definition }: AutomationRow): Promise<number | null> {
  const { trigger } = definition
  if (trigger?.kind !== 'segment_entered') return null
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from profile_label l
    join profile p on p.store_id = l.store_id and p.id = l.profile_id
    where l.store_id = ${storeId} and l.label_id = ${trigger.segment_id} and l.source <> 'manual_remove' and ${isLive('p')}
      and not exists (select from automation_run r
        where r.store_id = ${storeId} and r.automation_id = ${id} and r.profile_id = l.profile_id)`.execute(db)
  return rows[0]!.people
}
