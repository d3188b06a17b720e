import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../database/db.ts'
import { metricsText, startMetrics } from '../../metrics/metrics.ts'
import { readiness } from '../../metrics/ready.ts'
import { dueStep } from '../../testing/automations/due-step.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { databaseLeases } from '../../work/leases.ts'
import { watchServer } from './server.ts'

let store: TestStore
let end: () => Promise<void>
beforeAll(async () => {
  const { core } = await testServer({ alone: true })
  store = await newStore()
  await startMetrics({ version: '1', role: 'all' })
  end = watchServer(core)
})
afterAll(() => end())

test('a scrape shows queues, leases, runs, broadcasts and items of stores by number alone', async () => {
  const { admin } = await testServer()
  const { storeId } = store
  await admin.query("insert into lease values ('purge', gen_random_uuid(), now() - interval '30 seconds')")
  await admin.query(
    `insert into job (store_id, kind, status, request, total, done) values ($1, 'profile-edit', 'processing', '{}', 100, 25)`,
    [storeId],
  )
  await admin.query(
    `insert into pgboss.job (name, data, start_after) values ('export', '{"store_id": 1, "job": 1}', now() + interval '1 hour')`,
  )
  await dueStep(store)
  const text = await metricsText()
  expect(text).toMatch(/ruam_lease_overdue_seconds\{task="purge",server="1"\} 3\d\./)
  expect(text).toContain(`ruam_run_progress{store="${storeId}",kind="profile-edit"} 0.25`)
  expect(text).toContain('ruam_jobs{queue="export",state="later",server="1"} 1')
  expect(text).toContain('ruam_oldest_job_seconds{queue="export",server="1"} 0')
  expect(text).toContain('ruam_database_away{server="1"} 0')
  expect(text).toContain('ruam_dead_letters{server="1"} 0')
  expect(text).toContain('ruam_ingest_lag_seconds{server="1"} 0')
  expect(text).toContain('ruam_automation_waiting{server="1"} 1')
  expect(text).toMatch(/ruam_automation_lag_seconds\{server="1"\} 6\d\d\./)
  expect(text).toMatch(/ruam_pool_connections\{pool="calls",server="1",state="idle"\} \d/)
  expect(text).not.toMatch(/^ruam_backup_age_seconds \d/m)
  await admin.query("delete from pgboss.job where name = 'export'")
  await admin.query('delete from job where store_id = $1', [storeId])
})

test('tasks are overdue once the last worker has returned its leases, until a worker without them starts', async () => {
  const { core } = await testServer()
  const ended = databaseLeases(core.pool)
  await ended.hold(['audit-seal', 'backup'])
  await ended.giveBack()
  await end()
  end = watchServer(core)
  const text = await metricsText()
  for (const task of ['audit-seal', 'backup'])
    expect(text).toMatch(new RegExp(`ruam_lease_overdue_seconds\\{task="${task}",server="1"\\} \\d`))
  const next = databaseLeases(core.pool)
  expect(await next.hold(['audit-seal'])).toEqual(new Set(['audit-seal']))
  await end()
  end = watchServer(core)
  const later = await metricsText()
  expect(later).toContain('ruam_lease_overdue_seconds{task="audit-seal",server="1"} 0')
  expect(later).not.toContain('ruam_lease_overdue_seconds{task="backup"')
})

test('a scrape answers without the database, and says that it is away', async () => {
  const { core } = await testServer()
  await end()
  const nowhere = createPool('postgres://nobody@127.0.0.1:1/none')
  end = watchServer({ ...core, pool: nowhere, sessions: nowhere })
  const text = await metricsText()
  expect(text).toContain('ruam_database_away{server="1"} 1')
  expect(text).not.toContain('ruam_jobs{')
  expect(await readiness()).toMatchObject({ ready: false, parts: { database: 'It cannot be reached.' } })
  await nowhere.end()
})

test('a process that serves an older database is not ready', async () => {
  const { core, admin } = await testServer()
  await end()
  await admin.query("update migration set name = 'x' || name where name like '0355%'")
  end = watchServer(core)
  const older = await readiness()
  await admin.query("update migration set name = substr(name, 2) where name like 'x0355%'")
  expect([older.ready, older.parts.migrations]).toEqual([
    false,
    'The database is older than this version: restart Ruam, which updates it.',
  ])
  expect(await readiness()).toEqual({
    ready: true,
    parts: { database: 'ok', queue: 'ok', migrations: 'ok', storage: 'ok' },
  })
})
