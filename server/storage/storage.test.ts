import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { diskStorage, type Storage, StorageFull } from './storage.ts'

let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ruam-storage-'))
})
beforeEach(async () => {
  await rm(join(folder, '7'), { recursive: true, force: true })
  storage = diskStorage(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const kept = () => readdir(join(folder, '7')).catch(() => [])

test('a full disk is distinguished from other faults, and keeps no partial file', async () => {
  const filling = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })(),
  )
  await expect(storage.put(7, filling, 100)).rejects.toThrow(StorageFull)
  expect(await kept()).toEqual([])
})

test('a file being written is never old, however long its source stalls', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stall = Promise.withResolvers<void>()
  const putting = storage.put(
    7,
    Readable.from(
      (async function* () {
        yield Buffer.from('half')
        await stall.promise
        yield Buffer.from(' and half')
      })(),
    ),
    100,
  )
  const old = async () => {
    const found: string[] = []
    for await (const { keys } of storage.olderThan(Date.now() - 3_600_000)) found.push(...keys)
    return found
  }
  await expect.poll(kept).toHaveLength(1)
  await utimes(join(folder, '7', (await kept())[0]!), 0, 0)
  expect(await old()).toHaveLength(1)
  vi.advanceTimersByTime(600_000)
  await expect.poll(old).toEqual([])
  stall.resolve()
  expect((await putting).size).toBe(13)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a file deleted while being written is not reported as kept', async () => {
  const source = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      // The file is there once the first piece has been written.
      await rm(join(folder, '7', await vi.waitUntil(async () => (await kept())[0])))
      yield Buffer.from(' and half')
    })(),
  )
  await expect(storage.put(7, source, 100)).rejects.toThrow('ENOENT')
})
