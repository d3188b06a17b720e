import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useGo } from '../../../ui/route.tsx'
import { importing } from '../import-text.ts'
import { stageTarget } from '../stages.ts'
import type { MappingSent } from './mapping-draft.ts'

/** Saves a mapping, starts its dry run and goes on to the preview; without the right to run it is only saved. */
export function useSaveMapping(id: number, mayRun: boolean) {
  const c = useWords(common)
  const t = useWords(importing)
  const go = useGo()
  const put = useWrite(dataSources.putMapping, { quiet: true })
  const dryRun = useWrite(importRun.dryRun, { quiet: true })
  const save = async (body: MappingSent): Promise<boolean> => {
    try {
      await put.mutateAsync({ params: { id }, body })
      if (mayRun) await dryRun.mutateAsync({ params: { id } })
    } catch {
      return false
    }
    if (mayRun) go(stageTarget('preview', id))
    else alerts.success(c.saved)
    return true
  }
  return {
    save,
    saving: put.isPending || dryRun.isPending || dryRun.isSuccess,
    /** Why it was refused. */
    refusal: put.error
      ? `${t.updateFailed}: ${put.error.message}`
      : dryRun.error
        ? `${t.executeFailed}: ${dryRun.error.message}`
        : undefined,
  }
}
