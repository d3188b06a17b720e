import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { expect, test } from 'vitest'
import { compareGivenNames } from '../../formats/values/given-names.ts'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { peopleFile } from '../../testing/imports/people-files.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'

const ROWS = Number(process.env.PEOPLE_ROWS ?? 1500)
const SEED = Number(process.env.PEOPLE_SEED ?? 20261122)
/** Folder of real files, for `npm run verify people`: given names of one extend the generated people. */
const folder = process.env.RUAM_DATA_FILES

const realFile = () => readFileSync(join(folder!, 'thai-customers-composed.csv'), 'utf8')
const realNames = () =>
  [
    ...new Set(
      realFile()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[2] ?? ''),
    ),
  ].filter((name) => /^[ก-๎]{3,}$/.test(name))

test(`defaults merge no two people, and the same file changes no one again (PEOPLE_SEED=${SEED})`, {
  timeout: 900_000,
}, async () => {
  const file = peopleFile(SEED, ROWS, folder ? realNames() : [])
  const store = await newStore()
  await store.call(profileFields.create, {
    body: { field_name: 'truth', display_name: 'รหัสจริง', data_type: 'String' },
  })
  const first = await importSuggested(file.csv, 'ครั้งแรก')
  const { admin } = await testServer()
  const { rows } = await admin.query<{ no: number; id: number; who: number | null; found: number[] | null }>(
    `select c.record_no as no, c.profile_id as id, (p.custom ->> f.id::text)::int as who,
       (select array_agg((o.custom ->> f.id::text)::int) from jsonb_array_elements(c.error -> 'people') e
        join profile o on o.store_id = c.store_id and o.id = (e ->> 'id')::bigint) as found
     from run_record c join run r on r.store_id = c.store_id and r.id = c.run
     join profile_field f on f.store_id = c.store_id and f.field_name = 'truth'
     left join profile p on p.store_id = c.store_id and p.id = c.profile_id
     where c.store_id = $1 and r.run_id = $2 order by c.record_no`,
    [store.storeId, first.real],
  )
  const truthOf = (no: number) => file.truth[no - 1]!
  const merged = rows.filter(({ no, who }) => who !== null && who !== truthOf(no).person)
  const wrong = new Set(merged.map(({ no }) => no))
  // Names and birth dates in earlier rows, by profile.
  const shown = new Map<number, { name?: string; birth?: string }>()
  const blind = new Set<number>()
  const tainted = new Set<number>()
  for (const { no, id } of rows) {
    const before = shown.get(id) ?? {}
    const { shows } = truthOf(no)
    // Wrong matches mislead later rows.
    const birthDiffers = Boolean(shows.birth && before.birth) && shows.birth !== before.birth
    const differs = birthDiffers || compareGivenNames(shows.name ?? '', before.name ?? '') === 'different'
    if (wrong.has(no) && (tainted.has(id) || !differs)) {
      blind.add(no)
      tainted.add(id)
    }
    shown.set(id, { ...before, ...shows })
  }
  const seen = merged.filter(({ no }) => !blind.has(no))
  const met = new Set<number>()
  const again = rows.filter(({ no }) => met.size === met.add(truthOf(no).person).size)
  const heldSame = rows.filter(({ no, found }) => found?.includes(truthOf(no).person))
  // Neither sex nor birthday explains another surname, and a row without a name says nothing: both are to wait.
  const heldRight = heldSame.filter(({ no }) => !truthOf(no).married && truthOf(no).shows.name !== undefined)
  const heldOther = rows.filter(({ found }) => found !== null).length - heldSame.length
  const second = await importSuggested(file.csv, 'ครั้งที่สอง')
  console.log(
    `${ROWS} rows about ${file.people} people: ${seen.length} wrong merges that could be seen, ${merged.length - seen.length} ` +
      `with nothing to compare, or nearly namesakes; held back: ${heldOther} other people, ${heldRight.length} of ${again.length} who are the ` +
      `same; the same file again: added ${second.stats.added}, updated ${second.stats.updated}`,
  )
  for (const { no, who } of seen.slice(0, 20))
    console.log(`wrong: row ${no} ${file.csv.split('\n')[no]} went to ${who}`)
  const changed = await admin.query<{ no: number; changes: unknown }>(
    "select c.record_no as no, c.changes from run_record c join run r on r.store_id = c.store_id and r.id = c.run where c.store_id = $1 and r.run_id = $2 and c.status = 'updated' order by 1 limit 10",
    [store.storeId, second.real],
  )
  for (const { no, changes } of changed.rows)
    console.log(`updated again: row ${no} ${file.csv.split('\n')[no]} ${JSON.stringify(changes)}`)
  expect(seen.length).toBe(0)
  for (const { no } of heldRight.slice(0, 10)) console.log(`held: row ${no} ${file.csv.split('\n')[no]}`)
  expect(heldRight.length).toBeLessThanOrEqual(Math.max(2, again.length / 500))
  expect(second.stats).toMatchObject({ added: 0, updated: 0 })

  async function importSuggested(content: string, name: string) {
    const { id } = await createDataSource(store, content, name)
    const { mapping, match } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
    const truth = mapping.map((row) => (row.source_schema_id === '7' ? { ...row, overwrite: 'never' as const } : row))
    return runMapping(store, id, { mapping: truth, match })
  }
})

test.skipIf(!folder)(
  'the composed Thai file changes no one when it is imported again',
  { timeout: 300_000 },
  async () => {
    const store = await newStore()
    const first = await importFile(store, realFile(), { name: 'ครั้งแรก' })
    const second = await importFile(store, realFile(), { name: 'ครั้งที่สอง' })
    console.log('composed Thai file:', first.stats, second.stats)
    expect(second.stats).toMatchObject({ added: 0, updated: 0 })
  },
)
