import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { createPool } from '../database/db.ts'
import { runDataSource } from '../imports/run/run.ts'
import type { Core } from '../servers/core.ts'
import { createDataSource, runOf } from '../testing/imports/data-sources.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'

const ROWS = 22
const BATCH = 5
// The claim, five batches that are decided in one transaction and written in another, the end.
const COMMITS = 12

const csv = `ชื่อ,เบอร์โทร\n${Array.from({ length: ROWS }, (_, n) => `คน ${n},08${String(n).padStart(8, '0')}`).join('\n')}\n`
const never = new AbortController().signal

/** A core one of whose connections breaks at the nth commit of them all: before the database hears of it, or after it has done it. */
function breakingAt(core: Core, nth: number, when: 'before' | 'after'): Core {
  const pool = createPool(core.config.appUrl!)
  let commits = 0
  pool.on('connect', (client: pg.PoolClient & { connection?: { stream: { destroy(): void } } }) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const breaking = async () => {
      if (when === 'after') await query('commit')
      client.connection!.stream.destroy()
      throw new Error('Connection terminated unexpectedly')
    }
    // Anything but the commit goes on as it is: a COPY is handed its stream at once.
    Object.assign(client, {
      query: (...args: unknown[]) => (args[0] === 'commit' && ++commits === nth ? breaking() : query(...args)),
    })
  })
  return { ...core, pool, sessions: pool }
}

/** A waiting run of a fresh file, without a worker. */
async function waitingRun(kind: 'dry' | 'real') {
  const { core, admin } = await testServer()
  const own = await newStore()
  const { id } = await createDataSource(own, csv, 'ลูกค้า')
  const params = { id: String(id) }
  const { mapping, match } = await own.call(dataSources.getMapping, { params })
  await own.call(dataSources.putMapping, { params, body: { mapping, match } })
  const { run_id } = await own.call(importRun.dryRun, { params })
  await runOf(own, id, run_id)
  const { rows } = await admin.query<{ id: number }>(
    `insert into run (store_id, run_id, data_source_id, kind, version, mapping, file_id, total)
     select store_id, run_id || 'x', data_source_id, $2, version, mapping, file_id, total from run where run_id = $1 returning id`,
    [run_id, kind],
  )
  await admin.query("update data_source set status = 'waiting' where store_id = $1 and id = $2", [own.storeId, id])
  return { core, storeId: own.storeId, run: rows[0]!.id }
}

/** State after a run: people, duplicates, records, counters of the run, total of the store. */
async function outcome(storeId: number, run: number) {
  const { admin } = await testServer()
  const { rows } = await admin.query(
    `select r.status, r.done, r.added, r.failed,
       (select count(*) from profile where store_id = $1) as people,
       (select count(distinct phone) from profile where store_id = $1) as phones,
       (select count(*) from run_record where store_id = $1 and run = r.id) as records,
       (select coalesce(sum(live), 0)::int from profile_total where store_id = $1) as total,
       (select coalesce(sum(value), 0)::int from hourly_count where store_id = $1 and metric = 'record_add') as counted
     from run r where r.store_id = $1 and r.id = $2`,
    [storeId, run],
  )
  return rows[0]
}

const moments = Array.from({ length: COMMITS }, (_, n) => n + 1).flatMap((nth) =>
  (['before', 'after'] as const).map((when) => ({ nth, when })),
)

describe('a run loses and duplicates no one', () => {
  // The claim, the first batch and the end; the other batches follow in verify.
  const isFirst = ({ nth }: { nth: number }) => nth <= 3 || nth === COMMITS
  const breaks = async ({ nth, when }: (typeof moments)[number]) => {
    const { core, storeId, run } = await waitingRun('real')
    const broken = breakingAt(core, nth, when)
    // After the last commit there is nothing left to break.
    await expect(runDataSource(broken, storeId, run, never, BATCH)).rejects.toThrow()
    await broken.pool.end()
    await runDataSource(core, storeId, run, never, BATCH)
    expect(await outcome(storeId, run)).toEqual({
      status: 'completed',
      done: ROWS,
      added: ROWS,
      failed: 0,
      people: ROWS,
      phones: ROWS,
      records: ROWS,
      total: ROWS,
      counted: ROWS,
    })
  }
  const title = 'when the connection breaks $when its commit $nth'
  test.each(moments.filter(isFirst))(title, breaks)
  test.each(moments.filter((moment) => !isFirst(moment)))(title, { tags: ['verify'] }, breaks)

  test.each(moments.filter(({ nth }) => nth % 3 === 1))(
    'and a dry run counts right when it breaks $when its commit $nth',
    { tags: ['verify'] },
    async ({ nth, when }) => {
      const { core, storeId, run } = await waitingRun('dry')
      const broken = breakingAt(core, nth, when)
      await expect(runDataSource(broken, storeId, run, never, BATCH)).rejects.toThrow()
      await broken.pool.end()
      await runDataSource(core, storeId, run, never, BATCH)
      expect(await outcome(storeId, run)).toMatchObject({
        status: 'completed',
        added: ROWS,
        records: ROWS,
        people: 0,
        total: 0,
        counted: 0,
      })
    },
  )
})

describe('an upload names nothing that is gone, and loses nothing that a row names', () => {
  test.each(['before', 'after'] as const)('when the connection breaks %s its commit', async (when) => {
    const { core, admin } = await testServer()
    const own = await newStore()
    // The first commit is of the question whether they may.
    const broken = breakingAt(core, 2, when)
    const app = await createApp(broken, { web: false })
    const form = new FormData()
    form.set('file', new Blob([csv]), 'customers.csv')
    const encoded = new Response(form)
    const reply = await app.inject({
      method: 'POST',
      url: `/api${files.import.path}`,
      headers: { authorization: `Bearer ${own.token}`, 'content-type': encoded.headers.get('content-type')! },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    await app.close()
    await broken.pool.end()
    expect(reply.statusCode).toBe(503)
    const named = 'select storage_key from file where store_id = $1'
    const { rows } = await admin.query<{ storage_key: string }>(named, [own.storeId])
    expect(rows).toHaveLength(when === 'after' ? 1 : 0)
    for (const { storage_key } of rows) expect(await core.storage.size(storage_key)).toBe(Buffer.byteLength(csv))
  })
})
