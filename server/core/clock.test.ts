import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endSharedServer } from '../testing/store.testing.ts'
import { EXTEND_MS, isHour, LEASE_MS, type Leases, startClock, type TimedWork } from './clock.ts'

beforeAll(endSharedServer)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => expect.unreachable()
const HOUR_MS = 3_600_000

/** Hourly work that counts how often it is begun. */
function counted(work: () => Promise<void> = async () => {}, rest: Partial<TimedWork> = {}) {
  const seen = { begun: 0, signal: undefined as AbortSignal | undefined }
  const timed: TimedWork = {
    name: 'counting',
    everyMs: HOUR_MS,
    ...rest,
    work(signal) {
      seen.begun++
      seen.signal = signal
      return work()
    },
  }
  return { seen, timed }
}

test('work runs when the process starts, then on schedule, and never after it has stopped', async () => {
  const { seen, timed } = counted()
  const stop = startClock([timed], never)
  expect(seen.begun).toBe(1)
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(seen.begun).toBe(3)
  await stop()
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(seen.begun).toBe(3)
})

test('work that fails is reported by its name and done again at its next time; the others go on', async () => {
  const failing = counted(() => Promise.reject(new Error('no room')))
  const other = counted()
  const reported: unknown[] = []
  const stop = startClock([failing.timed, other.timed], (error, name) =>
    reported.push([name, (error as Error).message]),
  )
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(reported).toEqual([
    ['counting', 'no room'],
    ['counting', 'no room'],
  ])
  expect(other.seen.begun).toBe(2)
  await stop()
})

test('work that takes longer than its interval does not overlap with itself', async () => {
  let end = () => {}
  const slow = counted(() => new Promise<void>((resolve) => (end = resolve)))
  const stop = startClock([slow.timed], never)
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS)
  expect(slow.seen.begun).toBe(1)
  end()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(slow.seen.begun).toBe(2)
  end()
  await stop()
})

test('stopping aborts running work and waits for its end', async () => {
  let end = () => {}
  const slow = counted(() => new Promise<void>((resolve) => (end = resolve)))
  const stop = startClock([slow.timed], never)
  let stopped = false
  const stopping = stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect([slow.seen.signal!.aborted, stopped]).toEqual([true, false])
  end()
  await stopping
})

test('the hour of some work is one of the clock of this machine, or none', () => {
  const at = (hour: number) => new Date(2026, 0, 1, hour, 30)
  expect([isHour({ hour: 3 }, at(3)), isHour({ hour: 3 }, at(4)), isHour({ hour: null }, at(3))]).toEqual([
    true,
    false,
    false,
  ])
  expect(isHour({}, at(4))).toBe(true)
})

test('work of an hour is looked at all day and done in that hour alone', async () => {
  vi.setSystemTime(new Date(2026, 0, 1, 1, 30))
  const nightly = counted(undefined, { hour: 3 })
  const stop = startClock([nightly.timed], never)
  expect(nightly.seen.begun).toBe(0)
  await vi.advanceTimersByTimeAsync(24 * HOUR_MS)
  expect(nightly.seen.begun).toBe(1)
  await stop()
})

test('all scheduled work that a feature declares is started with the server', () => {
  const server = fileURLToPath(new URL('..', import.meta.url))
  const read = (file: string) => readFileSync(`${server}/${file}`, 'utf8')
  const files = globSync('**/*.ts', { cwd: server }).filter((file) => !/node_modules|test/.test(file))
  const declared = files.flatMap((file) => [
    ...read(file).matchAll(/export (?:const|function) (\w+)(?:(?!\nexport )[^;])*?\): TimedWork/g),
  ])
  const names = declared.map(([, name]) => name)
  expect(names.length).toBeGreaterThan(5)
  const started = read('app/main.ts') + read('app/timed-work.ts')
  expect(names.filter((name) => !new RegExp(`\\b${name}\\(`).test(started))).toEqual([])
})

/** Leases of two processes, as the database keeps them. */
function sharedLeases() {
  const held = new Map<string, { by: number; until: number }>()
  const of = (by: number): Leases & { cut: boolean } => ({
    cut: false,
    async hold(names) {
      if (this.cut) throw new Error('no connection')
      const now = performance.now()
      return new Set(
        names.filter((name) => {
          const lease = held.get(name)
          if (lease && lease.by !== by && lease.until > now) return false
          held.set(name, { by, until: now + LEASE_MS })
          return true
        }),
      )
    },
    async giveBack() {
      for (const [name, lease] of held) if (lease.by === by) held.delete(name)
    },
  })
  return [of(1), of(2)] as const
}

describe('of two processes', () => {
  const twice = (rest: Partial<TimedWork> = {}) => [counted(undefined, rest), counted(undefined, rest)] as const

  test('one does the work, and the other takes over at once when it ends', async () => {
    const [leases, otherLeases] = sharedLeases()
    const [one, other] = twice()
    const stop = startClock([one.timed], never, leases)
    await vi.advanceTimersByTimeAsync(0)
    const stopOther = startClock([other.timed], never, otherLeases)
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
    expect([one.seen.begun, other.seen.begun]).toEqual([3, 0])
    await stop()
    await vi.advanceTimersByTimeAsync(EXTEND_MS)
    expect(other.seen.begun).toBe(1)
    await stopOther()
  })

  test('the other takes over within the time of a lease when one is lost, whose work is aborted', async () => {
    const [leases, otherLeases] = sharedLeases()
    const lost = counted(() => new Promise(() => {}))
    const other = counted()
    startClock([lost.timed], () => {}, leases)
    await vi.advanceTimersByTimeAsync(0)
    startClock([other.timed], never, otherLeases)
    leases.cut = true
    await vi.advanceTimersByTimeAsync(LEASE_MS + EXTEND_MS)
    expect([lost.seen.signal!.aborted, other.seen.begun]).toEqual([true, 1])
  })

  test('each does what every process does for itself', async () => {
    const [leases, otherLeases] = sharedLeases()
    const both = twice({ everyProcess: true })
    const stops = [startClock([both[0].timed], never, leases), startClock([both[1].timed], never, otherLeases)]
    expect(both.map(({ seen }) => seen.begun)).toEqual([1, 1])
    for (const stop of stops) await stop()
  })
})
