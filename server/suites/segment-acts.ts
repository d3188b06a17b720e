import { labels } from '@ruam/contract/customers/labels.ts'
import type { Rule, RuleGroup, SegmentRule } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { allSegments } from '../customers/membership/segments.ts'
import { sweepSegments } from '../customers/segments/sweep.ts'
import { inStore } from '../database/db.ts'
import { settled } from '../testing/customers/segments.testing.ts'
import { jobOver } from '../testing/jobs.testing.ts'
import { type TestStore, testServer } from '../testing/store.testing.ts'
import { fresh } from '../testing/things/fresh.ts'
import { anybody, byId, Refused, type Scene, send } from './history-scene.ts'
import { straysOf } from './stray-members.ts'

const SEGMENTS = 6

/** A rule of the segment at a place, which looks at what writers of every kind change, and at segments before it. */
function someRule({ random, field, type, labels, segments: made }: Scene, place: number): SegmentRule {
  const leaf = (): Rule => {
    const before = made.slice(0, place)
    const kinds: (() => Rule)[] = [
      () => ({
        kind: 'profile',
        field_id: field,
        operator: random.pick(['eq', 'ne']),
        value: `รหัส ${random.below(8)}`,
      }),
      () => ({ kind: 'profile', field_id: 9, operator: random.pick(['empty', 'not_empty']) }),
      () => ({ kind: 'activity', activity_type_id: type, done: random.chance(0.5) }),
      () => ({ kind: 'label', operator: random.pick(['has_any', 'has_none']), label_ids: [random.pick(labels)] }),
      () => ({ kind: 'time', at: 'updated', operator: 'in_last', value: { n: 1, unit: 'day' } }),
    ]
    if (before.length > 0)
      kinds.push(() => ({
        kind: 'label',
        operator: random.pick(['has_any', 'has_none']),
        label_ids: [random.pick(before)],
      }))
    return random.pick(kinds)()
  }
  const group = (): RuleGroup => ({
    condition: random.pick(['and', 'or']),
    not: random.chance(0.2),
    rules: [leaf(), ...(random.chance(0.5) ? [leaf()] : [])],
  })
  return {
    auto_apply_enabled: random.chance(0.9),
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and', groups: [group()] },
  }
}

export async function makeSegments(scene: Scene): Promise<void> {
  for (let place = 0; place < SEGMENTS; place++) {
    const body = {
      name: fresh('เซกเมนต์'),
      color: 'teal',
      type: 'advanced',
      segment_rule: someRule(scene, place),
    } as const
    scene.segments.push((await send(scene, labels.create, { body })).id)
  }
}

const member = async (scene: Scene) => ({
  params: { id: String(scene.random.pick(scene.segments)), profile_id: String((await anybody(scene))[0]!) },
})

/** Concurrent acts on segments. */
export const segmentActs: Record<string, (scene: Scene) => Promise<unknown>> = {
  async 'edit a segment'(scene) {
    const place = scene.random.below(scene.segments.length)
    const id = scene.segments[place]!
    const { name, updated_at: origin_time } = await send(scene, labels.get, byId(id))
    const body = { name, color: 'red', segment_rule: someRule(scene, place), origin_time } as const
    await send(scene, labels.update, { ...byId(id), body })
  },
  async pin(scene) {
    await send(scene, segments.pin, { ...(await member(scene)), body: { value: scene.random.chance(0.5) } })
  },
  unpin: async (scene) => send(scene, segments.unpin, await member(scene)),
  async calculate(scene) {
    const { job_id } = await send(scene, segments.calculate, byId(scene.random.pick(scene.segments)))
    if (scene.random.chance(0.5)) await jobOver(scene.store, job_id)
  },
  async 'switch auto-apply'(scene) {
    const body = { value: scene.random.chance(0.7) }
    await send(scene, segments.setAutoApply, { ...byId(scene.random.pick(scene.segments)), body })
  },
  'judge somebody': async (scene) => {
    const [id] = await anybody(scene)
    if (id === undefined) throw new Refused()
    await send(scene, segments.calculateOne, { ...byId(id), body: {} })
  },
}

/** Returns members that a segment has, or lacks, against its rule, and segments that still wait for a calculation. */
export async function strayMembers(store: TestStore): Promise<string[]> {
  const { core, admin } = await testServer()
  const { storeId } = store
  await sweepSegments(core, new Date())
  await settled(store)
  const faults: string[] = []
  for (const { id, rule, auto_apply } of await inStore(core.pool, storeId, (db) => allSegments(db, storeId))) {
    const { state } = await store.call(labels.get, byId(id))
    if (auto_apply ? state!.status !== 'fresh' : /waiting|calculating/.test(state!.status))
      faults.push(`segment ${id} is ${state!.status}`)
    if (!auto_apply && state!.status !== 'broken') continue
    const stray = await straysOf(core.pool, storeId, { id, rule })
    if (stray.length > 0)
      faults.push(
        `segment ${id}, ${state!.status} since ${state!.evaluated_at}, of ${JSON.stringify(rule)} has strays: ${JSON.stringify(stray.slice(0, 3))}`,
      )
  }
  const { rows } = await admin.query(
    'select label_id from segment s where store_id = $1 and wanted > done and exists (select from label where id = label_id and auto_apply_enabled)',
    [storeId],
  )
  if (rows.length > 0) faults.push(`segments wait without a job: ${JSON.stringify(rows)}`)
  return faults
}
