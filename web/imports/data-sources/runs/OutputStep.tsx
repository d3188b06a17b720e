import { Button } from '@mantine/core'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { useState } from 'react'
import { call, useRefresh } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { RouteLink, useGo } from '../../../ui/route.tsx'
import { importing } from '../import-text.ts'
import { recordText } from '../record-text.ts'
import { answers } from '../records/answer-text.ts'
import { answeredOf } from '../records/conflict-view.ts'
import { runs } from '../run-text.ts'
import { SourceUnread } from '../SourceUnread.tsx'
import { stageTarget } from '../stages.ts'
import { type DataSourceOfStore, isOver, type RunDetail, useRun } from '../use-source.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { WizardStep } from '../WizardStep.tsx'
import { RunProgress } from './RunProgress.tsx'
import { RunResult } from './RunResult.tsx'
import { useRecheck } from './use-recheck.ts'

/** The last step of the wizard: how the run goes, and what came of it. */
export function OutputStep() {
  return <WizardStep stage="pipeline">{(source) => <RealRun source={source} />}</WizardStep>
}

function RealRun({ source }: { source: DataSourceOfStore }) {
  const read = useRun(source.id, source.latestRun)
  const run = read.data
  const over = run !== undefined && isOver(run)
  return (
    <WizardFrame
      stage="pipeline"
      source={source}
      finished={over && run.status === 'completed'}
      actions={over && <Actions source={source} run={run} />}
    >
      <SourceUnread read={read} />
      {!run && !read.error && <Bones />}
      {run &&
        (over ? (
          <RunResult key={run.runId} source={source} run={run} />
        ) : (
          <RunProgress key={run.runId} id={source.id} run={run} />
        ))}
    </WizardFrame>
  )
}

/** Next steps; after a failure the run can be repeated (spec section 4: the pipeline's error sub-state). */
function Actions({ source, run }: { source: DataSourceOfStore; run: RunDetail }) {
  const t = useWords(runs)
  const r = useWords(recordText)
  const a = useWords(answers)
  const maySeePeople = useMayOpen('profile-list')
  const mayExecute = useMayCall(importRun.run)
  const mayPreview = useMayOpen('data-source-preview')
  const again = useRunAgain(source.id)
  const recheck = useRecheck(source.id)
  const mayRun = mayExecute && mayPreview
  if (run.status === 'failed' && source.status === 'process_failed' && mayRun) {
    return (
      <Button variant="filled" loading={again.busy} onClick={again.start}>
        {r.runAgain}
      </Button>
    )
  }
  // Rows that waited and are answered come next.
  const answered = run.outdated && run.undoneAt === null && answeredOf(run.heldGroups) > 0
  if (answered && source.status === 'ready_to_update' && mayExecute) {
    return (
      <Button variant="filled" loading={recheck.busy} onClick={recheck.start}>
        {a.recheck}
      </Button>
    )
  }
  const mayTryAgain = run.undoneAt !== null && source.undoneAt === run.undoneAt && mayRun
  return (
    <>
      {mayTryAgain && (
        <Button loading={recheck.busy} onClick={recheck.start}>
          {t.dryAgain}
        </Button>
      )}
      <Button component={RouteLink} to="data-source-import">
        {t.importOther}
      </Button>
      {maySeePeople && (
        <Button component={RouteLink} to="profile-list" variant="filled">
          {t.seeProfiles}
        </Button>
      )}
    </>
  )
}

/**
 * The way back from a run that failed: its mapping is saved again, which makes the data source ready (product decisions
 * section 3), and tried again; the person looks at the preview before anything is written.
 */
function useRunAgain(id: number) {
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
