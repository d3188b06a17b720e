import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Rule, SegmentRule } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { type Random, randomOf } from '../../tools/random.ts'
import { createPool } from '../database/db.ts'
import { crashFile } from './crash-file.ts'
import { openScene, type Scene, type Victim } from './crash-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'
import { membershipFaults } from './stray-members.ts'

interface SegmentMoment {
  victim: Extract<Victim, 'worker' | 'postmaster'>
  /** Progress of the calculation at the crash, 0 to 1. */
  at: number
}

interface SegmentOutcome {
  /** A kill, or the edits after all of them. */
  what: string
  /** Wrong members, and wrong statements of a segment about itself. */
  faults: string[]
  /** From the kill, or the last edit, until every segment says that it is right. */
  seconds: number
}

interface Options {
  seed: number
  rows: number
  moments: readonly SegmentMoment[]
  /** Milliseconds of concurrent edits, pins, undos and calculations. */
  editMs: number
  tell?: (outcome: SegmentOutcome) => void
}

interface Play {
  scene: Scene
  client: RuamClient
  random: Random
  /** People of the file, some of them. */
  people: number[]
  /** The first one's rule is written again for each moment, the second and the third look at it. */
  segments: number[]
}

/** Half of the file's people, or the other half: their second names end in a digit. */
const half = (odd: boolean): Rule[] =>
  [0, 2, 4, 6, 8].map((digit) => ({
    kind: 'profile',
    field_id: 2,
    operator: 'ends_with',
    value: String(odd ? digit + 1 : digit),
  }))

const ruleOf = (rules: Rule[], condition: 'and' | 'or' = 'or'): SegmentRule => ({
  auto_apply_enabled: true,
  filter: { profile_created_at: null, reference_label_ids: [] },
  target: { condition: 'and', groups: [{ condition, rules }] },
})

/** Kills worker and database in the middle of a store's calculations, then writes concurrently with calculations. */
export async function playSegments({ seed, rows, moments, editMs, tell }: Options): Promise<SegmentOutcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-crash-'))
  const scene = await openScene(join(folder, 'data'), 1)
  const outcomes: SegmentOutcome[] = []
  const over = async (client: RuamClient, what: string, since: number) => {
    const seconds = await settled({ scene, client }, since)
    const pool = createPool(scene.superUrl, { max: 2 })
    const outcome = { what, faults: await membershipFaults(pool, 1).finally(() => pool.end()), seconds }
    outcomes.push(outcome)
    tell?.(outcome)
  }
  try {
    const play = await begin(scene, folder, rows, randomOf(seed))
    await settled(play, performance.now())
    for (const [number, { victim, at }] of moments.entries()) {
      // A session of a store is shorter than all of them.
      const client = await signIn(scene.address)
      const asked = await rewrite({ ...play, client }, number % 2 === 0)
      while ((await progressOf(scene, play.segments[0]!, asked)) < at) await sleep(2)
      await scene.kill(victim)
      await over(client, `${victim} at ${Math.round(at * 100)} % of a calculation`, performance.now())
    }
    const client = await signIn(scene.address)
    await writeBeside({ ...play, client }, performance.now() + editMs)
    await over(client, 'edits, pins and undos during calculations', performance.now())
  } finally {
    await scene.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return outcomes
}

async function begin(scene: Scene, folder: string, rows: number, random: Random): Promise<Play> {
  const client = await signIn(scene.address)
  const path = join(folder, 'customers.csv')
  await writeFile(path, crashFile(1, rows).csv)
  const id = await client.upload(path, 'ลูกค้า')
  await client.loaded(id)
  await client.map(id)
  const params = { id: String(id) }
  const dry = await client.ended(id, (await client.call(importRun.dryRun, { params })).run_id)
  const real = await client.call(importRun.run, { params, body: { run_id: dry.run_id } })
  await client.ended(id, real.run_id)
  const made: number[] = []
  const make = async (rule: SegmentRule) => {
    const body = { name: `เซกเมนต์ ${made.length}`, color: 'teal', type: 'advanced', segment_rule: rule } as const
    made.push((await client.call(labels.create, { body })).id)
  }
  await make(ruleOf(half(true)))
  await make(ruleOf([{ kind: 'label', operator: 'has_none', label_ids: [made[0]!] }]))
  await make(
    ruleOf(
      [
        { kind: 'label', operator: 'has_any', label_ids: [made[1]!] },
        { kind: 'profile', field_id: 2, operator: 'contains', value: '7' },
      ],
      'and',
    ),
  )
  await make(ruleOf([{ kind: 'profile', field_id: 1, operator: 'eq', value: 'แก้ว' }]))
  const people = await scene.ask<{ id: number }>('select id from profile order by id limit 200')
  return { scene, client, random, people: people.map((row) => row.id), segments: made }
}

/** Gives the first segment the other half, which moves everybody; answers when, as a wish of its. */
async function rewrite({ scene, client, segments: [first] }: Play, odd: boolean): Promise<number> {
  const params = { id: String(first) }
  const { name, color, updated_at: origin_time } = await client.call(labels.get, { params })
  const body = { name, color: color as 'teal', segment_rule: ruleOf(half(!odd)), origin_time }
  await client.call(labels.update, { params, body })
  const [row] = await scene.ask<{ wanted: number }>('select wanted from segment where label_id = $1', [first])
  return Number(row!.wanted)
}

/** Progress of a calculation by its members so far; 1 when complete. */
async function progressOf({ ask }: Scene, id: number, wanted: number): Promise<number> {
  const [row] = await ask<{ done: boolean; progress: number | null }>(
    `select done >= $2 as done, (select changed::float8 / nullif((select count(*) from profile), 0) from job
       where kind = 'segment_calculate' and status in ('pending', 'processing') order by id limit 1) as progress
     from segment where label_id = $1`,
    [id, wanted],
  )
  return row!.done ? 1 : (row!.progress ?? 0)
}

const PATIENCE_MS = 120_000

/** Waits until nothing is wanted and no calculation is there to come; seconds since. Every segment says then that it is right. */
async function settled({ scene, client }: Pick<Play, 'scene' | 'client'>, since: number): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const [row] = await scene.ask<{ left: number }>(
      `select (select count(*) from segment where wanted > done)
        + (select count(*) from job where status in ('pending', 'processing')) as left`,
    )
    if (Number(row!.left) === 0) break
    if (performance.now() > deadline) throw new Error('Segments are still being calculated')
    await sleep(50)
  }
  const seconds = (performance.now() - since) / 1000
  const { data } = await listed(client)
  const wrong = data.filter(({ state }) => state!.status !== 'fresh')
  if (wrong.length > 0) throw new Error(`Segments say ${wrong.map(({ state }) => state!.status)}`)
  return seconds
}

/** Also by a server whose connections are those to a database that was killed. */
const listed = (client: RuamClient, tries = 20): ReturnType<typeof list> =>
  list(client).catch(async (error) => {
    if (tries === 0) throw error
    await sleep(100)
    return listed(client, tries - 1)
  })
const list = (client: RuamClient) => client.call(labels.list, { query: { type: 'advanced' } })

const LANES = 4

/** Everybody writes at once; what is refused, because another was there before, is left. */
async function writeBeside({ client, random, people, segments: made }: Play, until: number): Promise<void> {
  const someone = () => ({ params: { id: String(random.pick(people)) } })
  const member = () => ({ params: { id: String(random.pick(made)), profile_id: String(random.pick(people)) } })
  const bulks: number[] = []
  const acts = [
    async () => {
      const who = someone()
      const { updated_at: origin_time } = await client.call(profiles.get, who)
      const fields = random.chance(0.5)
        ? [{ id: 1, value: random.pick(['แก้ว', 'ญาดา']) }]
        : [{ id: 2, value: `คนที่ ${random.below(1000)}` }]
      await client.call(profiles.update, { ...who, body: { fields, origin_time } })
    },
    async () => void (await client.call(segments.pin, { ...member(), body: { value: random.chance(0.5) } })),
    async () => void (await client.call(segments.unpin, member())),
    async () => void (await client.call(profiles.delete, someone())),
    async () => void (await client.call(profiles.restore, someone())),
    async () => void (await client.call(segments.calculate, { params: { id: String(random.pick(made)) } })),
    async () => {
      const ids = random.shuffle([...people]).slice(0, 120)
      const action = { type: 'set_field', field_id: 2, value: `คนที่ ${random.below(1000)}` } as const
      bulks.push((await client.call(profileBulk.start, { body: { target: { ids }, action } })).job_id)
    },
    async () => {
      const id = bulks.shift()
      if (id !== undefined) await client.call(jobs.undo, { params: { id: String(id) } })
    },
  ]
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (performance.now() < until)
        await random
          .pick(acts)()
          .catch(() => sleep(20))
    }),
  )
}

/** Crashes of worker and database in turn, at random moments. */
export const segmentMoments = (random: Random, count: number): SegmentMoment[] =>
  Array.from({ length: count }, (_, n) => ({ victim: n % 2 === 0 ? 'worker' : 'postmaster', at: random.next() * 0.9 }))
