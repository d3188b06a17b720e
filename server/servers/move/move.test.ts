import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { closedAs } from '../../core/context.ts'
import { makeStore, rowsAt, sumsAt, write } from '../../testing/servers/scene.testing.ts'
import { secretKey, twoClusters } from '../../testing/servers/two-clusters.testing.ts'
import { beginMove, closedAt, holdWrites, leaveStore, readPlacement, release } from '../store-holds.ts'
import { type Ends, withEnds } from './connect.ts'
import { removeLeftovers } from './leftovers.ts'
import { closeStrays, lookAfterMoves } from './look-after-moves.ts'
import { cancelMove, moveStore } from './move.ts'
import { acquireMoverLock } from './mover-lock.ts'
import { beginRecord, beginStep } from './state.ts'

let scene: Awaited<ReturnType<typeof twoClusters>>
beforeAll(async () => {
  scene = await twoClusters({ fsync: 'off' })
})

const move = (
  storeId: number,
  to: number,
  more: { byCopy?: boolean; say?: (line: string) => void; signal?: AbortSignal } = {},
) => moveStore({ servers: scene.servers, storeId, to, secretKey, say: () => {}, ...more })

const atEnds = (store: number, work: (ends: Ends) => Promise<void>) =>
  withEnds(scene.servers, { store, source: 1, target: 2 }, work)

describe('a store that is moved while it is written', () => {
  test('has every row once at its new server, goes back, and other stores stay as they were', async () => {
    const { one, two, servers } = scene
    const [storeId, other] = [await makeStore(one, 300), await makeStore(one, 50)]
    const before = await sumsAt(one, other)
    await one.admin.query(
      "insert into pgboss.job (name, data, policy) values ('ingest', jsonb_build_object('store_id', $1::int), 'short')",
      [storeId],
    )
    let [written, longest, stopped] = [0, 0, false]
    const writing = (async () => {
      while (!stopped) {
        const begun = performance.now()
        const server = (await readPlacement(servers, storeId))!.server
        await write(servers.get(server), storeId, written + 1).then(
          () => {
            written++
          },
          (error) => {
            if (!closedAs(error)) throw error
          },
        )
        longest = Math.max(longest, performance.now() - begun)
      }
    })()
    const moved = await move(storeId, 2)
    stopped = true
    await writing
    expect(moved).toMatchObject({ step: 'moved', source: 1, target: 2 })
    expect(moved!.held_ms).toBeLessThan(5000)
    expect(longest).toBeLessThan(5000)
    const { rows } = await two.admin.query<{ n: number; all: number }>(
      "select count(distinct subject_id)::int as n, count(*)::int as all from audit_log where store_id = $1 and action = 'noted'",
      [storeId],
    )
    expect(rows[0]).toEqual({ n: written, all: written })
    expect(await closedAt(one.admin, storeId)).toBe('moved')
    expect(await sumsAt(one, other)).toEqual(before)
    expect(await rowsAt(two, other)).toBe(0)
    const jobs = (cluster: typeof one) =>
      cluster.admin.query("select from pgboss.job where (data ->> 'store_id')::int = $1 and start_after < now()", [
        storeId,
      ])
    expect([(await jobs(one)).rowCount, (await jobs(two)).rowCount]).toEqual([0, 1])
    // New ids follow the existing ones, although each server has its own range.
    const there = await sumsAt(two, storeId)
    await move(storeId, 1, { byCopy: true })
    expect(await sumsAt(one, storeId)).toEqual(there)
    await write(one, storeId, 0)
    const last = await one.admin.query<{ subject_id: string }>(
      'select subject_id from audit_log where store_id = $1 order by id desc limit 1',
      [storeId],
    )
    expect(last.rows[0]!.subject_id).toBe('0')
  })

  test('leaves nothing of replication behind, and its old copy goes after a day', { tags: ['verify'] }, async () => {
    const { one, two, servers } = scene
    const storeId = await makeStore(one, 10)
    await move(storeId, 2)
    expect(await partsLeft()).toEqual([])
    for (const { admin } of [one, two])
      expect((await admin.query("select from pg_roles where rolname like 'ruam\\_move%'")).rowCount).toBe(0)
    await lookAfterMoves(servers)
    expect(await rowsAt(one, storeId)).toBeGreaterThan(0)
    await one.admin.query("update store_move set moved_at = now() - interval '25 hours' where store = $1", [storeId])
    await lookAfterMoves(servers)
    expect(await rowsAt(one, storeId)).toBe(0)
    expect(await rowsAt(two, storeId)).toBeGreaterThan(0)
  })
})

describe('the old copy of a store', () => {
  test('rejects writes of the application, of functions that visit all stores, and of a stale router', {
    tags: ['verify'],
  }, async () => {
    const { one, two } = scene
    const storeId = await makeStore(one, 5)
    await move(storeId, 2, { byCopy: true })
    const before = await sumsAt(one, storeId)
    await expect(write(one, storeId, 1)).rejects.toMatchObject({ code: 'RU002' })
    const client = await one.pool.connect()
    // As a router that does not ask would do it.
    await client.query(`begin; set local ruam.store_id = '${storeId}'`)
    await expect(client.query('delete from profile where store_id = $1', [storeId])).rejects.toMatchObject({
      code: 'RU002',
    })
    await client.query('rollback')
    client.release()
    await one.pool.query('select auth.notify_disk(99)')
    expect(await sumsAt(one, storeId)).toEqual(before)
    await two.pool.query('select auth.notify_disk(99)')
    const noticed = await two.admin.query('select from notification where store_id = $1', [storeId])
    expect(noticed.rowCount).toBe(1)
  })

  test('is closed again when a restored backup brings it back, and the store at its new server stays open', {
    tags: ['verify'],
  }, async () => {
    const { one, two, servers } = scene
    const storeId = await makeStore(one, 5)
    await move(storeId, 2, { byCopy: true })
    await one.admin.query('delete from store_closed where store = $1', [storeId])
    await write(one, storeId, 1)
    expect(await closeStrays(servers)).toBe(1)
    await expect(write(one, storeId, 2)).rejects.toMatchObject({ code: 'RU002' })
    await write(two, storeId, 2)
  })
})

describe('a move without replication', () => {
  test('copies a store whose writes are held meanwhile', { tags: ['verify'] }, async () => {
    const { one, two } = scene
    const storeId = await makeStore(one, 100)
    const before = await sumsAt(one, storeId)
    const said: string[] = []
    await move(storeId, 2, { byCopy: true, say: (line) => said.push(line) })
    expect(said.join('\n')).toContain('Its writes are held until all of its rows are copied')
    expect(await sumsAt(two, storeId)).toEqual(before)
    await expect(write(one, storeId, 1)).rejects.toMatchObject({ code: 'RU002' })
    await write(two, storeId, 1)
  })
})

/** Slots, publications and subscriptions of moves on both servers. */
async function partsLeft(): Promise<string[]> {
  const names = `select slot_name::text as name from pg_replication_slots where database = current_database()
    union all select pubname from pg_publication
    union all select subname from pg_subscription s join pg_database d on d.oid = s.subdbid and d.datname = current_database()`
  const found = await Promise.all([scene.one, scene.two].map(({ admin }) => admin.query<{ name: string }>(names)))
  return found.flatMap(({ rows }) => rows.map(({ name }) => name))
}

describe('a move that is interrupted', () => {
  test('leaves no slot when it copies, and is done by the same command', { tags: ['verify'] }, async () => {
    const { one, two } = scene
    const storeId = await makeStore(one, 100)
    const before = await sumsAt(one, storeId)
    const interrupting = new AbortController()
    const say = (line: string) => line.startsWith('Copied 1') && interrupting.abort(new Error('interrupted'))
    await expect(move(storeId, 2, { say, signal: interrupting.signal })).rejects.toThrow('interrupted')
    expect(await partsLeft()).toEqual([])
    expect(await rowsAt(two, storeId)).toBeGreaterThan(0)
    await write(one, storeId, 1)
    expect(await move(storeId, 2)).toMatchObject({ step: 'moved' })
    const { audit_log: acts, ...after } = await sumsAt(two, storeId)
    expect(acts).toMatch(/^21 /)
    expect(before).toMatchObject(after)
  })

  test('refuses a second mover, and loses its slot to a worker when nobody continues it', {
    tags: ['verify'],
  }, async () => {
    const { one, servers } = scene
    const storeId = await makeStore(one, 5)
    await atEnds(storeId, async (ends) => {
      await beginMove(ends, storeId, 2)
      await beginRecord(ends.home, { store: storeId, source: 1, target: 2, by_copy: false })
    })
    await one.admin.query("select pg_create_logical_replication_slot('ruam_move_' || $1, 'pgoutput')", [storeId])
    const unattended = new Map<number, number>()
    const lock = await acquireMoverLock(one.ownerUrl, storeId)
    await lookAfterMoves(servers, { unattended, graceMs: 0 })
    expect(await partsLeft()).toEqual([`ruam_move_${storeId}`])
    await expect(move(storeId, 2)).rejects.toThrow(
      `Another process is moving store ${storeId}: wait until it has ended.`,
    )
    expect(await partsLeft()).toEqual([`ruam_move_${storeId}`])
    await lock!.release()
    await lookAfterMoves(servers, { unattended })
    expect(await partsLeft()).toEqual([`ruam_move_${storeId}`])
    await lookAfterMoves(servers, { unattended, graceMs: 0 })
    expect(await partsLeft()).toEqual([])
    await cancelMove(servers, storeId, () => {})
    expect(await closedAt(scene.two.admin, storeId)).toBe('open')
  })

  test('of last year is found by its slot, named, and removed', async () => {
    const { one, two, servers } = scene
    const [storeId, other] = [await makeStore(one, 5), await makeStore(one, 5)]
    for (const id of [storeId, other])
      await one.admin.query("select pg_create_logical_replication_slot('ruam_move_' || $1, 'pgoutput')", [id])
    await two.admin.query("insert into store_closed (store, state) values ($1, 'arriving')", [other])
    const said: string[] = []
    await cancelMove(servers, storeId, (line) => said.push(line))
    expect(said).toEqual([
      `Removed what an earlier move of store ${storeId} left on server 1: slot ruam_move_${storeId}.`,
    ])
    expect(await removeLeftovers(servers)).toEqual([
      `Removed what an earlier move of store ${other} left on server 1: slot ruam_move_${other}.`,
      `Removed what an earlier move of store ${other} left on server 2: unfinished copy.`,
    ])
    expect(await partsLeft()).toEqual([])
    await expect(cancelMove(servers, storeId, () => {})).rejects.toThrow('No move of store')
  })
})

describe('the command', () => {
  test('says what to do when it cannot move', { tags: ['verify'] }, async () => {
    const { one, servers } = scene
    const storeId = await makeStore(one, 1)
    await expect(move(storeId, 9)).rejects.toThrow(
      'There is no server 9: there are the servers 1, 2. Set DATABASE_URL_9',
    )
    await expect(move(999_999, 2)).rejects.toThrow('There is no store 999999.')
    const said: string[] = []
    await move(storeId, 1, { say: (line) => said.push(line) })
    expect(said).toEqual([`Store ${storeId} is on server 1: there is nothing to move.`])
    await expect(cancelMove(servers, storeId, () => {})).rejects.toThrow('No move of store')
  })

  test('refuses to leave when the copies differ, and a move that is given up leaves the store as it was', {
    tags: ['verify'],
  }, async () => {
    const { one, two, servers } = scene
    const storeId = await makeStore(one, 20)
    const before = await sumsAt(one, storeId)
    let spoilt = false
    const spoil = async () => {
      // As soon as rows have arrived.
      while (!spoilt) {
        const { rowCount } = await two.admin.query('select from audit_log where store_id = $1 limit 1', [storeId])
        if (!rowCount) {
          await sleep(20)
          continue
        }
        const client = await two.admin.connect()
        await client.query('set session_replication_role = replica')
        await client.query(
          'delete from audit_log where store_id = $1 and id = (select min(id) from audit_log where store_id = $1)',
          [storeId],
        )
        await client.query('reset session_replication_role')
        client.release()
        spoilt = true
      }
    }
    const spoiling = spoil()
    await expect(move(storeId, 2)).rejects.toThrow(/differs in audit_log \(20 rows, in the copy 19\)/)
    await spoiling
    expect(await closedAt(one.admin, storeId)).toBe('open')
    await cancelMove(servers, storeId, () => {})
    expect(await rowsAt(two, storeId)).toBe(0)
    expect(await sumsAt(one, storeId)).toEqual(before)
    await write(one, storeId, 1)
    await move(storeId, 2)
    expect(await rowsAt(two, storeId)).toBeGreaterThan(0)
  })

  test('opens a store that a killed move left held, and resumes when it is called again', {
    tags: ['verify'],
  }, async () => {
    const { one, servers } = scene
    const storeId = await makeStore(one, 10)
    await atEnds(storeId, async (ends) => {
      await beginMove(ends, storeId, 2)
      await beginRecord(ends.home, { store: storeId, source: 1, target: 2, by_copy: true })
      await beginStep(ends.home, storeId, 'held')
      await holdWrites(ends, storeId, 60_000)
    })
    await lookAfterMoves(servers)
    expect(await closedAt(one.admin, storeId)).toBe('open')
    await write(one, storeId, 1)
    expect(await move(storeId, 2, { byCopy: true })).toMatchObject({ step: 'moved' })
  })

  test('does not leave a store that was opened while it slept', { tags: ['verify'] }, async () => {
    const { one } = scene
    const storeId = await makeStore(one, 1)
    await atEnds(storeId, async (ends) => {
      const hold = async () => {
        await beginMove(ends, storeId, 2)
        return (await holdWrites(ends, storeId, 60_000))!
      }
      const slept = await hold()
      await release(ends, storeId)
      await write(one, storeId, 1)
      const since = await hold()
      expect(await leaveStore(ends.source, storeId, slept)).toBe(false)
      expect(await leaveStore(ends.source, storeId, since)).toBe(true)
    })
  })
})
