import type pg from 'pg'
import type { Random } from '../../../tools/random.ts'
import { randomPerson, writePeople } from './random-people.testing.ts'
import { makeRandomDefinitions, makeRuns, type RandomStore } from './random-things.testing.ts'
import { DAY } from './random-values.testing.ts'

// Stores of random people with everything that a rule can test, in the database and as a model in memory.

const zones = ['Asia/Bangkok', 'America/New_York', 'Pacific/Kiritimati']

/** A store of random people, with values as imports and manual edits store them. */
export async function randomStore(
  admin: pg.Pool,
  storeId: number,
  random: Random,
  people: number,
): Promise<RandomStore> {
  const timeZone = random.pick(zones)
  const now = random.pick([
    '2024-02-28',
    '2024-02-29',
    '2025-02-28',
    '2025-03-01',
    '2025-12-31',
    '2026-03-08',
    '2026-11-01',
    '2026-11-22',
  ])
  const moment = Date.parse(now) + random.below(DAY)
  await admin.query('update store set time_zone = $2 where store_id = $1', [storeId, timeZone])
  const { ids, fields, properties } = await makeRandomDefinitions(admin, storeId)
  const runs = await makeRuns(admin, storeId, ids.sources)
  const store: RandomStore = {
    storeId,
    ids,
    timeZone,
    now: moment,
    fields,
    properties,
    runs: runs.counting,
    people: [],
  }
  let activity = 0
  const first = Number((await admin.query('select coalesce(max(id), 0) + 1 as id from profile')).rows[0].id)
  const firstActivity = Number((await admin.query('select coalesce(max(id), 0) + 1 as id from activity')).rows[0].id)
  for (let n = 0; n < people; n++) {
    const person = randomPerson(random, store, first + n, runs.all)
    for (const one of person.activities) one.id = firstActivity + activity++
    store.people.push(person)
  }
  await writePeople(admin, store)
  return store
}
