import { exposures } from '@ruam/contract/privacy/exposure.ts'
import { expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { buildExposures, type ExposureWorld, expectedOf, type Question } from './incidents.ts'

const INCIDENTS = Number(process.env.INCIDENTS ?? 12)
const SEED = Number(process.env.INCIDENT_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261129))
/** Incidents of a store. */
const EACH = 12

/** Returns what the calls answer, with the people of all pages. */
async function foundOf({ store }: ExposureWorld, { kind, id, from, to }: Question) {
  const query = { kind, id: String(id), from, to, limit: '100' }
  const { data, certain, possible } = await store.call(exposures.get, { query })
  return {
    certain: data.map(({ profile_id }) => profile_id).toSorted((a, b) => a - b),
    people: certain.people,
    fields: Object.fromEntries(certain.fields.map(({ id, people }) => [id, people])),
    possible: possible.people,
  }
}

test(`people and fields of ${INCIDENTS} incidents are those of a model, and none is certain and possible (INCIDENT_SEED=${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  await testServer()
  let [certain, possible] = [0, 0]
  for (let place = 0; place < INCIDENTS; place += EACH) {
    const seed = SEED + place
    const world = await buildExposures(seed, Math.min(EACH, INCIDENTS - place))
    for (const question of world.questions) {
      const found = await foundOf(world, question)
      expect(found, `INCIDENT_SEED=${seed} INCIDENTS=${EACH} ${JSON.stringify(question)}`).toEqual(
        expectedOf(world, question),
      )
      certain += found.people
      possible += found.possible
    }
  }
  console.log(`${INCIDENTS} incidents from seed ${SEED}, ${certain} certain and ${possible} possible people: 0 differ`)
})
