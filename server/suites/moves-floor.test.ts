// Durations of moves that nothing disturbs, next to a bare COPY of the same rows into tables with the same indexes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { makeStore } from '../testing/servers/scene.testing.ts'
import { secretKey, twoClusters } from '../testing/servers/two-clusters.testing.ts'
import { bareCopy } from './bare-copy.ts'
import { startMover } from './mover.ts'

test('a small and a large store move there and back, and the time is printed next to a bare COPY', {
  tags: ['verify'],
  timeout: 600_000,
}, async () => {
  const { one, two } = await twoClusters({ fsync: 'off' })
  for (const { admin } of [one, two])
    await admin.query(
      'alter role ruam_owner replication bypassrls; grant pg_create_subscription to ruam_owner; grant set on parameter session_replication_role to ruam_owner',
    )
  const folder = await mkdtemp(join(tmpdir(), 'ruam-floor-'))
  atEndOfFile(() => rm(folder, { recursive: true, force: true }))
  const env = {
    RUAM_DATA: folder,
    RUAM_SECRET_KEY: secretKey,
    DATABASE_URL: one.ownerUrl,
    DATABASE_URL_2: two.ownerUrl,
  }
  for (const customers of [200, 45_000]) {
    const storeId = await makeStore(one, customers)
    await one.admin.query(
      `insert into audit_log (store_id, action, subject_type, subject_id) select $1, 'noted', 'test', n::text from generate_series(1, $2) n`,
      [storeId, customers * 2],
    )
    for (const to of [2, 1]) {
      const [source, target] = to === 2 ? [one, two] : [two, one]
      const bare = await bareCopy(source, target, storeId)
      const start = performance.now()
      const mover = startMover(env, storeId, to)
      expect(await mover.over, mover.said()).toBe(0)
      const ms = performance.now() - start
      console.log(
        mover.said(),
        `${bare.rows} rows: ${Math.round(ms)} ms, bare COPY ${bare.ms} ms: ${(ms / bare.ms).toFixed(1)} times`,
      )
    }
  }
})
