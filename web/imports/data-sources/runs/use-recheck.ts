import { importRun } from '@ruam/contract/imports/run.ts'
import { useWrite } from '../../../data/api.ts'
import { useGo } from '../../../ui/route.tsx'
import { stageTarget } from '../stages.ts'

/** Decides the file once more by what was answered, and shows what it would do now. */
export function useRecheck(id: number) {
  const go = useGo()
  const write = useWrite(importRun.dryRun)
  const start = async () => {
    // The screen that asked may be gone by then: the preview makes way for the progress.
    if (await write.mutateAsync({ params: { id } }).catch(() => undefined)) go(stageTarget('preview', id))
  }
  return { start: () => void start(), busy: write.isPending }
}
