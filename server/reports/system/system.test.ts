import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { system } from '@ruam/contract/reports/system.ts'
import { tutorial } from '@ruam/contract/reports/tutorial.ts'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { writeRequestCounts } from '../../http/request-counts.ts'
import { dueStep } from '../../testing/automations/due-step.testing.ts'
import { connectLine, testLine } from '../../testing/channels/line.testing.ts'
import { deadServer, mailsTo, sendingServer } from '../../testing/mail.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { waitingExport } from '../../testing/things/jobs.ts'
import { certificateState } from './certificate.ts'

beforeAll(() => testServer({ alone: true }))

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const report = () => store.call(system.get)
const partsOf = async () => (await report()).parts

test('shows parts of the installation to owners alone, and those of the store to whoever may change it', async () => {
  const parts = await partsOf()
  expect(parts.version).toMatchObject({ state: 'fine', facts: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) } })
  expect(parts.database!.facts).toMatchObject({ customers: 0, bytes: expect.any(Number) })
  expect(parts).toMatchObject({ certificate: { state: 'off' }, line: { state: 'off' }, mail: { state: 'off' } })
  const manager = await store.member(['store.store.edit'])
  const seen = (await manager.call(system.get)).parts
  expect(seen).toMatchObject({ certificate: null, disk: null, backup: null, version: null, jobs: { state: 'fine' } })
  expect(seen.database!.facts!.bytes).toBeNull()
  expect((await (await store.member(['store.store.read'])).try(system.get)).status).toBe(403)
})

test('counts requests and errors of the last 24 hours in this store alone, and deletes those of 30 days ago', async () => {
  const { core, admin } = await testServer()
  const other = await newStore()
  await other.call(tutorial.list)
  await admin.query('alter table tutorial_step rename to tutorial_away')
  const failed = await store.try(tutorial.list)
  await admin.query('alter table tutorial_away rename to tutorial_step')
  expect(failed.status).toBe(500)
  await store.call(tutorial.list)
  await writeRequestCounts(core.pool)
  const { hours } = await report()
  expect(hours).toHaveLength(24)
  const sum = (name: 'requests' | 'errors') => hours.reduce((total, hour) => total + hour[name], 0)
  expect([sum('requests'), sum('errors')]).toEqual([2, 1])
  await admin.query("insert into request_count values ($1, now() - interval '31 days', 1, 0)", [store.storeId])
  await core.pool.query('select auth.purge_counts()')
  const { rows } = await admin.query('select requests from request_count where store_id = $1', [store.storeId])
  expect(rows).toEqual([{ requests: 2 }])
})

test('the disk is full when an own database has used its room', async () => {
  const { config } = (await testServer()).core
  Object.assign(config, { databaseUrl: 'postgres://db.example/ruam', databaseMaxBytes: 1_000_000 })
  onTestFinished(() => void Object.assign(config, { databaseUrl: undefined, databaseMaxBytes: undefined }))
  expect((await partsOf()).disk).toMatchObject({ state: 'broken', facts: { free: 0, size: 1_000_000 } })
})

test('a backup needs action when it is older than two days, or its rehearsal failed, and names the oldest file', async () => {
  const { core, admin } = await testServer()
  const folder = await mkdtemp(join(tmpdir(), 'backups-'))
  core.config.backupFolder = folder
  onTestFinished(() => void Object.assign(core.config, { backupFolder: undefined }))
  expect((await partsOf()).backup).toMatchObject({ state: 'soon', facts: { newest: null, kept: 0 } })
  await admin.query("select auth.backup_made(now() - interval '3 days')")
  await writeFile(join(folder, 'ruam-20261101T021000Z-0c5f6b88.backup'), '')
  await writeFile(join(folder, 'ruam-20261124T021000Z-0c5f6b88.backup'), '')
  const facts = { oldest: '2026-11-01T02:10:00Z', kept: 2, rehearsal: null }
  expect((await partsOf()).backup).toMatchObject({ state: 'now', facts })
  await admin.query('select auth.backup_made(now())')
  expect((await partsOf()).backup).toMatchObject({ state: 'fine', facts })
  await admin.query("select auth.rehearsal_ended(false, now(), 40, '{}')")
  expect((await partsOf()).backup).toMatchObject({ state: 'now', facts: { rehearsal: { passed: false, seconds: 40 } } })
  await admin.query("select auth.rehearsal_ended(true, now(), 360, '{}')")
  expect((await partsOf()).backup).toMatchObject({ state: 'fine', facts: { rehearsal: { passed: true } } })
})

test('background work is stuck when a job waits for five minutes and nothing works', async () => {
  const { admin } = await testServer()
  const id = await waitingExport(store)
  const jobs = async () => (await partsOf()).jobs!
  expect(await jobs()).toMatchObject({ state: 'fine' })
  await admin.query("update job set created_at = now() - interval '6 minutes' where store_id = $1", [store.storeId])
  const { state, facts } = await jobs()
  const queue = { kind: 'export', waiting: 1, working: 0 }
  expect({ state, queue: facts!.queues.find(({ kind }) => kind === 'export') }).toMatchObject({
    state: 'broken',
    queue,
  })
  await admin.query("update job set status = 'processing', total = 4, done = 1 where store_id = $1 and id = $2", [
    ...[store.storeId, id],
  ])
  const working = (await jobs()).facts!.queues.find(({ kind }) => kind === 'export')
  expect(working).toMatchObject({ waiting: 0, working: 1, progress: 0.25, waited: null })
})

test('steps of automations that are due wait in a queue of their own', async () => {
  const { admin } = await testServer()
  const id = await dueStep(store)
  const { state, facts } = (await partsOf()).jobs!
  const queue = facts!.queues.find(({ kind }) => kind === 'automation')
  expect({ state, queue }).toMatchObject({ state: 'broken', queue: { waiting: 1, working: 0 } })
  expect(queue!.waited).toBeGreaterThanOrEqual(600)
  await admin.query("update automation set status = 'paused' where store_id = $1 and id = $2", [store.storeId, id])
  expect((await partsOf()).jobs!.facts!.queues).toContainEqual(
    expect.objectContaining({ kind: 'automation', waiting: 0 }),
  )
})

test('a LINE account whose keys are refused is named by its fault', async () => {
  const { state } = await testLine()
  const { id } = (await connectLine(store)).account
  expect((await partsOf()).line).toMatchObject({ state: 'fine', facts: { accounts: 1, working: 1, fault: null } })
  state.faults.push({
    path: '/v2/oauth/accessToken',
    kind: 'answer',
    status: 400,
    text: '{"error":"invalid_client"}',
    times: 9,
  })
  state.faults.push({ path: '/v2/bot/info', kind: 'answer', status: 401, text: '{"message":"no"}', times: 9 })
  await store.call(lineOa.check, { params: { id: String(id) }, body: {} })
  state.faults.length = 0
  const { line } = await partsOf()
  expect(line).toMatchObject({ state: 'broken', facts: { accounts: 1, working: 0 } })
  expect(line!.facts!.fault).not.toBeNull()
})

test('mail is broken when its server does not answer', async () => {
  const { core } = await testServer()
  onTestFinished(() => void Object.assign(core.config, { mail: undefined }))
  await sendingServer()
  expect((await partsOf()).mail).toMatchObject({ state: 'fine', facts: { failure: null, today: 0, last: null } })
  core.config.mail!.smtpUrl = await deadServer()
  expect((await partsOf()).mail).toMatchObject({ state: 'broken', facts: { failure: 'unreachable' } })
})

test('sends the report to the administrator once in ten minutes, if their address is known', async () => {
  const { core } = await testServer()
  onTestFinished(() => void Object.assign(core.config, { mail: undefined, operatorEmail: undefined }))
  expect(await store.call(system.send)).toEqual({ result: 'no_address' })
  const box = await sendingServer()
  core.config.operatorEmail = 'operator@example.com'
  expect((await report()).operator).toBe(true)
  expect(await store.call(system.send)).toEqual({ result: 'sent' })
  expect(await store.call(system.send)).toEqual({ result: 'sent_before' })
  const [mail] = await mailsTo(box, 'operator@example.com')
  expect(mail!.text).toContain('ฐานข้อมูล: ปกติ')
  expect(mail!.text).toContain('Email: Normal')
  await expect.poll(async () => (await partsOf()).mail!.facts).toMatchObject({ today: 1, last: expect.any(String) })
})

test('a part that fails or takes longer than two seconds is unknown, and the others are shown', {
  tags: ['verify'],
}, async () => {
  const { admin } = await testServer()
  const blocker = await admin.connect()
  await admin.query('alter table segment rename to segment_away')
  await blocker.query('begin; lock table profile_total in access exclusive mode')
  const parts = await partsOf()
  await blocker.query('rollback')
  blocker.release()
  await admin.query('alter table segment_away rename to segment')
  const unknown = { state: 'unknown', facts: null }
  expect(parts).toMatchObject({ jobs: unknown, database: unknown, line: { state: 'off' }, version: { state: 'fine' } })
})

test('reads the certificate of the public address', async () => {
  const { config } = (await testServer()).core
  const pem = readFileSync(new URL('certificate.testing.pem', import.meta.url))
  const server = createServer({ key: pem, cert: pem })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  config.publicUrl = `https://127.0.0.1:${port}`
  onTestFinished(() => {
    config.publicUrl = undefined
    server.close()
  })
  const { certificate } = await partsOf()
  expect(certificate).toMatchObject({ state: 'now', facts: { host: `127.0.0.1:${port}`, trusted: false } })
  expect(Date.parse(certificate!.facts!.ends!)).toBeGreaterThan(Date.parse('2120-01-01'))
  config.publicUrl = 'https://127.0.0.1:1'
  expect((await partsOf()).certificate).toEqual({ state: 'unknown', facts: null })
})

test.each([
  [-1, true, 'broken'],
  [10, true, 'now'],
  [20, true, 'soon'],
  [40, true, 'fine'],
  [40, false, 'now'],
])('a certificate with %i days left, trusted: %s, is %s', (days, trusted, state) => {
  const now = new Date('2026-11-26T00:00:00Z')
  const ends = new Date(now.getTime() + days * 86_400_000).toISOString()
  expect(certificateState({ host: 'ruam.example', ends, trusted }, now)).toBe(state)
})
