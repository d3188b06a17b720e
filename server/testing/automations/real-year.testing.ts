import type { Definition } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import { type Random, randomOf } from '../../../tools/random.ts'
import { rightsNow } from '../../access/roles/rights-now.ts'
import { activeVersions } from '../../automations/engine/versions.ts'
import { setState } from '../../automations/records/queries.ts'
import { insertVersion } from '../../automations/records/versions.ts'
import type { Version } from '../../automations/records/world.ts'
import { faultsOfDefinition } from '../../automations/rules/faults.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { dependenciesOf } from '../../customers/membership/dependencies.ts'
import { turnsOfRule } from '../../customers/membership/next-change.ts'
import { markStale, saveDependencies } from '../../customers/membership/segments.ts'
import { normalizeRule } from '../../customers/membership/stored-rule.ts'
import { ruleContext } from '../../customers/rules/context.ts'
import { addDays } from '../../customers/rules/days.ts'
import { leavesOf } from '../../customers/rules/leaves-of.ts'
import { type Db, inStore } from '../../database/db.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import type { Core } from '../../servers/core.ts'
import { ruleOf, settled } from '../customers/segments.testing.ts'
import { importFile } from '../imports/data-sources.testing.ts'
import { randomStore } from '../rules/random-store.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../store.testing.ts'
import { calculate, play, TAIL_DAYS, type Year } from './play-year.testing.ts'
import { randomDefinition, randomRule, type Subjects } from './random-automations.testing.ts'
import { prepareStore, randomActs } from './random-year.testing.ts'

// A random store whose automations really run: by the product's own worker, on a set clock.

interface Size {
  people: number
  automations: number
  acts: number
  days: number
}

/** A core whose jobs wait for the test. */
async function quietCore(store: TestStore): Promise<Core> {
  const core = await coreOf(store)
  return { ...core, jobs: { ...core.jobs, enqueue: async () => {} } }
}

/** Plays a random store for some days. Returns it at their end. */
export async function realYear(seed: number, size: Size, setClock: (at: Date) => Promise<void>): Promise<Year> {
  const random = randomOf(seed)
  const { admin } = await testServer()
  const store = await newStore()
  // The owner stays signed in for the year.
  await admin.query(
    "update access_token set expires_at = '2100-01-01'; update user_session set expires_at = '2100-01-01'",
  )
  const core = await quietCore(store)
  const model = await randomStore(admin, store.storeId, random, size.people)
  const from = addDays(new Date(model.now).toISOString().slice(0, 10), 3)
  const subjects: Subjects = {
    store: model,
    segments: [],
    channel: model.ids.channels[0]!.id,
    // Above the ids of messages of automations.
    linked: { broadcast: 900_000, urls: ['https://example.com/a', 'https://example.com/b'] },
    webhook: 1,
    // Few instants: at each the worker looks at the whole store.
    dateTimes: ['00:00', random.pick(['09:00', '13:30', '22:15'])],
  }
  const begins = dayBegins(from, model.timeZone)
  await setClock(new Date(Date.parse(begins) - 3_600_000))
  // A quota that ends makes customers depend on each other: those who are gone would change what others got.
  const departures = random.chance(0.5)
  await prepareStore(
    admin,
    random,
    subjects,
    { from: begins, count: size.days + TAIL_DAYS },
    !departures && random.chance(0.7),
  )
  for (let n = 0; n < 4; n++) subjects.segments.push(await makeSegment(core, store, random, subjects, n === 0))
  await calculate(core, store)
  await setClock(new Date(begins))
  await startAutomations(core, store, await definitionsOf(core, store, random, subjects, size.automations))
  const people = model.people.filter(({ deleted, merged }) => !deleted && !merged).map(({ id }) => id)
  const scene = {
    ...{ subjects, userId: store.userId, people, departures },
    async importFile(csv: string, labels: number[]) {
      await calculate(core, store)
      await importFile(store, csv, { name: `ไฟล์ ${++serial}`, labels })
      await settled(store)
    },
  }
  const acts = randomActs(random, scene, { from, count: size.days + TAIL_DAYS }, size.acts)
  const to = addDays(from, size.days - 1)
  const [edited, paused] = random.shuffle(await startedVersions(core, store))
  const year: Year = { store, core, subjects, days: { from, to }, acts, edited: edited! }
  const ends = Date.parse(dayBegins(addDays(to, 1), model.timeZone))
  const [other] = await definitionsOf(core, store, random, subjects, 1)
  acts.push(
    {
      at: new Date(ends + 4_000_000).toISOString(),
      kind: 'edited',
      act: () => edit(core, store, edited!, other!.definition, random.chance(0.5)),
    },
    {
      at: new Date(ends + 5_000_000).toISOString(),
      kind: 'paused',
      act: () => setStatus(core, store, paused!, 'paused'),
    },
    {
      at: new Date(ends + 200_000_000).toISOString(),
      kind: 'resumed',
      act: () => setStatus(core, store, paused!, 'active'),
    },
  )
  await play(year, setClock)
  return year
}

const startedVersions = ({ pool }: Core, { storeId }: TestStore) =>
  inStore(pool, storeId, (db) => activeVersions(db, storeId))

const setStatus = async (
  { pool }: Core,
  { storeId }: TestStore,
  { automation_id }: Version,
  status: 'active' | 'paused',
) => {
  await inStore(pool, storeId, (db) =>
    sql`update automation set status = ${status} where store_id = ${storeId} and id = ${automation_id}`.execute(db),
  )
}

/** Starts another version of an automation, to which its customers move if `moves`. */
async function edit(
  { pool }: Core,
  { storeId, userId }: TestStore,
  { automation_id: id }: Version,
  definition: Definition,
  moves: boolean,
): Promise<void> {
  await inStore(pool, storeId, async (db) => {
    const next = { id, edition: 2, definition, reads: [], holdout: 0, startedBy: userId, approvedBy: null }
    await setState(db, storeId, id, { version: await insertVersion(db, storeId, next), moves })
  })
}

let serial = 0

/** Returns a random rule; without `mayTurn` one that time alone does not change, for a calculation at each midnight takes long. */
async function someRule(db: Db, random: Random, subjects: Subjects, mayTurn: boolean) {
  for (;;) {
    const rule = ruleOf(randomRule(random, subjects))
    const group = normalizeRule(rule)
    const context = await ruleContext(db, subjects.store.storeId, [group])
    const turns = leavesOf(group).map((leaf) => turnsOfRule(leaf.rule, context))
    if (mayTurn || !turns.some(({ day, hour }) => day || hour)) return rule
  }
}

async function makeSegment(
  core: Core,
  store: TestStore,
  random: Random,
  subjects: Subjects,
  mayTurn: boolean,
): Promise<number> {
  return inStore(core.pool, store.storeId, async (db) => {
    const rule = await someRule(db, random, subjects, mayTurn)
    const { id } = await db
      .insertInto('label')
      .values({
        ...{ store_id: store.storeId, name: `เซกเมนต์ ${++serial}`, color: 'teal', type: 'advanced', created_by: null },
        ...{ auto_apply_enabled: true, segment_rule: JSON.stringify(rule) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const fields = new Map((await fieldsOf(db, store.storeId, 'th')).map((field) => [field.id, field]))
    await saveDependencies(db, store.storeId, id, dependenciesOf(rule, fields))
    await markStale(db, store.storeId, [id])
    return id
  })
}

/** Returns random definitions that the store's owner may start. */
function definitionsOf(core: Core, { storeId, userId }: TestStore, random: Random, subjects: Subjects, count: number) {
  return inStore(core.pool, storeId, async (db) => {
    const rights = await rightsNow(db, storeId, userId)
    const found: { definition: Definition; place: number; holdout: number }[] = []
    while (found.length < count) {
      const definition = randomDefinition(random, subjects)
      if ((await faultsOfDefinition(db, storeId, definition, rights)).length === 0)
        found.push({ definition, place: 1 + random.below(3), holdout: random.pick([0, 0, 0, 40]) })
    }
    return found
  })
}

async function startAutomations(
  core: Core,
  { storeId, userId }: TestStore,
  definitions: readonly { definition: Definition; place: number; holdout: number }[],
): Promise<void> {
  const { admin } = await testServer()
  for (const [n, { definition, place, holdout }] of definitions.entries()) {
    const { rows } = await admin.query<{ id: number }>(
      `insert into automation (store_id, name, definition, place, author_ids) values ($1, $2, $3, $4, $5) returning id`,
      [storeId, `อัตโนมัติ ${n}`, JSON.stringify(definition), place, [userId]],
    )
    await admin.query(
      `insert into automation_version (store_id, automation_id, version, edition, definition, reads, started_by, holdout)
       values ($1, $2, 1, 1, $3, '{}', $4, $5)`,
      [storeId, rows[0]!.id, JSON.stringify(definition), userId, holdout],
    )
    await inStore(core.pool, storeId, (db) =>
      sql`update automation set status = 'active', version = 1 where store_id = ${storeId} and id = ${rows[0]!.id}`.execute(
        db,
      ),
    )
  }
  // No transaction is older than the stream of changes.
  await admin.query("update change_reader set begun_at = '2000-01-01' where store_id = $1", [storeId])
}
