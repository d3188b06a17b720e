import { preferences } from '@ruam/contract/customers/preferences.ts'
import { call, useRefresh } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'

/** Maximum stored dismissals; the oldest are dropped. */
const MOST_KEPT = 1000

async function dismiss(id: number) {
  const { datasourceContAlertDismiss: kept, updatedAt } = await call(preferences.get, {})
  if (kept.includes(id)) return
  const body = { datasourceContAlertDismiss: [...kept, id].slice(-MOST_KEPT), originTime: updatedAt }
  await call(preferences.put, { body })
}

/**
 * Keeps that a person does not want to be asked about an unfinished data source again. When they have saved something in
 * another tab meanwhile, what is kept is read again and the answer added once more. Throws ApiError.
 */
export function useDismiss() {
  const refresh = useRefresh()
  return async (id: number) => {
    await dismiss(id).catch((error) => {
      if (!isApiError(error, 'stale_edit')) throw error
      return dismiss(id)
    })
    await refresh(preferences.get)
  }
}
