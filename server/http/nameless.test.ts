import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { createReadPool } from '../database/read-pool.ts'
import { testApp } from '../testing/app.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'

test('reads behind a pooler leave no name in a session, and keep their plans and their answers', async () => {
  const { core } = await testServer()
  const store = await newStore()
  const readPool = createReadPool(core.config.appUrl!, {
    pooled: true,
    options: '-c TimeZone=UTC -c DateStyle=ISO',
    max: 1,
  })
  const app = await testApp({ ...core, readPool })
  const ask = async () => {
    const headers = { authorization: `Bearer ${store.token}` }
    const reply = await app.inject({ method: 'GET', url: `/api${profiles.list.path}`, headers })
    return [reply.statusCode, reply.json().total]
  }
  // The first one caches the caller; the others are pipelined.
  expect([await ask(), await ask(), await ask()]).toEqual([
    [200, 0],
    [200, 0],
    [200, 0],
  ])
  const { rows } = await readPool.query('select name from pg_prepared_statements')
  expect(rows).toEqual([])
  const { rows: after } = await readPool.query("select current_setting('enable_seqscan') as scans")
  expect(after).toEqual([{ scans: 'on' }])
  await app.close()
  await readPool.end()
})
