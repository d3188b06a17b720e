// A store's random history on two database servers while it is moved.

import { sql } from 'kysely'
import type pg from 'pg'
import type { Random } from '../../tools/random.ts'
import { closedAs } from '../core/context.ts'
import { isOutage } from '../core/sqlstate.ts'
import { type Db, inStore } from '../database/db.ts'
import type { DatabaseServers } from '../servers/database-servers.ts'
import { readPlacement } from '../servers/store-holds.ts'
import type { Cluster } from '../testing/servers/two-clusters.testing.ts'

/** One transaction. Its number is the subject of the act that it writes down. */
interface Act {
  number: number
  kind: 'add' | 'change' | 'remove' | 'import'
  /** Number of the act that added the label. */
  of: number
}

const IMPORTED = 200

interface History {
  storeId: number
  acts: Act[]
  confirmed: Set<number>
  /** Writes that a database took although the store was not there. */
  strayed: number
  /** Longest write (ms) during which no server was killed. */
  longestMs: number
}

/** Writes into a store until `ended`, as a router with a memory of its own does. `kills`: how often a server was killed. */
export async function writeHistory(
  servers: DatabaseServers,
  storeId: number,
  ended: () => boolean,
  kills: () => number,
  random: Random,
): Promise<History> {
  const history: History = { storeId, acts: [], confirmed: new Set(), strayed: 0, longestMs: 0 }
  let server = 1
  while (!ended()) {
    const act = nextAct(history.acts, random)
    history.acts.push(act)
    const [begun, killed] = [performance.now(), kills()]
    for (;;) {
      try {
        if (random.chance(0.1)) await stray(servers, history, server)
        await inStore(servers.get(server).pool, storeId, (db) => perform(db, storeId, act))
        history.confirmed.add(act.number)
        break
      } catch (error) {
        const closed = closedAs(error)
        if (!closed && !isOutage(error)) throw error
        // The commit is in doubt: the next write gets another number.
        if (!closed) break
        server = (await readPlacement(servers, storeId).catch(() => undefined))?.server ?? server
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    if (kills() === killed) history.longestMs = Math.max(history.longestMs, performance.now() - begun)
  }
  return history
}

function nextAct(acts: readonly Act[], random: Random): Act {
  const number = acts.length + 1
  const any = acts.length > 0 ? random.pick(acts) : undefined
  const kinds = ['add', 'add', 'change', 'change', 'remove', 'import'] as const
  const kind = any ? kinds[random.below(random.chance(0.1) ? 6 : 5)]! : 'add'
  return { number, kind, of: any?.number ?? 0 }
}

async function perform(db: Db, storeId: number, { number, kind, of }: Act): Promise<void> {
  const name = (n: number) => `store ${storeId} act ${n}`
  await sql`insert into audit_log (store_id, action, subject_type, subject_id) values (${storeId}, 'act', 'test', ${String(number)})`.execute(
    db,
  )
  if (kind === 'add')
    await sql`insert into label (store_id, name, color, type) values (${storeId}, ${name(number)}, '#000000', 'general')`.execute(
      db,
    )
  if (kind === 'change')
    await sql`update label set description = ${String(number)} where store_id = ${storeId} and name = ${name(of)}`.execute(
      db,
    )
  if (kind === 'remove') await sql`delete from label where store_id = ${storeId} and name = ${name(of)}`.execute(db)
  if (kind === 'import')
    await sql`insert into profile (store_id, first_name, last_name)
      select ${storeId}, ${name(number)}, n::text from generate_series(1, ${IMPORTED}::int) n`.execute(db)
  await sql`insert into names_version as v (store_id, version) values (${storeId}, 1)
    on conflict (store_id) do update set version = v.version + 1`.execute(db)
}

/** Writes as a router that takes the other server for the store's, without the question whether it is open. */
async function stray(servers: DatabaseServers, history: History, server: number): Promise<void> {
  const { storeId } = history
  const client = await servers.get(3 - server).pool.connect()
  try {
    const place = await readPlacement(servers, storeId)
    await client.query(`begin; set local ruam.store_id = '${storeId}'`)
    await client.query(
      "insert into audit_log (store_id, action, subject_type, subject_id) values ($1, 'stray', 'test', 'stray')",
      [storeId],
    )
    await client.query('rollback')
    // A move may have ended in between, or the memory of this router be the one that is stale.
    const after = await readPlacement(servers, storeId)
    if (place?.server === server && after?.server === server) history.strayed++
  } catch {
    await client.query('rollback').catch(() => {})
  } finally {
    client.release(true)
  }
}

interface Found {
  acts: number[]
  labels: { name: string; description: string }[]
  imported: Record<string, number>
  version: number
  foreign: number
}

export async function readFound({ admin }: Pick<Cluster, 'admin'>, storeId: number): Promise<Found> {
  const list = async <T extends pg.QueryResultRow>(text: string) => (await admin.query<T>(text, [storeId])).rows
  const acts = await list<{ n: string }>(
    "select subject_id as n from audit_log where store_id = $1 and action = 'act' order by id",
  )
  const imported = await list<{ name: string; n: number }>(
    "select first_name as name, count(*)::int as n from profile where store_id = $1 and first_name like 'store %' group by 1",
  )
  const version = await list<{ version: number }>('select version from names_version where store_id = $1')
  const foreign = await list<{ n: number }>(
    `select ((select count(*) from label where store_id = $1 and name not like 'store ' || $1 || ' act %')
       + (select count(*) from profile where store_id = $1 and first_name like 'store %' and first_name not like 'store ' || $1 || ' act %'))::int as n`,
  )
  return {
    acts: acts.map(({ n }) => Number(n)),
    labels: await list('select name, description from label where store_id = $1 order by name'),
    imported: Object.fromEntries(imported.map(({ name, n }) => [name, n])),
    version: Number(version[0]?.version ?? 0),
    foreign: foreign[0]!.n,
  }
}

/** Returns the expected state of a store after the acts found in it: each one complete, and in order. */
export function expectedOf({ storeId, acts }: History, found: Found): Omit<Found, 'foreign'> {
  const there = new Set(found.acts)
  const name = (n: number) => `store ${storeId} act ${n}`
  const labels = new Map<string, string>()
  const imported: Record<string, number> = {}
  for (const { number, kind, of } of acts) {
    if (!there.has(number)) continue
    if (kind === 'add') labels.set(name(number), '')
    if (kind === 'change' && labels.has(name(of))) labels.set(name(of), String(number))
    if (kind === 'remove') labels.delete(name(of))
    if (kind === 'import') imported[name(number)] = IMPORTED
  }
  return {
    // Once each, in the order in which they were done: ids rise across servers, too.
    acts: acts.flatMap(({ number }) => (there.has(number) ? [number] : [])),
    labels: [...labels]
      .map(([label, description]) => ({ name: label, description }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    imported,
    version: there.size,
  }
}
