import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { useRefresh, useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useConsentStart } from '../consents/use-consent-start.ts'
import { runs } from '../run-text.ts'
import type { RunDetail } from '../use-source.ts'

/** Starts the import of a preview, and names what it will write. */
export function useStartRun(id: number, run: RunDetail) {
  const t = useWords(runs)
  const refresh = useRefresh()
  const start = useWrite(importRun.run, { quiet: true })
  const consents = useConsentStart(run)
  const written = run.stats.added + run.stats.updated
  const begin = async () => {
    if (!(await consents.mayStart())) return
    start.mutate(
      { params: { id }, body: { runId: run.runId, confirmWithdrawals: run.withdrawsMany } },
      // The error may mean that another person has moved it on: refetches the data.
      { onError: () => void refresh(dataSources.get) },
    )
  }
  return {
    begin: () => void begin(),
    label: written === 0 ? (consents.label ?? t.nothingToImport) : t.startRun({ count: written }),
    isEmpty: written === 0 && consents.label === undefined,
    busy: start.isPending || start.isSuccess,
    error: start.error,
  }
}
