import type { ItemResult } from '@ruam/contract/imports/items.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { expect, test } from 'vitest'
import { type Random, randomOf } from '../../../tools/random.ts'
import { importFile } from '../../imports/data-sources/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../platform/core/store.testing.ts'
import { newCredential } from '../keys.testing.ts'

const FILES = Number(process.env.SENT_FILES ?? 3)
const SEED = Number(process.env.SENT_SEED ?? Date.now() % 1_000_000)
const ROWS = 60

/** Fields of the rows, with their headers. */
const columns = [
  ['firstName', 'ชื่อ'],
  ['lastName', 'นามสกุล'],
  ['phone', 'เบอร์โทร'],
  ['email', 'อีเมล'],
  ['workplace', 'ที่ทำงาน'],
] as const

type Row = (string | undefined)[]

const given = ['สมชาย', 'สมหญิง', 'วิชัย', 'กัญญา', 'ประเสริฐ', 'มาลี']
const family = ['ใจดี', 'มั่งมี', 'ศรีสุข', 'ทองคำ']

/** A row of one of 30 people, some of whom share a phone; a few values are missing, wrong or another person's. */
function rowsOf(random: Random): Row[] {
  return Array.from({ length: ROWS }, () => {
    const person = random.below(30)
    const contact = random.chance(0.06) ? random.below(30) : person
    const phone = random.chance(0.04) ? 'ไม่ทราบเบอร์' : `08155${String(contact % 28).padStart(5, '0')}`
    return [
      given[person % given.length]!,
      random.chance(0.9) ? family[Math.floor(person / given.length) % family.length] : undefined,
      random.chance(0.85) ? phone : undefined,
      random.chance(0.5) ? `p${contact}@example.com` : undefined,
      random.chance(0.3) ? `สาขา ${random.below(9)}` : undefined,
    ]
  })
}

async function byFile(store: TestStore, rows: readonly Row[], name: string) {
  const lines = [columns.map(([, header]) => header), ...rows.map((row) => row.map((cell) => cell ?? ''))]
  const { id, real } = await importFile(store, `${lines.map((line) => line.join()).join('\n')}\n`, {
    name,
    keys: [9, 11],
  })
  const records = { params: { id: String(id), run_id: real }, query: { limit: '100' } }
  return (await store.call(importRun.records, records)).data.map(({ status }) => status)
}

async function byApi(store: TestStore, rows: readonly Row[], dry: boolean) {
  const { app } = await testServer()
  const { credential } = await newCredential(store)
  const items = rows.map((row) => ({
    values: Object.fromEntries(row.flatMap((cell, n) => (cell === undefined ? [] : [[columns[n]![0], cell]]))),
  }))
  const reply = await app.inject({
    ...{ method: 'POST', url: '/open-api/v1/profiles/batch', payload: { items } },
    headers: { authorization: `Bearer ${credential}`, ...(dry && { 'ruam-dry-run': 'true' }) },
  })
  return (reply.json().results as ItemResult[]).map(({ status }) => status)
}

async function people({ storeId }: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query(
    `select p.first_name, p.last_name, p.first_name_en, p.last_name_en, p.phone, p.email, p.workplace, p.custom,
       (select jsonb_agg(c.value order by c.field_id, c.value) from profile_contact c
        where c.store_id = p.store_id and c.profile_id = p.id) as contacts
     from profile p where p.store_id = $1 order by p.id`,
    [storeId],
  )
  return rows
}

test(`the same rows have the same result by file and by API, and a dry run predicts it (SENT_SEED=${SEED})`, {
  timeout: 600_000,
}, async () => {
  for (let n = 0; n < FILES; n++) {
    // New stores: a file also recognises rows of earlier files, and what most of its rows contradict.
    const [filed, sent] = [await newStore(), await newStore()]
    const rows = rowsOf(randomOf(SEED + n))
    const statuses = await byFile(filed, rows, `ไฟล์ ${n}`)
    const dry = await byApi(sent, rows, true)
    expect(await byApi(sent, rows, false)).toEqual(statuses)
    expect(dry).toEqual(statuses)
    expect(await people(sent)).toEqual(await people(filed))
  }
})
