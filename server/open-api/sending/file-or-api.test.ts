import type { ItemResult } from '@ruam/contract/imports/items.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { expect, test } from 'vitest'
import { type Random, randomOf } from '../../../tools/random.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

const FILES = Number(process.env.SENT_FILES ?? 2)
const SEED = Number(process.env.SENT_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261126))
const ROWS = Number(process.env.SENT_ROWS ?? 60)
/** Half as many people as rows: most come twice. */
const PEOPLE = ROWS / 2
/** Items per request. */
const ITEMS = 1000

const WORKPLACE = systemFields.find(({ name }) => name === 'workplace')!.id

/** Fields of the rows, with their headers and ids. */
const columns = [
  ['firstName', 'ชื่อ', 1],
  ['lastName', 'นามสกุล', 2],
  ['phone', 'เบอร์โทร', 9],
  ['email', 'อีเมล', 11],
  ['workplace', 'ที่ทำงาน', WORKPLACE],
] as const

type Row = (string | undefined)[]

const given = ['สมชาย', 'สมหญิง', 'วิชัย', 'กัญญา', 'ประเสริฐ', 'มาลี']
const family = ['ใจดี', 'มั่งมี', 'ศรีสุข', 'ทองคำ']

const nothings = ['-', 'N/A', 'ไม่มี', 'null', 'none', '.', ' ']

/** Some rows of each person, some of whom share a phone; a few values are missing, fillers, wrong or another person's. */
function rowsOf(random: Random): Row[] {
  return Array.from({ length: ROWS }, () => {
    const person = random.below(PEOPLE)
    const contact = random.chance(0.06) ? random.below(PEOPLE) : person
    const phone = random.chance(0.04)
      ? random.pick(['ไม่ทราบเบอร์', '0999999999', '0987654321', ...nothings])
      : `08155${String(contact % (PEOPLE - 2)).padStart(5, '0')}`
    const email = random.chance(0.1)
      ? random.pick(['guest@example.com', 'noreply@example.com', 'ไม่มีเมล', ...nothings])
      : `p${contact}@example.com`
    return [
      given[person % given.length]!,
      random.chance(0.9) ? family[Math.floor(person / given.length) % family.length] : undefined,
      random.chance(0.85) ? phone : undefined,
      random.chance(0.5) ? email : undefined,
      random.chance(0.3) ? `สาขา ${random.below(9)}` : undefined,
    ]
  })
}

/** Statuses of the rows of a run; one that waits for an answer is accepted from a program. */
async function statusesOf({ storeId }: TestStore, run: string): Promise<string[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ status: string }>(
    `select case when error ->> 'failure' = 'maybe_somebody_else' then 'accepted' else status end as status
     from run_record where store_id = $1 and run = (select id from run where store_id = $1 and run_id = $2) order by record_no`,
    [storeId, run],
  )
  return rows.map(({ status }) => status)
}

async function byFile(store: TestStore, rows: readonly Row[], name: string) {
  const lines = [columns.map(([, header]) => header), ...rows.map((row) => row.map((cell) => cell ?? ''))]
  const { real } = await importFile(store, `${lines.map((line) => line.join()).join('\n')}\n`, { name, keys: [9, 11] })
  return statusesOf(store, real)
}

const itemOf = (row: Row) =>
  Object.fromEntries(row.flatMap((cell, n) => (cell === undefined ? [] : [[columns[n]![0], cell]])))

/** Sends items in as many requests as it takes, and returns their statuses. */
async function sendAll(credential: string, path: string, items: readonly object[], dry = false): Promise<string[]> {
  const statuses: string[] = []
  for (let from = 0; from < items.length; from += ITEMS) {
    const headers: Record<string, string> = dry ? { 'ruam-dry-run': 'true' } : {}
    const { body } = await callAs<{ results: ItemResult[] | null; receipt_id: number }>(
      ...([credential, 'POST', path, { items: items.slice(from, from + ITEMS) }, headers] as const),
    )
    const results = body.results ?? (await resultsOf(credential, body.receipt_id))
    statuses.push(...results.map(({ status }) => status))
  }
  return statuses
}

const resultsOf = (credential: string, receipt: number) =>
  until(
    async () => (await callAs<{ results: ItemResult[] | null }>(credential, 'GET', `receipts/${receipt}`)).body.results,
  )

async function byApi(credential: string, rows: readonly Row[], dry: boolean) {
  const items = rows.map((row) => ({ values: itemOf(row) }))
  return sendAll(credential, 'profiles/batch', items, dry)
}

async function byConnector(store: TestStore, rows: readonly Row[]) {
  const example = Object.fromEntries(
    columns.map(([name], n) => [name, ['ก', 'ข', '0815559999', 'a@example.com', 'ค'][n]!]),
  )
  const { id, fields } = await store.call(connectors.create, { body: { name: 'ตัวเชื่อม', example } })
  const mapping = columns.map(([name, , destination_id]) => ({
    source_schema_id: fields.find(({ path }) => path === name)!.id,
    ...{ destination_id, destination_type: 'system_profile' as const },
  }))
  const params = { id: String(id) }
  await store.call(connectors.putMapping, { params, body: { mapping, match: { keys: [9, 11], mode: 'both' } } })
  const { credential } = await newCredential(store)
  return sendAll(credential, `connectors/${id}/records`, rows.map(itemOf))
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

test(`the same rows have the same result by file, by API and by connector, and a dry run predicts it (SENT_SEED=${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  for (let n = 0; n < FILES; n++) {
    // New stores: a file also recognises rows of earlier files, and what most of its rows contradict.
    const [filed, sent, connected] = [await newStore(), await newStore(), await newStore()]
    const rows = rowsOf(randomOf(SEED + n))
    const statuses = await byFile(filed, rows, `ไฟล์ ${n}`)
    const { credential } = await newCredential(sent)
    // More would need the results of the requests before.
    const dry = ROWS <= ITEMS ? await byApi(credential, rows, true) : statuses
    expect(await byApi(credential, rows, false)).toEqual(statuses)
    expect(dry).toEqual(statuses)
    expect(await byConnector(connected, rows)).toEqual(statuses)
    const inFile = await people(filed)
    expect(await people(sent)).toEqual(inFile)
    expect(await people(connected)).toEqual(inFile)
  }
})
