import { type Preference, preferences } from '@ruam/contract/customers/preferences.ts'
import { call, usePatch, useRead } from '../../../data/api.ts'
import type { Camel } from '../../../data/camel.ts'
import { isApiError } from '../../../data/request.ts'
import { alerts } from '../../../ui/alerts.ts'

type Own = Camel<Preference>
type Change = Partial<Pick<Own, 'profileListColumn' | 'profileViewId' | 'profileViewOrder' | 'dashboardSegments'>>

/** Changes waiting for the previous save, whose version they need. */
let waiting: Change = {}
let saving = false

async function put(change: Change, originTime: string | null): Promise<Own> {
  try {
    return await call(preferences.put, { body: { ...change, originTime } })
  } catch (error) {
    if (!isApiError(error, 'stale_edit')) throw error
    // Another tab has saved meanwhile: once more, over that.
    const { updatedAt } = await call(preferences.get, {})
    return call(preferences.put, { body: { ...change, originTime: updatedAt } })
  }
}

/** Settings of the person in this store; changes show at once and are saved in the background. */
export function useOwnPreference() {
  const read = useRead(preferences.get, {}, { staleTime: 60_000 })
  const patch = usePatch(preferences.get, {})
  const { refetch } = read
  const save = (change: Change) => {
    waiting = { ...waiting, ...change }
    patch((own) => ({ ...own, ...change }))
    if (saving) return
    saving = true
    void saveAll().finally(() => {
      saving = false
    })
  }
  const saveAll = async () => {
    let origin = read.data?.updatedAt ?? null
    while (Object.keys(waiting).length > 0) {
      const change = waiting
      waiting = {}
      try {
        const saved = await put(change, origin)
        origin = saved.updatedAt
        patch(() => ({ ...saved, ...waiting }))
      } catch (error) {
        waiting = {}
        if (isApiError(error)) alerts.error(error.message)
        await refetch()
        return
      }
    }
  }
  return { own: read.data, settled: read.data !== undefined || read.error !== null, save }
}
