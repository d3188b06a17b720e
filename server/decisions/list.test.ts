import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBucket } from '../storage/bucket.ts'
import { bucketLists } from '../storage/bucket-lists.ts'
import { diskLists, type SideLists } from '../storage/side-lists.ts'
import { startS3Server } from '../testing/s3-server.testing.ts'
import type { Decision } from './kinds.ts'
import { pruneDecisions, readDecisions } from './list.ts'
import { decisionWriter } from './write.ts'

const KEY = 'a secret key for this test alone'
let folder: string
let lists: SideLists
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ruam-decisions-'))
  lists = diskLists(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const decision = (n: number, at = new Date(Date.now() + n).toISOString()): Decision => ({
  ...{ id: `id ${n}`, kind: 'credential_ended', store: 1, body: { credential: n }, at },
})
const path = () => join(folder, 'decisions')
const text = () => readFile(path(), 'utf8')
const read = (key = KEY) => readDecisions(lists, key, 1)
const refusal = (key?: string) =>
  read(key).then(
    () => 'read',
    (error: Error) => error.message,
  )

test('three processes that append at once lose no decision', async () => {
  const writers = [1, 2, 3].map(() => decisionWriter(diskLists(folder), KEY, 1))
  const all = Array.from({ length: 60 }, (_, n) => decision(n))
  await Promise.all(all.map((one, n) => writers[n % 3]!([one])))
  const { decisions, torn } = await read()
  expect([decisions.map(({ id }) => id), torn]).toEqual([all.map(({ id }) => id), 0])
})

test('a list in a bucket keeps what three processes append at once, and misses an object that was removed', async () => {
  const s3 = await startS3Server()
  try {
    const bucket = bucketLists(await openBucket(s3.settings))
    const writers = [1, 2, 3].map(() => decisionWriter(bucket, KEY, 1))
    const all = Array.from({ length: 12 }, (_, n) => decision(n))
    await Promise.all(all.slice(0, 6).map((one, n) => writers[n % 3]!([one])))
    await Promise.all(all.slice(6).map((one, n) => writers[n % 3]!([one])))
    const ids = async () => (await readDecisions(bucket, KEY, 1)).decisions.map(({ id }) => id)
    expect(await ids()).toEqual(all.map(({ id }) => id))
    await bucket.drop('decisions', (line) => line.includes('"id 5"'))
    await expect(ids()).rejects.toThrow(/lines are missing/)
  } finally {
    await s3.stop()
  }
})

test('a line that a crash cut off is dropped, also where another process wrote on', async () => {
  const [one, other] = [decisionWriter(lists, KEY, 1), decisionWriter(lists, KEY, 1)]
  await one([decision(1)])
  await one([decision(2)])
  await writeFile(path(), (await text()).slice(0, -20))
  await other([decision(3)])
  const { decisions, torn } = await read()
  expect([decisions.map(({ id }) => id), torn]).toEqual([['id 1', 'id 3'], 1])
})

test('a changed, missing or foreign line is refused with what to do', async () => {
  const write = decisionWriter(lists, KEY, 1)
  for (const n of [1, 2, 3]) await write([decision(n)])
  const whole = await text()
  await writeFile(path(), whole.replace('"credential":2', '"credential":9'))
  expect(await refusal()).toMatch(/a line was changed.*Put the list back/)
  await writeFile(
    path(),
    whole
      .split('\n')
      .filter((line) => !line.includes('"id 2"'))
      .join('\n'),
  )
  expect(await refusal()).toMatch(/lines are missing/)
  await writeFile(path(), whole)
  expect(await refusal('another secret key')).toMatch(/belongs to another secret key/)
  expect(await refusal()).toBe('read')
})

test('a changed byte anywhere is refused, or cuts off the newest line of a process', async () => {
  await decisionWriter(lists, KEY, 1)([decision(1), decision(2)])
  await decisionWriter(lists, KEY, 1)([decision(3), decision(4)])
  const whole = await text()
  const results = new Set<string>()
  for (let at = 0; at < whole.length; at += 3) {
    const changed = `${whole.slice(0, at)}${whole[at] === '#' ? '%' : '#'}${whole.slice(at + 1)}`
    const held = { ...lists, lines: async () => changed.split('\n').filter((line) => line !== '') }
    results.add(
      await readDecisions(held, KEY, 1).then(
        ({ decisions }) => decisions.map(({ id }) => id.at(-1)).join(''),
        () => 'refused',
      ),
    )
  }
  // The second chain names the end of the first, so that only its own newest line can be cut off.
  expect([...results].sort()).toEqual(['123', 'refused'])
})

test('a process whose clock is moved back keeps the order of its decisions', async () => {
  const write = decisionWriter(lists, KEY, 1)
  const hour = 3_600_000
  for (const [id, later] of [
    [1, 0],
    [2, -hour],
    [3, -2 * hour],
  ] as const)
    await write([{ ...decision(id), at: new Date(Date.now() + later).toISOString() }])
  expect((await read()).decisions.map(({ id }) => id)).toEqual(['id 1', 'id 2', 'id 3'])
})

test('the end of an earlier process is missed once another process has begun', async () => {
  await decisionWriter(lists, KEY, 1)([decision(1), decision(2)])
  await decisionWriter(lists, KEY, 1)([decision(3)])
  await writeFile(
    path(),
    (await text())
      .split('\n')
      .filter((line) => !line.includes('"id 2"'))
      .join('\n'),
  )
  expect(await refusal()).toMatch(/the last lines of a process are missing/)
})

test('a decision whose write failed half-way is written whole by the next', async () => {
  let isFull = false
  const flaky: SideLists = {
    ...lists,
    async add(name, lines) {
      if (!isFull) return lists.add(name, lines)
      await appendFile(path(), `\n${lines.slice(0, 30)}`)
      throw new Error('ENOSPC')
    },
  }
  const write = decisionWriter(flaky, KEY, 1)
  await write([decision(1)])
  isFull = true
  await expect(write([decision(2)])).rejects.toThrow('ENOSPC')
  isFull = false
  await write([decision(2)])
  const { decisions, torn } = await read()
  expect([decisions.map(({ id }) => id), torn]).toEqual([['id 1', 'id 2'], 1])
})

test('chains go 45 days after their last line, and the rest stays whole', async () => {
  const old = new Date(Date.now() - 50 * 86_400_000).toISOString()
  await lists.add('decisions', 'torn')
  const past = decisionWriter(lists, KEY, 1)
  await past([decision(1, old)])
  await decisionWriter(lists, KEY, 1)([decision(2)])
  await pruneDecisions(lists, KEY, 1, Date.now() + 46 * 86_400_000)
  expect(await read()).toMatchObject({ empty: true, torn: 1 })
})
