import { automationLimits, type Definition } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { automationDraw } from '../../broadcasts/audience/draw.ts'
import type { Config } from '../../core/config.ts'
import { contextOf } from '../../core/context.ts'
import { addDays } from '../../customers/rules/days.ts'
import { type Db, onConnection } from '../../database/db.ts'
import { indexesAlone } from '../../database/plans.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import { contextAt } from '../engine/matching.ts'
import { activeVersions } from '../engine/versions.ts'
import type { Version, World } from '../records/world.ts'
import { pastEffects } from './effects.ts'
import { fillSegments } from './memberships.ts'
import { restorePast } from './past.ts'
import type { PastWorld } from './past-world.ts'
import type { Days } from './period.ts'
import { prepareRepeated } from './prepare-repeated.ts'
import { type PastQuota, pastQuota } from './quota.ts'
import { passDay } from './rounds.ts'
import { rulesOf, type Scope, scopeOf } from './scope.ts'
import { analyzeWorld, createWorld, forbidWrites } from './world-tables.ts'

/** Number of the version that a draft has in a rehearsal: behind all that were started. */
const DRAFT_VERSION = 1_000_000_000
/** Memory that the tables of a rehearsal take before they go to the disk, and that a sort takes. */
const SETTINGS = `set local work_mem = '64MB'; set local statement_timeout = '10min'; set local jit = off; set local default_statistics_target = 10`
const TEMP_BUFFERS = '128MB'

export interface Draft {
  automation_id: number
  name: string
  definition: Definition
  place: number
}

export interface Rehearsed {
  past: PastWorld
  quota: PastQuota
  draft: Version
}

interface Host {
  pool: pg.Pool
  config: Pick<Config, 'secretKey'>
}

/**
 * Runs a draft over past days together with the active automations, and hands its world to `read`. Nothing is written: PostgreSQL refuses it once the
 * temporary tables are there, and the transaction is rolled back.
 */
export async function rehearse<T>(
  { pool, config }: Host,
  storeId: number,
  draft: Draft,
  days: Days,
  {
    holdout,
    passed,
    read,
  }: { holdout: number; passed?: (days: number) => Promise<void>; read: (rehearsed: Rehearsed) => Promise<T> },
): Promise<T> {
  const client = await pool.connect()
  const prepared = prepareRepeated(client)
  let isDone = false
  try {
    // Refused if the connection has used temporary tables before: those of a rehearsal are then slower.
    await client.query(`set temp_buffers = '${TEMP_BUFFERS}'`).catch(() => undefined)
    await client.query(`begin; ${contextOf(storeId)}; ${SETTINGS}`)
    const db = onConnection(prepared.client)
    const result = await read(await passDays({ db, config, storeId }, draft, days, { holdout, passed }))
    isDone = true
    return result
  } finally {
    await prepared.forget().catch(() => undefined)
    // Its buffers are given back with the connection.
    client.release(isDone ? true : new Error('rehearsal ended'))
  }
}

interface In {
  db: Db
  config: Pick<Config, 'secretKey'>
  storeId: number
}

async function passDays(
  { db, config, storeId }: In,
  draft: Draft,
  days: Days,
  { holdout, passed }: { holdout: number; passed?: ((days: number) => Promise<void>) | undefined },
): Promise<Rehearsed> {
  const { rows } = await sql<{ time_zone: string }>`select time_zone from store where store_id = ${storeId}`.execute(db)
  const timeZone = rows[0]!.time_zone
  const version: Version = { ...draft, version: DRAFT_VERSION, holdout, started_by: null }
  const others = (await activeVersions(db, storeId)).filter(
    ({ automation_id }) => automation_id !== draft.automation_id,
  )
  const versions = [...others, version].sort(
    (one, two) => one.place - two.place || one.automation_id - two.automation_id,
  )
  const scope = await scopeOf(db, storeId, versions)
  const [from, to] = [dayBegins(days.from, timeZone), dayBegins(addDays(days.to, 1), timeZone)]
  const rehearsed = versions.map(({ automation_id }) => automation_id)
  const quota = await pastQuota(db, { storeId, timeZone, from, rehearsed })
  let change = 0
  const world: World = {
    ...{ db, storeId, timeZone },
    draw: (one) => automationDraw(config, storeId, one.automation_id, one.holdout),
    effects: pastEffects(() => past, quota),
  }
  const past: PastWorld = {
    world,
    scope,
    today: days.from,
    touched: [],
    made: [],
    resumed: new Map(),
    isLate: false,
    nextChange: () => ++change,
  }
  await readDefinitions(world, scope)
  await createWorld(db)
  await writeVersions(db, storeId, draft, versions)
  await restorePast(db, scope, { storeId, from, to })
  await forbidWrites(db)
  // Statistics take the bounds of a lookup by customer and type for a range of many rows.
  await sql.raw(`${indexesAlone('local')}; set local enable_hashjoin = on`).execute(db)
  await fillSegments(past, from)
  let done = 0
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) {
    await passDay(past, quota, day)
    done++
    // The plans of an empty table read all of it, and go on doing so when it has grown.
    if (isPowerOfTwo(done)) await analyzeWorld(db)
    await passed?.(done)
  }
  return { past, quota, draft: version }
}

const isPowerOfTwo = (n: number) => (n & (n - 1)) === 0

/** Reads the things that rules name as the store has them today: a broadcast of last month is none in a world of last year. */
async function readDefinitions(world: World, { versions, segments }: Scope): Promise<void> {
  for (const rule of [...segments.map((segment) => segment.rule), ...versions.flatMap(rulesOf)])
    await contextAt(world, rule, '')
}

/** Writes the automations of the world: the draft as if it were at work. */
async function writeVersions(db: Db, storeId: number, draft: Draft, versions: readonly Version[]): Promise<void> {
  for (const one of versions) {
    const definition = JSON.stringify(one.definition)
    await sql`insert into pg_temp.automation (id, store_id, name, status, definition, version, place, author_ids)
      overriding system value values (${one.automation_id}, ${storeId}, ${draft.name}, 'active', ${definition}, ${one.version}, ${one.place}, '{}')`.execute(
      db,
    )
    await sql`insert into pg_temp.automation_version (store_id, automation_id, version, edition, definition, reads, holdout)
      values (${storeId}, ${one.automation_id}, ${one.version}, 1, ${definition}, '{}', ${one.holdout})`.execute(db)
  }
}

/** Share of the holdout of a draft: its own, or the usual one where its entries suffice. Null: they have to be counted. */
export function holdoutOf({ holdout, trigger }: Definition, entriesOfYear: number | null): number | null {
  if (holdout !== null) return holdout
  if (trigger?.kind === 'friend') return 0
  if (entriesOfYear === null) return null
  return entriesOfYear >= automationLimits.holdoutFrom ? automationLimits.holdout : 0
}
