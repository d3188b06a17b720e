import type { Answer, Endpoint, Sent } from '@ruam/contract/platform/endpoint.ts'
import type { Random } from '../../tools/random.ts'
import { type TestStore, testServer } from '../testing/store.testing.ts'

// World of a random history: a store with one of everything, and its calls.

export interface Scene {
  store: TestStore
  random: Random
  field: number
  type: number
  labels: number[]
  /** Each looks at none but those before it. */
  segments: number[]
  /** Bulk changes, merges, and runs with their data sources, to be taken back. */
  bulks: number[]
  merges: number[]
  runs: { id: string; run_id: string }[]
  faults: string[]
}

/** Thrown by an act that a call refused: the others have made it impossible. */
export class Refused extends Error {}

/** Refusals of who comes while an import, its undo or a bulk change is at work. */
const LATER = new Set(['profile_locked', 'pipeline_busy'])
const TRIES = 100
const PAUSE_MS = 50

export async function send<E extends Endpoint>(
  { store, faults }: Scene,
  endpoint: E,
  sent: Sent<E>,
): Promise<Answer<E>> {
  for (let tries = 1; ; tries++) {
    const { status, body } = await store.try(endpoint, ...([sent] as never))
    if (status < 300) return body
    if (status >= 500 || body.error === 'invalid_input')
      faults.push(`${endpoint.method} ${endpoint.path} answered ${status}: ${JSON.stringify(body)}`)
    if (!LATER.has(body.error ?? '') || tries === TRIES) throw new Refused()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

export const byId = (id: number) => ({ params: { id: String(id) } })

/** Some people, in any order; now and then also such as were deleted or merged. */
export async function anybody({ store, random }: Scene, most = 1): Promise<number[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    'select id from profile where store_id = $1 and ($2 or deleted_at is null and merged_into is null) order by id',
    [store.storeId, random.chance(0.2)],
  )
  if (rows.length < Math.min(most, 2)) throw new Refused()
  return random.shuffle(rows.map(({ id }) => id)).slice(0, most)
}
