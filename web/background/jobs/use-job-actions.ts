import { jobDefinitions, jobs } from '@ruam/contract/jobs.ts'
import type { JobDefinition } from '@ruam/contract/platform/job.ts'
import { mayOpen } from '@ruam/contract/platform/permissions.ts'
import { useWrite } from '../../data/api.ts'
import { useSession } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { jobText } from './text.ts'
import { isActive, type JobView } from './use-job.ts'
import { watchJob } from './watch-job.ts'

/** Permitted actions on a job: cancel while active, undo afterwards. */
export function useJobActions(job: JobView) {
  const t = useWords(jobText)
  const { user, store } = useSession()
  const confirm = useConfirm()
  const cancel = useWrite(jobs.cancel)
  const undo = useWrite(jobs.undo)
  const definition: JobDefinition = jobDefinitions[job.kind]
  const params = { id: job.id }
  const mine = job.author !== null && job.author.id === user?.id
  return {
    mayStop: isActive(job) && definition.cancellable && (mine || mayOpen(store?.rights, definition.permissions)),
    stopping: cancel.isPending || cancel.isSuccess,
    async stop() {
      const text = definition.undoneBy ? t.stopTextUndo : t.stopText
      const question = { title: t.stopTitle, text, yes: t.stop, no: t.keepGoing, mode: 'cancel' } as const
      if (await confirm(question)) cancel.mutate({ params })
    },
    // Null for those who may not as well.
    mayUndo: job.undoableUntil !== null,
    undoing: undo.isPending,
    async undo() {
      const text = t.undoText({ count: job.changed })
      if (!(await confirm({ title: t.undoTitle, text, yes: t.undo }))) return
      // The question closed the panel, and with it this entry: a callback given to the write would not be called any more.
      const begun = await undo.mutateAsync({ params }).catch(() => undefined)
      if (begun) watchJob(begun.jobId)
    },
  }
}
