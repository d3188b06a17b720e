import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { expect, test } from 'vitest'
import { importAsClerk } from '../../testing/imports/clerk-import.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { IdentityStore, identityFiles } from '../../testing/imports/identity-files.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'

const ROWS = Number(process.env.QUESTION_ROWS ?? 450)
const SEED = Number(process.env.QUESTION_SEED ?? 54)

interface Waiting {
  no: number
  group: string
  former: string
  one_by_one: boolean
}

/** Counts the rows for which the best single answer of their group is wrong, and the answers that a clerk must give. */
function answered(
  rows: readonly (Waiting & { file: string; same: boolean; kind: string })[],
  groupOf: (row: Waiting) => string | null,
) {
  const groups = new Map<string, { same: number; other: number; kinds: string[] }>()
  let answers = 0
  for (const row of rows) {
    const group = groupOf(row)
    if (group === null) answers++
    else {
      const counts = groups.get(`${row.file} ${group}`) ?? { same: 0, other: 0, kinds: [] }
      counts[row.same ? 'same' : 'other']++
      counts.kinds.push(row.kind)
      groups.set(`${row.file} ${group}`, counts)
    }
  }
  const wrong = [...groups.values()].reduce((sum, { same, other }) => sum + Math.min(same, other), 0)
  return { wrong, answers: answers + groups.size, groups }
}

test(`one answer for a question is right for nearly all of its rows (QUESTION_SEED=${SEED})`, {
  tags: ['verify'],
  timeout: 900_000,
}, async () => {
  const generated = new IdentityStore(SEED, ROWS + Math.ceil(ROWS / 8))
  const files = identityFiles(generated, ROWS)
  const store = await newStore()
  const code = await store.call(profileFields.create, {
    body: { field_name: 'member_code', display_name: 'รหัสสมาชิก', data_type: 'String' },
  })
  await importFile(store, generated.csv, { name: 'ลูกค้าทั้งหมด' })
  const rows: Parameters<typeof answered>[0][number][] = []
  const { admin } = await testServer()
  for (const { name, csv, columns, key, truth } of files) {
    const column = key ? columns.indexOf('code') : -1
    const { run } = await importAsClerk(store, csv, { columns, ...(key && { code: { column, field: code.id } }) })
    const { real } = await run()
    const found = await admin.query<Waiting>(
      `select record_no as no, held_group as "group", held_group like '%:0' as one_by_one,
         concat(coalesce(c.error #>> '{doubts,0}', 'unsure'), ':', c.error #>> '{people,0,field}') as former
       from run_record c join run r on r.store_id = c.store_id and r.id = c.run
       where c.store_id = $1 and r.run_id = $2 and held_group is not null order by record_no`,
      [store.storeId, real],
    )
    for (const row of found.rows) {
      const { same, kind } = truth[row.no - 1]!
      rows.push({ ...row, file: name, same, kind })
    }
  }
  const before = answered(rows, ({ former }) => former)
  const now = answered(rows, ({ group, one_by_one }) => (one_by_one ? null : group))
  const said = `${rows.length} of ${ROWS} rows wait; one answer a question is wrong for ${now.wrong} (by the strongest doubt alone ${before.wrong}), ${now.answers} answers for ${files.length} files (${before.answers})`
  console.log(said)
  if (process.env.QUESTION_SHOW)
    for (const [group, { same, other, kinds }] of now.groups)
      if (Math.min(same, other) > 0) console.log(group, same, other, [...new Set(kinds)].join(' | '))
  expect(rows.length).toBeGreaterThan(ROWS / 20)
  expect(now.wrong, said).toBeLessThanOrEqual(rows.length / 10)
  expect(now.wrong, said).toBeLessThan((before.wrong * 2) / 3)
})
