import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { useState } from 'react'
import { call, useRefresh } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useGo } from '../../../ui/route.tsx'
import { importing } from '../import-text.ts'
import { stageTarget } from '../stages.ts'

/**
 * The way back from a run that failed: its mapping is saved again, which makes the data source ready (product decisions
 * section 3), and tried again; the person looks at the preview before anything is written.
 */
export function useRunAgain(id: number) {
  const t = useWords(importing)
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const go = useGo()
  const start = async () => {
    setBusy(true)
    let step: 'getFailed' | 'updateFailed' | 'executeFailed' = 'getFailed'
    try {
      const params = { id }
      const { activityId, labels, mapping, match } = await call(dataSources.getMapping, { params })
      step = 'updateFailed'
      await call(dataSources.putMapping, { params, body: { activityId, labels, mapping, match } })
      step = 'executeFailed'
      await call(importRun.dryRun, { params })
      await refresh(dataSources.get)
      go(stageTarget('preview', id))
    } catch (error) {
      if (!isApiError(error)) throw error
      alerts.error(error.message, { title: t[step] })
    } finally {
      setBusy(false)
    }
  }
  return { start: () => void start(), busy }
}
