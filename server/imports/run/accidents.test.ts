import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { expect, test } from 'vitest'
import { type AccidentFile, accidentFiles } from '../../testing/imports/accident-files.testing.ts'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const ROWS = Number(process.env.ACCIDENT_ROWS ?? 350)
const PEOPLE = Math.ceil(ROWS / 2)
const CHOSEN = process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261124
const SEED = Number(process.env.ACCIDENT_SEED ?? CHOSEN)

interface Tally {
  rows: number
  wrong: number
  held: number
}

test(`by default no row of an accident-ridden file changes another person (ACCIDENT_SEED=${SEED})`, {
  timeout: 900_000,
}, async () => {
  const { store: content, files } = accidentFiles(SEED, PEOPLE, ROWS)
  const store = await newStore()
  const code = await store.call(profileFields.create, {
    body: { field_name: 'member_code', display_name: 'รหัสสมาชิก', data_type: 'String' },
  })
  const first = await importFile(store, content, { name: 'ลูกค้าทั้งหมด' })
  expect(first.stats).toMatchObject({ added: PEOPLE, failed: 0 })
  const owners = new Map<number, number>()
  for (const { no, id } of await recordsOf(store, first.real)) owners.set(id!, no - 1)

  const kinds = new Map<string, Tally>()
  const examples: string[] = []
  const again = { added: 0, updated: 0 }
  for (const [place, file] of files.entries()) {
    const run = await imported(file, `ไฟล์ ${place}`)
    for (const record of await recordsOf(store, run.real)) judge(file, place, record)
    const { stats } = await imported(file, `ไฟล์ ${place} อีกครั้ง`)
    again.added += stats.added
    again.updated += stats.updated
  }
  const all = [...kinds.values()]
  const sum = (pick: (tally: Tally) => number) => all.reduce((total, tally) => total + pick(tally), 0)
  const fair = files.flatMap(({ truth }) => truth).filter(({ accident }) => accident.same && !accident.hard).length
  const heldSame = [...kinds].reduce((total, [kind, { held }]) => total + (counted(kind) ? held : 0), 0)
  for (const [kind, { rows, wrong, held }] of [...kinds].sort(([a], [b]) => a.localeCompare(b)))
    if (process.env.ACCIDENT_SHOW) console.log(`${kind}: ${rows} rows, ${wrong} wrong, ${held} held`)
  for (const example of examples.slice(0, Number(process.env.ACCIDENT_SHOW ?? 20))) console.log(example)
  console.log(
    `${sum(({ rows }) => rows)} rows of ${kinds.size} kinds against ${PEOPLE} people: ${sum(({ wrong }) => wrong)} changed another ` +
      `person, ${heldSame} of ${fair} about the same person held back; again: added ${again.added}, updated ${again.updated}`,
  )
  expect(sum(({ wrong }) => wrong)).toBe(0)
  // A hundredth of few rows is chance.
  expect(heldSame).toBeLessThanOrEqual(Math.max(6, fair / 100))

  function judge({ truth, csv }: AccidentFile, place: number, { no, id, status, error, found }: Stored) {
    const { person, accident } = truth[no - 1]!
    const kind = `${accident.same ? (accident.hard ? 'hard' : 'same') : 'other'}: ${accident.name}`
    const tally = kinds.get(kind) ?? { rows: 0, wrong: 0, held: 0 }
    kinds.set(kind, tally)
    tally.rows++
    const line = () => `${kind}, file ${place} row ${no}: ${csv.split('\r\n')[no] ?? ''} ${JSON.stringify(error)} ${id}`
    if (status === 'added') owners.set(id!, person)
    else if (id !== null && owners.get(id) !== person) {
      tally.wrong++
      examples.push(`WRONG ${line()}`)
    } else if (status === 'conflict' && (found ?? []).some((one) => owners.get(one) === person)) {
      tally.held++
      if (counted(kind)) examples.push(`HELD ${line()}`)
    }
  }

  async function imported(file: AccidentFile, name: string) {
    const { id } = await createDataSource(store, file.csv, name)
    const { mapping, match } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
    return runMapping(store, id, { mapping, match: file.byCode ? { ...match, keys: [code.id] } : match })
  }
})

const counted = (kind: string) => kind.startsWith('same')

interface Stored {
  no: number
  id: number | null
  status: string
  error: unknown
  found: number[] | null
}

async function recordsOf(store: TestStore, run: string): Promise<Stored[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<Stored>(
    `select c.record_no as no, c.profile_id as id, c.status, c.error - 'name' as error,
       (select array_agg((e ->> 'id')::bigint) from jsonb_array_elements(c.error -> 'people') e) as found
     from run_record c join run r on r.store_id = c.store_id and r.id = c.run
     where c.store_id = $1 and r.run_id = $2 order by c.record_no`,
    [store.storeId, run],
  )
  return rows.map((row) => ({
    ...row,
    id: row.id === null ? null : Number(row.id),
    found: row.found?.map(Number) ?? null,
  }))
}
