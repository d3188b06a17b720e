import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isHour, startClock, type TimedWork } from './clock.ts'

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

test('work is done when the process starts, then at its times, and never after it has stopped', async () => {
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

test('work that takes longer than its pause is not begun beside itself', async () => {
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

test('stopping signals what is at work and waits for its end', async () => {
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

test('all work by the clock that a feature declares is started with the server', () => {
  const server = fileURLToPath(new URL('../..', import.meta.url))
  const read = (file: string) => readFileSync(`${server}/${file}`, 'utf8')
  const files = globSync('**/*.ts', { cwd: server }).filter((file) => !/node_modules|test/.test(file))
  const declared = files.flatMap((file) => [
    ...read(file).matchAll(/export (?:const|function) (\w+)(?:(?!\nexport )[^;])*?\): TimedWork/g),
  ])
  const names = declared.map(([, name]) => name)
  expect(names.length).toBeGreaterThan(5)
  const main = read('app/main.ts')
  expect(names.filter((name) => !new RegExp(`\\b${name}\\(`).test(main))).toEqual([])
})
