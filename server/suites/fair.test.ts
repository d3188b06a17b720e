import { setTimeout as sleep } from 'node:timers/promises'
import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { expect, test } from 'vitest'
import { bulk, newLabel } from '../testing/customers/profile-bulk.testing.ts'
import { jobOver } from '../testing/jobs.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'

// `npm run verify fair`: the large form of jobs/turns.test.ts, with the workers and the turns that people run.

const PEOPLE = Number(process.env.FAIR_PEOPLE ?? 0)
const FEW = 100

async function storeWith(people: number): Promise<TestStore> {
  const { admin } = await testServer()
  const store = await newStore()
  await admin.query("insert into profile (store_id, first_name) select $1, 'คน ' || n from generate_series(1, $2) n", [
    store.storeId,
    people,
  ])
  return store
}

const jobOf = (store: TestStore, id: number) => store.call(jobs.get, { params: { id: String(id) } })
const seconds = (from: string, to: string | null) => (Date.parse(to!) - Date.parse(from)) / 1000

test.skipIf(PEOPLE === 0)(
  `while two stores label ${PEOPLE.toLocaleString('en')} people each, small changes of a third one begin within a second and end within fifteen`,
  { timeout: 1_800_000 },
  async () => {
    const { admin } = await testServer()
    const third = await storeWith(FEW)
    const large = [await storeWith(PEOPLE), await storeWith(PEOPLE)]
    await admin.query('vacuum analyze profile')
    const long = await Promise.all(
      large.map(async (store) => {
        const action = { type: 'add_labels' as const, label_ids: [await newLabel(store)] }
        return { store, id: (await store.call(profileBulk.start, { body: { target: { filter: {} }, action } })).job_id }
      }),
    )
    const working = async () => Promise.all(long.map(({ store, id }) => jobOf(store, id)))
    while ((await working()).some(({ done }) => done === 0)) await sleep(100)
    const label = await newLabel(third)
    for (let round = 1; round <= 5; round++) {
      const made = await bulk(third, { filter: {} }, { type: 'add_labels', label_ids: [label] })
      const { job_id } = await third.call(jobs.undo, { params: { id: String(made.id) } })
      for (const job of [made, await jobOver(third, job_id)]) {
        const [begins, ends] = [seconds(job.created_at, job.started_at), seconds(job.created_at, job.finished_at)]
        console.log(`${job.kind}: began after ${begins.toFixed(2)} s, over after ${ends.toFixed(2)} s`)
        expect(job).toMatchObject({ status: 'completed', changed: FEW })
        expect(begins).toBeLessThan(1)
        expect(ends).toBeLessThan(15)
      }
      for (const { status } of await working()) expect(status).toBe('processing')
      await sleep(1500)
    }
    for (const { store, id } of long) {
      const job = await jobOver(store, id)
      expect(job).toMatchObject({ status: 'completed', done: PEOPLE, changed: PEOPLE, skipped: 0 })
      console.log(`${PEOPLE.toLocaleString('en')} people: ${seconds(job.created_at, job.finished_at).toFixed(0)} s`)
    }
  },
)
