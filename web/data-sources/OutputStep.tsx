import { Button } from '@mantine/core'
import { ErrorBanner } from '../core/ErrorBanner.tsx'
import { RouteLink } from '../core/route.tsx'
import { useMay } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import { Bones } from './Bones.tsx'
import { RunProgress } from './RunProgress.tsx'
import { RunResult } from './RunResult.tsx'
import { runs } from './run-text.ts'
import { isOver, type Source, useRun } from './use-source.ts'
import { WizardFrame } from './WizardFrame.tsx'
import { WizardStep } from './WizardStep.tsx'

/** The last step of the wizard: how the run goes, and what came of it. */
export function OutputStep() {
  return <WizardStep stage="pipeline">{(source) => <RealRun source={source} />}</WizardStep>
}

function RealRun({ source }: { source: Source }) {
  const t = useWords(runs)
  const maySee = useMay()('cdp-core.profile.read')
  const read = useRun(source.id, source.latestRun)
  const run = read.data
  const actions = run && isOver(run) && (
    <>
      <Button component={RouteLink} to="data-source-import">
        {t.importOther}
      </Button>
      {maySee && (
        <Button component={RouteLink} to="profile-list" variant="filled">
          {t.seeProfiles}
        </Button>
      )}
    </>
  )
  return (
    <WizardFrame stage="pipeline" source={source} actions={actions}>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      {!run && !read.error && <Bones />}
      {run &&
        (isOver(run) ? (
          <RunResult id={source.id} run={run} />
        ) : (
          <RunProgress key={run.runId} id={source.id} run={run} />
        ))}
    </WizardFrame>
  )
}
