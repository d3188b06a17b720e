import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { databaseNow, setDatabaseTime } from './now.ts'

afterEach(() => {
  setDatabaseTime(undefined)
  vi.useRealTimers()
})

test('the time is that of the database, even when the clock of this machine is changed', () => {
  setDatabaseTime(1_000_000, performance.now() - 500)
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  expect(databaseNow()).toBeGreaterThanOrEqual(1_000_500)
  expect(databaseNow()).toBeLessThan(1_060_000)
})

/** Files that need the clock of the machine: PostgreSQL's start, times of files, the log, the hour of nightly work. */
const OF_MACHINE = [
  ...[
    'database/postgres/',
    'storage/',
    'app/backup/',
    'app/backup-point.ts',
    'app/rehearsal/',
    'jobs/purge.ts',
    'core/log.ts',
    'core/clock.ts',
    'core/now.ts',
  ],
  // A year that limits what a cell may mean, and a process that was asleep.
  ...['formats/files/note-cells.ts', 'broadcasts/sending/send.ts'],
]

test('no other file of the server reads the clock of its machine', () => {
  const root = new URL('..', import.meta.url)
  const readers = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /(?<!\.test|\.testing)\.ts$/.test(path) &&
      !/^(suites|testing)\//.test(path) &&
      !OF_MACHINE.some((known) => path.startsWith(known)) &&
      /\bDate\.now\(|new Date\(\)/.test(readFileSync(new URL(path, root), 'utf8')),
  )
  expect(readers).toEqual([])
})
