import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { type TillFile, tillFiles } from '../../testing/imports/till-files.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

/** A store with the type that a new one is born with. */
async function shop(): Promise<{ store: TestStore; amount: number }> {
  const store = await newStore()
  const type = await store.call(activities.makePurchaseType)
  return { store, amount: type.fields.find(({ purpose }) => purpose === 'amount')!.id }
}

/** Purchases of a store and the people who made them. */
async function bought({ storeId }: TestStore, amount: number) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ purchases: number; customers: number; sum: number }>(
    `select count(*)::int as purchases, count(distinct profile_id)::int as customers, coalesce(sum((fields ->> $2)::numeric), 0)::float8 as sum
     from activity where store_id = $1`,
    [storeId, String(amount)],
  )
  return rows[0]!
}

async function suggested(store: TestStore, csv: string) {
  const { id } = await createDataSource(store, csv, 'ขายหน้าร้าน')
  return { id, ...(await store.call(dataSources.getMapping, { params: { id: String(id) } })).suggested }
}

async function importSuggested({ store, amount }: Awaited<ReturnType<typeof shop>>, { csv }: Pick<TillFile, 'csv'>) {
  const { id, ...body } = await suggested(store, csv)
  const { stats } = await runMapping(store, id, body)
  return { stats, ...(await bought(store, amount)) }
}

test.each(tillFiles)('the suggestion for a till file brings its purchases and their sum: $name', async (file) => {
  const { customers, purchases, sum } = await importSuggested(await shop(), file)
  expect({ customers, purchases, sum }).toEqual({ customers: file.customers, purchases: file.purchases, sum: file.sum })
})
