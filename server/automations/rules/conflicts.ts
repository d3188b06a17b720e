import type { Conflict } from '@ruam/contract/automations/conflicts.ts'
import type { Definition, Step } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import type { Db } from '../../database/db.ts'
import { versionsInUse } from '../records/versions.ts'
import { readsOf, stepsOfKind } from './parts.ts'
import { existingOf, referencesIn } from './references.ts'

/** Days for which customers of a conflict are counted. */
const DAYS = 30

/** An automation as it is at work, or as its draft would be. */
interface Working {
  id: number
  name: string
  definition: Definition
}

type Found = Pick<Conflict, 'kind'> & {
  one: Working
  other: Working | null
  label_id?: number
  field_id?: number
  channel?: { id: number; name: string }
}

/**
 * Returns what automations at work do to each other. `also`: an automation with the definition that would be started, in the place of its
 * version in use.
 */
export async function conflictsOf(db: Db, storeId: number, also?: Working): Promise<Conflict[]> {
  const active = (await versionsInUse(db, storeId)).filter(({ status }) => status === 'active')
  const working: Working[] = [
    ...active.map(({ automation_id, name, definition }) => ({ id: automation_id, name, definition })),
    ...(also ? [also] : []),
  ].filter(({ id, definition }) => !also || id !== also.id || definition === also.definition)
  const fields = new Map((await fieldsOf(db, storeId, 'th')).map((field) => [field.id, field]))
  const pairs = working.flatMap((one, at) => working.slice(at + 1).map((other) => [one, other] as const))
  const found = [
    ...pairs.flatMap(([one, other]) => [...ofLabels(one, other), ...ofValues(one, other), ...ofMoments(one, other)]),
    ...(await cycles(db, storeId, working, fields)),
    ...(await ofGreetings(db, storeId, working)),
  ]
  const { labels } = await existingOf(db, storeId, referencesIn(working.map(({ definition }) => definition)))
  return Promise.all(
    found.map(
      async ({ kind, one, other, label_id = null, field_id = null, channel }): Promise<Conflict> => ({
        kind,
        automation: { id: one.id, name: one.name },
        other: other && { id: other.id, name: other.name },
        label_id,
        field_id,
        channel_id: channel?.id ?? null,
        name: channel?.name ?? labels.get(label_id ?? 0)?.name ?? fields.get(field_id ?? 0)?.display_name ?? null,
        people: label_id !== null && other ? await countPeople(db, storeId, label_id, [one, other]) : 0,
      }),
    ),
  )
}

const given = ({ definition }: Working, value: boolean) =>
  new Set(stepsOfKind(definition, 'label').flatMap(({ step }) => (step.value === value ? step.label_id : [])))

const shared = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): T[] => [...one].filter((each) => other.has(each))

function ofLabels(one: Working, other: Working): Found[] {
  const opposite = [...shared(given(one, true), given(other, false)), ...shared(given(one, false), given(other, true))]
  return [...new Set(opposite)].map((label_id) => ({ kind: 'label', one, other, label_id }))
}

function ofValues(one: Working, other: Working): Found[] {
  const values = (of: Working) => stepsOfKind(of.definition, 'value').map(({ step }) => step)
  const different = values(one).flatMap((mine) =>
    values(other).some((theirs) => theirs.field_id === mine.field_id && theirs.value !== mine.value)
      ? mine.field_id
      : [],
  )
  return [...new Set(different)].map((field_id) => ({ kind: 'value', one, other, field_id }))
}

/** Returns the waits before each message, which say when it is due after the entry. */
function momentsOf({ definition }: Working): Set<string> {
  const moments = new Set<string>()
  const walk = (steps: readonly Step[], before: readonly unknown[]): readonly unknown[] => {
    let waits = before
    for (const step of steps) {
      if (step.kind === 'wait') waits = [...waits, [step.length, step.until]]
      if (step.kind === 'message') moments.add(JSON.stringify(waits))
      if (step.kind === 'condition') for (const branch of [step.yes, step.no]) walk(branch, waits)
    }
    return waits
  }
  walk(definition.steps, [])
  return moments
}

/** Both begin by the same event and message after the same waits. */
function ofMoments(one: Working, other: Working): Found[] {
  const begins = ({ definition }: Working) => JSON.stringify(definition.trigger)
  if (one.definition.trigger === null || begins(one) !== begins(other)) return []
  return shared(momentsOf(one), momentsOf(other)).length === 0 ? [] : [{ kind: 'moment', one, other }]
}

/** Returns automations that message a new friend at once, where the account greets as well: by an answer of ours or of LINE. */
async function ofGreetings(db: Db, storeId: number, working: readonly Working[]): Promise<Found[]> {
  const greeting = working.filter((one) => one.definition.trigger?.kind === 'friend' && momentsOf(one).has('[]'))
  if (greeting.length === 0) return []
  const { rows } = await sql<{ id: number; name: string }>`
    select c.id, c.name from channel c
    where c.store_id = ${storeId} and c.id = any(${greeting.flatMap(({ definition }) => definition.channel_id ?? [])}::int[])
      and (c.line_answers = 'on' or exists (
        select from answer a where a.store_id = ${storeId} and a.channel_id = c.id and a.kind in ('greeting', 'welcome_back') and a.enabled))`.execute(
    db,
  )
  const channels = new Map(rows.map((channel) => [channel.id, channel]))
  return greeting.flatMap((one): Found[] => {
    const channel = channels.get(one.definition.channel_id ?? 0)
    return channel ? [{ kind: 'greeting', one, other: null, channel }] : []
  })
}

/** Returns automations whose labels or values let their own customers enter again, by themselves or through others. */
async function cycles(
  db: Db,
  storeId: number,
  working: readonly Working[],
  fields: ReadonlyMap<number, Field>,
): Promise<Found[]> {
  const again = working.filter(({ definition }) => definition.repeat.kind !== 'once')
  if (again.length === 0) return []
  const readBy = await readsOfSegments(db, storeId)
  const begins = new Map(again.map((one) => [one.id, triggerReads(one.definition, fields, readBy)]))
  const next = (one: Working) =>
    again.filter(({ id }) => changesOf(one.definition).some((key) => begins.get(id)!.has(key)))
  return again.flatMap((one): Found[] => {
    const way = wayBack(one, next)
    return way ? [{ kind: 'cycle', one, other: way === one ? null : way }] : []
  })
}

/** Returns the first automation on a way that leads back to its beginning. */
function wayBack(from: Working, next: (one: Working) => readonly Working[]): Working | undefined {
  const reaches = (one: Working, passed: Set<number>): boolean =>
    next(one).some(({ id }) => id === from.id) ||
    next(one).some((to) => !passed.has(to.id) && reaches(to, passed.add(to.id)))
  return next(from).find((one) => one.id === from.id || reaches(one, new Set([one.id])))
}

const changesOf = (definition: Definition): string[] => [
  ...stepsOfKind(definition, 'label').map(({ step }) => dependency.label(step.label_id)),
  ...stepsOfKind(definition, 'value').map(({ step }) => dependency.field(step.field_id)),
]

function triggerReads(
  { trigger }: Definition,
  fields: ReadonlyMap<number, Field>,
  readBy: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const only: Definition = {
    ...{ trigger, repeat: { kind: 'once' }, channel_id: null, steps: [], exit: null },
    ...{ group: null, imports: false, holdout: null },
  }
  const keys = new Set(readsOf(only, fields))
  for (const key of keys) for (const inner of readBy.get(key) ?? []) keys.add(inner)
  return keys
}

async function readsOfSegments(db: Db, storeId: number): Promise<ReadonlyMap<string, readonly string[]>> {
  const segments = await db
    .selectFrom('segment')
    .select(['label_id', 'reads'])
    .where('store_id', '=', storeId)
    .execute()
  return new Map(segments.map(({ label_id, reads }) => [dependency.label(label_id), reads]))
}

/** Counts customers whose label both automations have changed. */
async function countPeople(db: Db, storeId: number, labelId: number, pair: readonly Working[]): Promise<number> {
  const changed = ({ id, definition }: Working) => {
    const steps = stepsOfKind(definition, 'label').flatMap(({ step }) => (step.label_id === labelId ? step.id : []))
    return sql`select profile_id from automation_act where store_id = ${storeId} and automation_id = ${id} and kind = 'label'
      and step = any(${steps}::int[]) and outcome = 'done' and at > clock_timestamp() - make_interval(days => ${DAYS}::int)`
  }
  const { rows } = await sql<{ people: number }>`select count(*)::int as people
    from (${changed(pair[0]!)} intersect ${changed(pair[1]!)}) both_changed`.execute(db)
  return rows[0]!.people
}
