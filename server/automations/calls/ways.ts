import type { automationStatuses } from '@ruam/contract/automations/automation.ts'
import type { LeavingReason, Trigger } from '@ruam/contract/automations/definition.ts'
import type { AutomationWay } from '@ruam/contract/automations/people.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { sql } from 'kysely'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { Sight } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { flowOf } from '../engine/flow.ts'
import { closedAutomations } from '../rules/closed.ts'
import { existingOf, referencesIn } from '../rules/references.ts'
import { type Outcome, outcomeOf, type RunRow, runColumns, runsWithBranch } from './people-queries.ts'
import { type NamedVersion, type NameStep, readStepNames } from './step-names.ts'

/** Runs of a customer that are shown. */
const MAX_WAYS = 20

interface ActRow {
  at: string
  kind: AutomationWay['acts'][number]['kind']
  step: number | null
  outcome: string
  reason: string | null
  message: Outcome | null
}

interface WayRow extends RunRow {
  automation: { id: number; name: string; status: (typeof automationStatuses)[number] }
  cause: string
  detail: { activity_id?: number; reasons?: LeavingReason[] }
  acts: ActRow[]
}

/** Returns where a customer is in automations; undefined if there is no such live customer. */
export async function waysOf(
  db: Db,
  storeId: number,
  user: Pick<Caller, 'rights' | 'trace'>,
  profileId: number,
  language: Language,
): Promise<AutomationWay[] | undefined> {
  const profile = await db
    .selectFrom('profile')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', profileId)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  if (!profile) return undefined
  const involved = await automationsOf(db, storeId, profileId)
  const closed = await closedAutomations(db, storeId, user.rights, involved)
  const rows = await readWays(
    db,
    storeId,
    profileId,
    involved.filter((id) => !closed.has(id)),
  )
  const shown = await readStepNames(db, storeId, [...new Set(rows.map((row) => row.automation_id))], {
    language,
    sight: Sight.alone(user.rights),
  })
  const causeOf = await readCauses(db, storeId, shown.versions, language)
  return rows.map(({ automation, cause, detail, acts, ...row }) => ({
    ...placeOf(row, shown),
    automation,
    cause: causeOf(row, cause, detail),
    acts: acts.map(({ step, ...act }) => ({ ...act, step: shown.name({ ...row, step }) })),
  }))
}

async function automationsOf(db: Db, storeId: number, profileId: number): Promise<number[]> {
  const { rows } = await sql<{ automation_id: number }>`select distinct automation_id from automation_run
    where store_id = ${storeId} and profile_id = ${profileId}`.execute(db)
  return rows.map(({ automation_id }) => automation_id)
}

async function readWays(db: Db, storeId: number, profileId: number, automations: readonly number[]): Promise<WayRow[]> {
  const { rows } = await sql<WayRow>`
    select ${runColumns(storeId)}, r.cause, r.detail, jsonb_build_object('id', o.id, 'name', o.name, 'status', o.status) as automation,
      (select coalesce(jsonb_agg(jsonb_build_object('at', a.at, 'kind', a.kind, 'step', a.step,
          'outcome', case when a.kind = 'entered' then 'done' else a.outcome end, 'reason', a.reason,
          'message', case when a.kind = 'message' then ${outcomeOf} end) order by a.nth), '[]')
        from automation_act a
        left join broadcast_recipient m on m.store_id = a.store_id and m.broadcast_id = a.broadcast_id and m.position = a.position
        where a.store_id = ${storeId} and a.run_id = r.id) as acts
    from ${runsWithBranch(storeId)} join automation o on o.store_id = ${storeId} and o.id = r.automation_id
    where r.store_id = ${storeId} and r.profile_id = ${profileId} and r.automation_id = any(${automations}::int[])
    order by r.ended_at is null desc, r.entered_at desc, r.id desc limit ${MAX_WAYS}`.execute(db)
  return rows
}

/** Returns where a run is, with the names of its steps. */
export function placeOf(row: RunRow, { versions, name }: { versions: readonly NamedVersion[]; name: NameStep }) {
  const { automation_id, branch_step, branch_outcome, step, ...where } = row
  const version = versions.find((one) => one.automation_id === automation_id && one.version === row.version)
  const own = name(row)
  const next = version && own?.kind === 'wait' ? (flowOf(version.definition).next(own.id, 'done')?.id ?? null) : step
  const branch = name({ ...row, step: branch_step })
  return {
    ...where,
    step: own,
    next: name({ ...row, step: next }),
    branch: branch && branch_outcome ? { step: branch, outcome: branch_outcome } : null,
  }
}

/** Reads the names of what starts automations. */
async function readCauses(db: Db, storeId: number, versions: readonly NamedVersion[], language: Language) {
  const existing = await existingOf(db, storeId, referencesIn(versions.map(({ definition }) => definition)))
  const fields = new Map((await fieldsOf(db, storeId, language)).map(({ id, display_name }) => [id, display_name]))
  const thing = (trigger: Trigger, channel: number | null): string | undefined => {
    switch (trigger.kind) {
      case 'segment_entered':
      case 'segment_left':
        return existing.labels.get(trigger.segment_id)?.name
      case 'activity':
        return existing.types.get(trigger.activity_type_id)?.name
      case 'date':
        return fields.get(trigger.field_id)
      case 'friend':
        return channel === null ? undefined : existing.channels.get(channel)?.name
      case 'link':
        return existing.broadcasts.get(trigger.broadcast_id)?.name
    }
  }
  return (row: RunRow, cause: string, detail: WayRow['detail']): AutomationWay['cause'] => {
    const of = versions.find((one) => one.automation_id === row.automation_id && one.version === row.version)
    const trigger = of?.definition.trigger
    return {
      kind: cause.startsWith('inside:') ? 'inside' : (trigger?.kind ?? 'inside'),
      name: (trigger && thing(trigger, of!.definition.channel_id)) ?? null,
      reasons: detail.reasons ?? [],
      activity_id: detail.activity_id ?? null,
      day: cause.startsWith('date:') ? cause.slice('date:'.length) : null,
      url: trigger?.kind === 'link' ? trigger.url : null,
    }
  }
}
