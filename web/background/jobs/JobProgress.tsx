import { Button } from '@mantine/core'
import { useWords } from '../../data/text.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { WorkProgress } from '../../ui/WorkProgress.tsx'
import { jobText } from './text.ts'
import { isActive, type JobView, useJob } from './use-job.ts'
import { useJobActions } from './use-job-actions.ts'
import { useProgressText, useResultText } from './use-progress-text.ts'

/** Progress of a job: counts, remaining time, cancel; then its result and undo. */
export function JobProgress({ jobId }: { jobId: number }) {
  const { data: job, error, refetch } = useJob(jobId)
  if (job) return <Progress job={job} />
  return error ? (
    <ErrorBanner message={error.message} onRetry={() => void refetch()} />
  ) : (
    <WorkProgress title="…" share={0} />
  )
}

function Progress({ job }: { job: JobView }) {
  const t = useWords(jobText)
  const progress = useProgressText()
  const result = useResultText()
  const { mayStop, stopping, stop, mayUndo, undoing, undo } = useJobActions(job)
  const active = isActive(job)
  return (
    <WorkProgress
      title={job.title}
      share={job.progress}
      detail={active ? progress(job) : result(job)}
      note={active ? t.leave : undefined}
      action={
        mayStop ? (
          <Button c="var(--ruam-danger)" loading={stopping} onClick={() => void stop()}>
            {t.stop}
          </Button>
        ) : (
          mayUndo && (
            <Button loading={undoing} onClick={() => void undo()}>
              {t.undo}
            </Button>
          )
        )
      }
    />
  )
}
