import { setTimeout as sleep } from 'node:timers/promises'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { type Random, randomOf } from '../../../tools/random.ts'
import { field } from '../customers/profiles.testing.ts'
import { importFile } from '../imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../store.testing.ts'
import { label } from '../things/labels.ts'
import { until } from '../until.testing.ts'
import { newCredential } from './keys.testing.ts'
import { callAs } from './programs.testing.ts'

interface Profile {
  id: number
  values?: Record<string, unknown>
  labels?: unknown[]
  deleted?: true
  merged_into?: number
}

interface Page {
  data: Profile[]
  next_cursor: string
  has_more: boolean
}

/** Copies of customers by id, as a program keeps them. */
export type Copy = Map<number, string>

const WRITERS = 10
const IMPORTED = 40

/** Runs writers of every kind concurrently, until they have made so many calls. */
export async function runWriters(store: TestStore, key: string, seed: number, calls: number): Promise<void> {
  const labels = [await label(store), await label(store)]
  let made = 0
  const isOver = () => made >= calls
  await Promise.all(
    Array.from({ length: WRITERS }, (_, n) =>
      n === 0
        ? importAndUndo(store, randomOf(seed + n), isOver)
        : write({ store, key, labels, random: randomOf(seed * 100 + n), writer: n }, () => made++ >= calls),
    ),
  )
}

/** Runs the writers with a reader that pauses at random. Returns the reader's copy and a fresh read of the store. */
export async function playFeed(seed: number, calls: number): Promise<{ copy: Copy; store: Copy; changes: number }> {
  const store = await newStore()
  const key = (await newCredential(store)).credential
  let writing = true
  const random = randomOf(seed)
  const written = runWriters(store, key, seed, calls).then(() => {
    writing = false
  })
  const copy: Copy = new Map()
  let changes = 0
  let cursor: string | undefined
  const readOn = async () => {
    const page = await readPage(key, cursor, 1 + random.below(40))
    for (const profile of page.data) apply(copy, profile)
    changes += page.data.length
    cursor = page.next_cursor
    return page.has_more
  }
  while (writing) {
    await readOn()
    if (random.chance(0.3)) await sleep(random.below(150))
  }
  await written
  while (await readOn());
  return { copy, store: await readAnew(key), changes }
}

async function readPage(key: string, cursor: string | undefined, limit: number): Promise<Page> {
  const path = `profiles?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`
  const { status, body } = await callAs<Page>(key, 'GET', path)
  if (status !== 200) throw new Error(`The feed answered ${status}`)
  return body
}

function apply(copy: Copy, { id, values, labels, ...gone }: Profile) {
  if (gone.deleted || gone.merged_into !== undefined) copy.delete(id)
  else copy.set(id, JSON.stringify([values, labels]))
}

/** Reads all customers of the store. */
export async function readAnew(key: string): Promise<Copy> {
  const copy: Copy = new Map()
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await readPage(key, cursor, 1000)
    for (const profile of page.data) apply(copy, profile)
    cursor = page.next_cursor
    more = page.has_more
  }
  return copy
}

interface Writing {
  store: TestStore
  key: string
  labels: readonly number[]
  random: Random
  writer: number
}

/** Changes customers by all calls of people and programs. A refusal is part of the play: others hold or delete the same customers. */
async function write({ store, key, labels, random, writer }: Writing, isOver: () => boolean): Promise<void> {
  const { admin } = await testServer()
  const any = async () => {
    const { rows } = await admin.query<{ id: number }>(
      'select id from profile where store_id = $1 and merged_into is null order by random() limit 2',
      [store.storeId],
    )
    return rows.map(({ id }) => id)
  }
  const phone = () => `0818${writer}${String(random.below(300)).padStart(5, '0')}`
  for (let n = 0; !isOver(); n++) {
    const [one, other] = await any()
    const params = { id: String(one ?? 1) }
    const act = random.below(10)
    if (one === undefined || act < 2) {
      const fields = [
        { id: field.firstName, value: `ลูกค้า ${writer} ${n}` },
        { id: field.phone, value: phone() },
      ]
      await store.try(profiles.create, { body: { fields, label_ids: [] } })
    } else if (act < 4) {
      await callAs(key, 'POST', 'profiles', { values: { phone: phone(), workplace: `สาขา ${n}` } })
    } else if (act === 4) {
      const now = await store.try(profiles.get, { params })
      const fields = [{ id: field.firstName, value: `ใหม่ ${n}` }]
      if (now.status === 200)
        await store.try(profiles.update, { params, body: { fields, origin_time: now.body.updated_at } })
    } else if (act === 5) {
      await callAs(key, 'DELETE', `profiles/${one}`)
    } else if (act === 6) {
      await store.try(profiles.restore, { params })
    } else if (act === 7) {
      await store.try(profiles.addLabels, { params, body: { label_ids: [labels[n % 2]!] } })
    } else if (act === 8) {
      await callAs(key, 'DELETE', `profiles/${one}/labels/${labels[n % 2]}`)
    } else if (other !== undefined) await mergePair(store, one, other, random.chance(0.3))
  }
}

async function mergePair(store: TestStore, keep: number, gone: number, undone: boolean): Promise<void> {
  const pair = await store.try(profileDuplicates.create, { body: { profile_ids: [keep, gone] } })
  if (pair.status !== 200) return
  const merged = await store.try(profileDuplicates.merge, {
    params: { id: String(pair.body.id) },
    body: { keep, fields: [] },
  })
  if (undone && merged.status === 200)
    await store.try(profileDuplicates.undoMerge, { params: { id: String(merged.body.merge_id) } })
}

/** Imports files of new people, and undoes each second one. */
async function importAndUndo(store: TestStore, random: Random, isOver: () => boolean): Promise<void> {
  const { admin } = await testServer()
  for (let n = 0; !isOver(); n++) {
    const lines = Array.from(
      { length: IMPORTED },
      () => `จากไฟล์ ${n},08199${String(random.below(400)).padStart(5, '0')}`,
    )
    const { id, real } = await importFile(store, `ชื่อ,เบอร์โทร\n${lines.join('\n')}\n`, { name: `ไฟล์ ${n}` })
    if (n % 2 === 1) continue
    const params = { id: String(id), run_id: real }
    if ((await store.try(importUndo.undo, { params })).status === 200)
      await until(async () => {
        const { rows } = await admin.query<{ over: boolean }>(
          "select not exists (select from job where store_id = $1 and status in ('pending', 'processing')) as over",
          [store.storeId],
        )
        return rows[0]!.over
      })
  }
}
