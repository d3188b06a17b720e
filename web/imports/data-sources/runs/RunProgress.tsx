import { Button } from '@mantine/core'
import { importRun } from '@ruam/contract/imports/run.ts'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { useRemainingTime } from '../../../ui/use-remaining-time.ts'
import { WorkProgress } from '../../../ui/WorkProgress.tsx'
import { runs } from '../run-text.ts'
import type { RunOfSource } from '../use-source.ts'
import { RunCounts } from './RunCounts.tsx'

/** Progress of a run: counts, remaining time, cancel. Dry runs stop without a question, since nothing is lost. */
export function RunProgress({ id, run }: { id: number; run: RunOfSource }) {
  const t = useWords(runs)
  const timeLeft = useRemainingTime()
  const mayStop = useMayCall(importRun.cancelRun)
  const confirm = useConfirm()
  const cancel = useWrite(importRun.cancelRun)
  const dry = run.kind === 'dry'
  const { total } = run.stats
  const stop = async () => {
    const sure =
      dry ||
      (await confirm({ title: t.cancelTitle, text: t.cancelText, yes: t.cancelRun, no: t.keepRunning, mode: 'cancel' }))
    if (sure) cancel.mutate({ params: { id, runId: run.runId } })
  }
  const waiting = run.status === 'pending'
  const title = run.error ? t.paused : dry ? (waiting ? t.dryPending : t.dryRunning) : waiting ? t.pending : t.running
  const done = Math.round(run.progress * total)
  return (
    <WorkProgress
      title={title}
      share={run.progress}
      detail={[t.doneOf({ done, total }), timeLeft(run.eta)].filter(Boolean).join(' · ')}
      note={run.error?.message ?? (dry ? t.dryText : t.runningText)}
      action={
        mayStop && (
          <Button
            onClick={() => void stop()}
            loading={cancel.isPending || cancel.isSuccess}
            c={dry ? undefined : 'var(--ruam-danger)'}
          >
            {dry ? t.cancelDry : t.cancelRun}
          </Button>
        )
      }
    >
      <RunCounts stats={run.stats} />
    </WorkProgress>
  )
}
