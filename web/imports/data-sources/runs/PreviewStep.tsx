import { Button } from '@mantine/core'
import { importRun } from '@ruam/contract/imports/run.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { importing } from '../import-text.ts'
import { MendingStep } from '../mending/MendingStep.tsx'
import { answeredOf } from '../records/conflict-view.ts'
import { runs } from '../run-text.ts'
import { SourceUnread } from '../SourceUnread.tsx'
import { stageTarget } from '../stages.ts'
import { type DataSourceOfStore, isOver, type RunOfSource, useRun } from '../use-source.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { WizardStep } from '../WizardStep.tsx'
import { PreviewResult } from './PreviewResult.tsx'
import { RunProgress } from './RunProgress.tsx'

/** The third step of the wizard: what the import would do, row by row. */
export function PreviewStep() {
  const { mend } = useSearch({ strict: false }) as { mend?: unknown }
  return (
    <WizardStep stage="preview">
      {(source) => (mend ? <MendingStep source={source} /> : <DryRun source={source} />)}
    </WizardStep>
  )
}

function DryRun({ source }: { source: DataSourceOfStore }) {
  const read = useRun(source.id, source.latestDryRun, 'dry')
  const run = read.data
  const [shown, setShown] = useState<string>()
  if (run?.status === 'completed') {
    if (!run.outdated && shown !== run.runId) setShown(run.runId)
    // While rows are answered, what they were held back by stays in sight.
    const answering = run.stats.held > 0 && (shown === run.runId || answeredOf(run.heldGroups) > 0)
    if (!run.outdated || answering) return <PreviewResult source={source} run={run} />
  }
  return (
    <WizardFrame stage="preview" source={source} actions={<BackToMapping id={source.id} />}>
      <SourceUnread read={read} />
      {run && !isOver(run) && <RunProgress key={run.runId} id={source.id} run={run} />}
      {((run && isOver(run)) || source.latestDryRun === null) && <DryRunNeeded source={source} run={run} />}
      {!run && source.latestDryRun !== null && !read.error && <Bones />}
    </WizardFrame>
  )
}

function BackToMapping({ id }: { id: number }) {
  const t = useWords(runs)
  return (
    <Button component={RouteLink} {...stageTarget('mapping', id)}>
      {t.backToMapping}
    </Button>
  )
}

/** For a mapping without a dry run that still holds. */
function DryRunNeeded({ source, run }: { source: DataSourceOfStore; run: RunOfSource | undefined }) {
  const t = useWords(runs)
  const i = useWords(importing)
  const mayRun = useMayCall(importRun.dryRun)
  const start = useWrite(importRun.dryRun, { quiet: true })
  const title = !run
    ? t.dryMissing
    : run.status === 'failed'
      ? t.dryFailed
      : run.status === 'cancel'
        ? t.dryCancelled
        : t.dryOutdated
  const text = run?.error?.message ?? t.dryNeeded
  return (
    <EmptyState
      icon={IconPlayerPlay}
      title={title}
      text={start.error ? `${i.executeFailed}: ${start.error.message}` : text}
      action={
        mayRun && (
          <Button
            variant="filled"
            loading={start.isPending}
            onClick={() => start.mutate({ params: { id: source.id } })}
          >
            {run ? t.dryAgain : t.startDry}
          </Button>
        )
      }
    />
  )
}
