import type { TestStore } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'

const PATIENCE_MS = 30_000
const busy = new Set<string | undefined>(['profile_locked', 'pipeline_busy'])

/** The store with calls that wait for the imports, undos and jobs that others have begun in it. */
export function patient(store: TestStore): TestStore {
  const call: TestStore['call'] = async (endpoint, ...sent) => {
    const end = Date.now() + PATIENCE_MS
    const { body } = await until(async () => {
      const { status, body } = await store.try(endpoint, ...sent)
      if (status < 300) return { body }
      if (busy.has(body.error) && Date.now() < end) return undefined
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${JSON.stringify(body)}`)
    })
    return body
  }
  return { ...store, call }
}
