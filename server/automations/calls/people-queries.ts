import type { automationPeople, endReasons, waitReasons } from '@ruam/contract/automations/people.ts'
import type { recipientStatuses, skipReasons } from '@ruam/contract/broadcasts/broadcast.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import type { Received } from '@ruam/contract/platform/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import { isFound, readKeyword } from '../../customers/profiles/search.ts'
import { nameOfPerson } from '../../customers/segments/people.ts'
import type { Db } from '../../database/db.ts'

type Query = Received<typeof automationPeople.list>['query']
type EndReason = (typeof endReasons)[number]

export interface Outcome {
  status: (typeof recipientStatuses)[number]
  reason: (typeof skipReasons)[number] | 'quota' | null
}

/** Where a run is. */
export interface RunRow {
  run_id: number
  automation_id: number
  version: number
  entered_at: string
  step: number | null
  /** Time of the last act that was no delay. */
  since: string
  due_at: string | null
  waits_for: (typeof waitReasons)[number] | null
  held_out: boolean
  ended_at: string | null
  end_reason: EndReason | null
  branch_step: number | null
  branch_outcome: 'yes' | 'no' | null
}

interface PersonRow extends RunRow {
  profile: { id: number; name: string; phone: string }
  messages: number
  last_message: Outcome | null
}

const lastCondition = (storeId: number) => sql`lateral (select step, outcome from automation_act
  where store_id = ${storeId} and automation_id = r.automation_id and run_id = r.id and kind = 'condition' order by nth desc limit 1) branch on true`

/** Columns of a run `r`, with its last condition `branch`. */
export const runColumns = (
  storeId: number,
) => sql`r.id as run_id, r.automation_id, r.version, r.entered_at, r.step, r.due_at, r.waits_for,
  r.held_out, r.ended_at, r.end_reason, branch.step as branch_step, branch.outcome as branch_outcome,
  coalesce((select at from automation_act where store_id = ${storeId} and run_id = r.id and kind <> 'put_off' order by nth desc limit 1),
    r.entered_at) as since`

/** FROM item of runs `r` with their last condition `branch`. */
export const runsWithBranch = (storeId: number) => sql`automation_run r left join ${lastCondition(storeId)}`

/** Fate of the message of an act `a` and its recipient `m`. */
export const outcomeOf = sql`case when m.status is not null then jsonb_build_object('status', m.status, 'reason', m.reason)
  else jsonb_build_object('status', 'skipped', 'reason', a.reason) end`

/** FROM item: messages `a` of a run `r` with their recipients `m`. */
const messagesOf = (storeId: number) => sql`automation_act a
  left join broadcast_recipient m on m.store_id = a.store_id and m.broadcast_id = a.broadcast_id and m.position = a.position
  where a.store_id = ${storeId} and a.run_id = r.id and a.kind = 'message'`

/** A page of the customers of an automation, and how many there are. `order`: ids of steps, as they follow each other. */
export async function peoplePage(db: Db, storeId: number, id: number, query: Query, order: readonly number[]) {
  const chosen = chosenBy(storeId, id, query)
  const sorted =
    query.state === 'on_the_way'
      ? sql`array_position(${order}::int[], r.step), r.entered_at desc, r.id desc`
      : sql`r.ended_at desc, r.id desc`
  const { rows } = await sql<PersonRow>`
    select ${runColumns(storeId)},
      (select count(*)::int from ${messagesOf(storeId)} and m.status in ('accepted', 'unknown')) as messages,
      (select ${outcomeOf} from ${messagesOf(storeId)} order by a.nth desc limit 1) as last_message,
      jsonb_build_object('id', profile.id, 'name', ${nameOfPerson}, 'phone', coalesce(profile.phone, '')) as profile
    from ${chosen} order by ${sorted} offset ${query.offset} limit ${rowsOf(query.limit)}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${chosen}`.execute(db)
  return { rows, total: counted.rows[0]!.total }
}

/** FROM item: the runs `r` that a query means, with their customers. */
function chosenBy(
  storeId: number,
  id: number,
  { state, step, version, branch, reason, keyword }: Query,
): RawBuilder<unknown> {
  const [branchStep, outcome] = branch?.split(':') ?? []
  const conditions = [
    sql`r.store_id = ${storeId} and r.automation_id = ${id} and r.ended_at is ${state === 'ended' ? sql`not null` : sql`null`}`,
    ...(step === undefined ? [] : [sql`r.step = ${step}`]),
    ...(version === undefined ? [] : [sql`r.version = ${version}`]),
    ...(reason === undefined ? [] : [sql`r.end_reason = ${reason}`]),
    ...(branch === 'none' ? [sql`branch.step is null`] : []),
    ...(outcome === undefined ? [] : [sql`branch.step = ${Number(branchStep)} and branch.outcome = ${outcome}`]),
    ...(keyword === '' ? [] : [isFound(readKeyword(keyword))]),
  ]
  return sql`${runsWithBranch(storeId)} join profile on profile.store_id = ${storeId} and profile.id = r.profile_id
    where ${sql.join(conditions, sql` and `)}`
}

interface Counts {
  entered: number
  on_the_way: { version: number; step: number; people: number }[]
  ended: { version: number; step: number | null; outcome: 'yes' | 'no' | null; reason: EndReason; people: number }[]
}

/** Counts runs by step and version, and ended ones by their last condition; `version`: the newest of those that ended so. */
export async function countRuns(db: Db, storeId: number, id: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with run as materialized (select id, version, step, end_reason from automation_run where store_id = ${storeId} and automation_id = ${id}),
    branch as (select distinct on (run_id) run_id, step, outcome from automation_act
      where store_id = ${storeId} and automation_id = ${id} and kind = 'condition' order by run_id, nth desc),
    going as (select version, step, count(*)::int as people from run where end_reason is null group by version, step order by version, step),
    over as (
      select max(run.version) as version, branch.step, branch.outcome, run.end_reason as reason, count(*)::int as people
      from run left join branch on branch.run_id = run.id where run.end_reason is not null
      group by branch.step, branch.outcome, run.end_reason order by branch.step nulls last, branch.outcome desc, run.end_reason)
    select (select count(*)::int from run) as entered, coalesce((select jsonb_agg(going) from going), '[]') as on_the_way,
      coalesce((select jsonb_agg(over) from over), '[]') as ended`.execute(db)
  return rows[0]!
}
