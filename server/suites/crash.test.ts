import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { readPidFile } from '../database/postgres/process.ts'
import { exportMoments, playExports } from './crash-exports.ts'
import { type CrashMoment, playMoments } from './crash-moments.ts'
import { playSegments, segmentMoments } from './crash-segments.ts'
import { playFollowers } from './followers-crash.ts'
import { inboxMoments, playInbox } from './inbox-crash.ts'
import { ingestMoments, playIngest } from './ingest-crash.ts'
import { signIn } from './ruam-client.ts'
import { startRuam } from './ruam-process.ts'

const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)

async function nothingIsLost(moments: CrashMoment[]) {
  const outcomes = await playMoments(moments, { rows: 10_000, workers: 1 }, () => {})
  expect(outcomes.map(({ lost, doubled, differences }) => ({ lost, doubled, differences }))).toEqual(
    moments.map(() => ({ lost: 0, doubled: 0, differences: [] })),
  )
}

test(`an import loses and doubles nothing when the database is killed under it (CRASH_SEED=${seed})`, {
  timeout: 180_000,
}, async () => {
  const random = randomOf(seed)
  await nothingIsLost([{ phase: 'run', victim: 'postmaster', at: random.next() }])
})

test(`an import loses and doubles nothing when its worker, or the server of its dry run, is killed (CRASH_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 120_000,
}, async () => {
  const random = randomOf(seed)
  await nothingIsLost([
    { phase: 'run', victim: 'worker', at: random.next() },
    { phase: 'dry run', victim: 'server', at: random.next() },
  ])
})

test(`an undo loses and doubles nothing when everything is killed under it (CRASH_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 120_000,
}, async () => {
  await nothingIsLost([{ phase: 'undo', victim: 'everything', at: randomOf(seed).next() }])
})

test(`segments are correct soon after worker or database is killed in a calculation, and after concurrent writes (CRASH_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 120_000,
}, async () => {
  const random = randomOf(seed)
  const moments = [random.pick(segmentMoments(random, 2))]
  const outcomes = await playSegments({ seed, rows: 3000, moments, editMs: 2000 })
  expect(outcomes.map(({ faults }) => faults)).toEqual([[], []])
})

test(`an exported file is whole after worker, server and database are killed under it, and leaves nothing behind (CRASH_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 180_000,
}, async () => {
  const { outcomes, orphans } = await playExports({ rows: 15_000, moments: exportMoments(randomOf(seed), 4) })
  expect(outcomes.map(({ faults, status }) => [status, faults])).toEqual(outcomes.map(() => ['completed', []]))
  expect(orphans).toBe(0)
})

test(`every event of LINE is applied once when server, worker and database are killed under it (CRASH_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 180_000,
}, async () => {
  const outcomes = await playInbox({ moments: inboxMoments(randomOf(seed), 3), users: 60 })
  expect(outcomes.map(({ faults }) => faults)).toEqual([[], [], []])
})

test(`every friend of LINE's list is there once, with its name, when the worker is killed three times (CRASH_SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const { faults } = await playFollowers({ friends: 1500, random: randomOf(seed) })
  expect(faults).toEqual([])
})

test(`every item of programs is written once when server, worker and database are killed under it (CRASH_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 180_000,
}, async () => {
  const outcomes = await playIngest({ moments: ingestMoments(randomOf(seed), 3), requests: 90 })
  expect(outcomes.map(({ faults }) => faults)).toEqual([[], [], []])
})

test('everything starts again after a kill -9 of everything, and stops for good at the end', {
  tags: ['verify'],
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-crash-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const first = await startRuam(folder, { role: 'all' })
  const cluster = join(folder, 'postgres/cluster')
  process.kill((await readPidFile(cluster))!.pid, 'SIGKILL')
  await first.signal('SIGKILL')
  const second = await startRuam(folder, { role: 'all' })
  expect((await signIn(second.address)).token).toMatch(/^[\w-]{20,}$/)
  await second.signal('SIGTERM')
  expect(await readPidFile(cluster)).toBeUndefined()
})
