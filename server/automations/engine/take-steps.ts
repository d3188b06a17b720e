import type { Step } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import { quotaOpensAt } from '../messages/quota.ts'
import { oncePerWorld } from '../records/once-per-world.ts'
import type { Due, Version, World } from '../records/world.ts'
import { dueTimes, type Flow, flowOf, type Outcome } from './flow.ts'
import { guard } from './guards.ts'
import { matching } from './matching.ts'
import { type Act, recordActs } from './record.ts'
import { versionKey, versionsOf } from './versions.ts'

/** Maximum runs per set: as many as other writers of profiles change in a transaction. */
const SET_RUNS = 2500

/**
 * Takes the next step of each run, in sets of one version and step. Of several runs of a customer only the first of `due` is taken: the
 * others remain due, and see what it did. Returns the number of steps taken, put off or ended.
 */
export async function takeSteps(world: World, due: readonly Due[]): Promise<number> {
  const sets = new Map<string, Due[]>()
  for (const one of firstOfEach(due)) {
    const key = `${versionKey(one)} ${one.step}`
    const set = sets.get(key)
    if (set) set.push(one)
    else sets.set(key, [one])
  }
  const versions = await knownVersions(
    world,
    [...sets.values()].map(([one]) => one!),
  )
  let taken = 0
  for (const set of sets.values()) {
    const version = versions.get(versionKey(set[0]!))
    for (let from = 0; version && from < set.length; from += SET_RUNS)
      taken += await takeSet(world, version, set.slice(from, from + SET_RUNS))
  }
  return taken
}

const versionsOfWorld = oncePerWorld(async () => new Map<string, Version>())

async function knownVersions(world: World, due: readonly Due[]): Promise<ReadonlyMap<string, Version>> {
  const known = await versionsOfWorld(world)
  const missing = due.filter((one) => !known.has(versionKey(one)))
  if (missing.length > 0)
    for (const [key, version] of await versionsOf(world.db, world.storeId, missing)) known.set(key, version)
  return known
}

const firstOfEach = (due: readonly Due[]): Due[] => [
  ...new Map(due.toReversed().map((one) => [one.profile_id, one])).values(),
]

async function takeSet(world: World, version: Version, set: readonly Due[]): Promise<number> {
  const flow = flowOf(version.definition)
  const dueAt = dueTimes(world.timeZone)
  const step = flow.step(set[0]!.step)
  if (step && !(await world.effects.lock(world, step, set))) return putAside(world, set, 'import')
  const states = await lockRuns(world, version, set)
  const inState = (state: State) => set.filter(({ run_id }) => states.get(run_id) === state)
  await putAside(world, inState('restricted'), 'restricted')
  // Runs of merged customers stay due: the stream gives them to the profile that stays.
  const ended = inState('deleted').map(
    (due): Act => ({ due, kind: 'ended', step: null, outcome: 'deleted', next: { ended: 'deleted' } }),
  )
  if (!step) {
    const broken = inState('ready').map(
      (due): Act => ({ due, kind: 'ended', step: null, outcome: 'broken', next: { ended: 'broken' } }),
    )
    await recordActs(world, version, [...ended, ...broken])
    return ended.length + broken.length
  }
  const before = set.filter(({ run_id }) => doneBefore(states.get(run_id)))
  const passed = before.map((due) => passOn(dueAt, flow, step, due, doneBefore(states.get(due.run_id))!))
  const { exit } = version.definition
  const exiting = exit ? await matching(world, exit, inState('ready')) : new Set<number>()
  const leaving = inState('ready').filter(({ profile_id }) => exiting.has(profile_id))
  const ready = inState('ready').filter(({ profile_id }) => !exiting.has(profile_id))
  const exits = leaving.map(
    (due): Act => ({ due, kind: 'ended', step: null, outcome: 'exit', next: { ended: 'exit' } }),
  )
  const results = await take(world, version, step, ready)
  const acts = ready.map((due) => actOf(dueAt, flow, step, due, results.get(due.profile_id)!))
  await recordActs(world, version, [...ended, ...passed, ...exits, ...acts])
  return states.size - inState('merged').length
}

/** `did …`: the run did the step before it moved to another version, with this outcome. */
type State = 'ready' | 'restricted' | 'deleted' | 'merged' | `did ${string}`

const doneBefore = (state: State | undefined) => (state?.startsWith('did ') ? state.slice('did '.length) : undefined)

type DueAt = ReturnType<typeof dueTimes>

/** Moves a run past a step that it did in another version. */
function passOn(dueAt: DueAt, flow: Flow, step: Step, due: Due, outcome: string): Act {
  const next = flow.next(step.id, outcome as Outcome)
  const left: Act['next'] = next ? { step: next.id, due_at: dueAt(next, due.due_at) } : { ended: 'done' }
  return { due, kind: 'moved', step: step.id, outcome: 'skipped', reason: 'done_before', next: left }
}

/** Locks the runs that still wait for this step, with the state of their customers. */
async function lockRuns({ db, storeId }: World, version: Version, set: readonly Due[]): Promise<Map<number, State>> {
  const { rows } = await sql<{ id: number; state: State }>`
    select r.id, case when p.merged_into is not null then 'merged' when p.id is null or p.deleted_at is not null then 'deleted'
        when p.restricted_at is not null then 'restricted' else coalesce('did ' || a.outcome, 'ready') end as state
    from automation_run r
    left join lateral (
      select id, deleted_at, merged_into, restricted_at from profile
      where store_id = ${storeId} and id = r.profile_id offset 0) p on true
    left join automation_act a on a.store_id = ${storeId} and a.run_id = r.id and a.step = r.step and a.kind not in ('put_off', 'moved')
    where r.store_id = ${storeId} and r.id = any(${set.map(({ run_id }) => run_id)}::bigint[]) and r.ended_at is null
      and r.version = ${version.version} and r.step = ${set[0]!.step}
    order by r.id for update of r`.execute(db)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Marks runs whose step waits for something other than time. Whoever ends the hindrance clears the mark. */
async function putAside({ db, storeId }: World, set: readonly Due[], waitsFor: 'restricted' | 'import') {
  if (set.length === 0) return 0
  await sql`update automation_run set waits_for = ${waitsFor} where store_id = ${storeId} and ended_at is null
    and id = any(${set.map(({ run_id }) => run_id)}::bigint[])`.execute(db)
  return set.length
}

type Result = Pick<Act, 'reason' | 'recipient' | 'made_id' | 'change'> & {
  outcome: 'done' | 'skipped' | 'yes' | 'no' | 'put_off'
  until?: string
}

function actOf(dueAt: DueAt, flow: Flow, step: Step, due: Due, { until, ...result }: Result): Act {
  if (until !== undefined) {
    const waits_for = result.reason as 'quiet_hours' | 'quota'
    return { due, kind: 'put_off', step: step.id, ...result, next: { step: step.id, due_at: until, waits_for } }
  }
  const next = flow.next(step.id, outcomeOf(result))
  const left: Act['next'] = next ? { step: next.id, due_at: dueAt(next, due.due_at) } : { ended: 'done' }
  return { due, kind: step.kind, step: step.id, ...result, next: left }
}

const outcomeOf = ({ outcome }: Result): Outcome => (outcome === 'yes' || outcome === 'no' ? outcome : 'done')

/** Does a step for runs that are ready. Returns the result by customer. */
async function take(world: World, version: Version, step: Step, due: readonly Due[]): Promise<Map<number, Result>> {
  if (due.length === 0) return new Map()
  const results = (result: (due: Due) => Result) => new Map(due.map((one) => [one.profile_id, result(one)]))
  switch (step.kind) {
    case 'wait':
      return results(() => ({ outcome: 'done' }))
    case 'condition': {
      const holds = await matching(world, step.condition, due)
      return results(({ profile_id }) => ({ outcome: holds.has(profile_id) ? 'yes' : 'no' }))
    }
    case 'message':
      return sendTo(world, version, step, due)
    case 'label':
    case 'value': {
      const changed =
        step.kind === 'label'
          ? await world.effects.label(world, version, step, due)
          : await world.effects.value(world, version, step, due)
      const befores = new Map(changed.map(({ profile_id, before }) => [profile_id, before]))
      return results(({ profile_id }) =>
        befores.has(profile_id)
          ? { outcome: 'done', change: { before: befores.get(profile_id), after: step.value } }
          : { outcome: 'skipped', reason: 'unchanged' },
      )
    }
    case 'note':
    case 'event': {
      const made =
        step.kind === 'note'
          ? await world.effects.note(world, version, step, due)
          : await world.effects.event(world, version, step, due)
      const ids = new Map(made.map(({ profile_id, id }) => [profile_id, id]))
      return results(({ profile_id }) =>
        ids.has(profile_id)
          ? { outcome: 'done', made_id: ids.get(profile_id)! }
          : { outcome: 'skipped', reason: 'closed' },
      )
    }
  }
}

async function sendTo(
  world: World,
  version: Version,
  step: Extract<Step, { kind: 'message' }>,
  due: readonly Due[],
): Promise<Map<number, Result>> {
  const verdicts = await guard(world, version, step, due)
  const passing = due.filter(({ profile_id }) => 'passes' in verdicts.get(profile_id)!)
  const sent = passing.length > 0 ? await world.effects.send(world, version, step, passing) : []
  const outcomes = new Map(sent.map((one) => [one.profile_id, one]))
  const result = ({ profile_id, at }: Due): Result => {
    const verdict = verdicts.get(profile_id)!
    if ('skipped' in verdict) return { outcome: 'skipped', reason: verdict.skipped }
    if ('put_off' in verdict) return { outcome: 'put_off', reason: verdict.put_off, until: verdict.until }
    const { reason, recipient } = outcomes.get(profile_id)!
    if (reason === null) return { outcome: 'done', recipient }
    const until = reason === 'quota' ? quotaOpensAt(new Date(at)) : null
    if (until) return { outcome: 'put_off', reason, until: until.toISOString() }
    return { outcome: 'skipped', reason, recipient }
  }
  return new Map(due.map((one) => [one.profile_id, result(one)]))
}
