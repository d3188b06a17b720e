import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newStore, type TestStore, testServer } from '../core/store.testing.ts'
import { importFile } from '../data-sources/data-sources.testing.ts'
import { undone } from '../import-undo/import-undo.testing.ts'
import { scanWhole } from '../profile-duplicates/profile-duplicates.testing.ts'
import { readValues } from '../profiles/read-values.ts'

// Plans of work over many rows, made while the statistics know another store and nothing of this one: what then seems to be one row are
// all rows of the store, and to compare each of them with each row that is sought takes hours.

/** The plan of each statement that was done, by its text. */
const plans = new Map<string, string[]>()

const LARGE = /on (profile|profile_\w+|activity|run_record|raw_row)\b/

const file = (from: number, people: number) =>
  `ชื่อ,นามสกุล,เบอร์โทรศัพท์,อีเมล,ที่อยู่\n${Array.from({ length: people }, (_, n) => {
    const number = from + n
    return `คน${number},ที่${number % 17},08${String(10_000_000 + number)},p${number}@example.com,${number}/1 ถนน ${number % 30}`
  }).join('\n')}\n`

let store: TestStore

beforeAll(async () => {
  const { core, admin } = await testServer()
  const known = await newStore()
  await importFile(known, file(0, 2000))
  await readValues(core, known.storeId)
  await admin.query('analyze')
  store = await newStore()
})

afterAll(() => void vi.restoreAllMocks())

const depthOf = (line: string) => line.search(/\S/)

/** Whether all rows that a large table has of the store are compared with each other row, one by one. */
const comparesAll = (plan: readonly string[]) =>
  plan.some((line, place) => {
    if (!/Join Filter|-> {2}Materialize/.test(line)) return false
    const below = plan.slice(place + 1)
    const end = below.findIndex((next) => depthOf(next) < depthOf(line))
    return below
      .slice(0, end === -1 ? undefined : end)
      .some((scan, n) => LARGE.test(scan) && !/Index Cond: .* AND /.test(below[n + 1] ?? ''))
  })

/** Has each statement of this process explained before it is done, with its values. */
function explainAll() {
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
  const explained = /^\s*(with|select|insert|update|delete|merge)\b/i
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked, second] = args as [string | { text?: string; values?: unknown[] }, unknown]
    const text = typeof asked === 'string' ? asked : asked?.text
    if (text && explained.test(text) && LARGE.test(` on ${text.replaceAll(/\b(from|into|join|update)\b/g, 'on')}`)) {
      const values = typeof asked === 'string' ? (Array.isArray(second) ? second : []) : asked.values
      // Sent before it on the same connection, and so done before it in the same transaction; one that fails in it would end that.
      void (query.call(this, { text: `explain ${text}`, values }) as Promise<pg.QueryResult>)
        .then(({ rows }) =>
          plans.set(
            text,
            rows.map((row) => row['QUERY PLAN'] as string),
          ),
        )
        .catch(() => {})
    }
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query)
}

test('an import, its undo, the search for duplicates and the reading of values of a new store look up each row by its key', async () => {
  const { core } = await testServer()
  explainAll()
  const first = await importFile(store, file(0, 1500))
  await readValues(core, store.storeId, { rows: 700 })
  const second = await importFile(store, file(500, 1500), { name: 'อีกไฟล์' })
  await scanWhole(store)
  await readValues(core, store.storeId, { rows: 700 })
  await undone(store, second.id, second.real)
  expect(first.stats.added).toBe(1500)
  expect(plans.size).toBeGreaterThan(20)
  const compared = [...plans].filter(([, plan]) => comparesAll(plan))
  expect(compared.map(([text, plan]) => `${text}\n${plan.join('\n')}`)).toEqual([])
})
