import { SAMPLE_SOURCES } from '@ruam/contract/constants.ts'
import { dataSources } from '@ruam/contract/data-sources.ts'
import { call } from '../core/api.ts'
import { enterStore } from '../core/session.ts'

const LOOK_MS = 500
const LONGEST_MS = 30_000

/** Waits until the sample data of a new store is there; not for ever, for it is made behind the screens. Never throws. */
export async function sampleReady(storeId: number): Promise<void> {
  const until = Date.now() + LONGEST_MS
  try {
    await enterStore(storeId)
    while (Date.now() < until) {
      const { data } = await call(dataSources.list, { query: {} })
      if (data.length >= SAMPLE_SOURCES && data.every(({ status }) => status === 'success')) return
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  } catch {
    // The store's own screens say what is wrong.
  }
}
