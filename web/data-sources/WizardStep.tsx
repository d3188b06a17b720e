import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../core/EmptyState.tsx'
import { ErrorBanner } from '../core/ErrorBanner.tsx'
import { NotFound } from '../core/pages.tsx'
import { RouteLink } from '../core/route.tsx'
import { useWords } from '../core/text.ts'
import { Bones } from './Bones.tsx'
import { mayShow, type Stage, stageOf, stageTarget } from './stages.ts'
import { text } from './text.ts'
import { type Source, useSource, useSourceId } from './use-source.ts'
import { WizardFrame } from './WizardFrame.tsx'
import { wizard } from './wizard-text.ts'

interface WizardStepProps {
  stage: Stage
  children: (source: Source) => ReactNode
}

/** Lets a step be shown for the data source of the address, where its status allows it (spec section 4). */
export function WizardStep({ stage, children }: WizardStepProps) {
  const t = useWords(wizard)
  const id = useSourceId()
  const read = useSource(id)
  if (id === undefined) {
    const start = (
      <Button component={RouteLink} to="data-source-import" variant="filled">
        {t.chooseFile}
      </Button>
    )
    return (
      <WizardFrame stage={stage}>
        <EmptyState icon={IconFileImport} title={t.chooseFileFirst} text={t.chooseFileFirstText} action={start} />
      </WizardFrame>
    )
  }
  const source = read.data
  if (read.error?.status === 404) return <NotFound />
  if (!source) {
    return (
      <WizardFrame stage={stage}>
        {read.error ? (
          <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />
        ) : (
          <Bones />
        )}
      </WizardFrame>
    )
  }
  return mayShow(stage, source.status) ? children(source) : <NotAllowed stage={stage} source={source} />
}

/** For a step that the data source's status does not lead to. */
function NotAllowed({ stage, source }: { stage: Stage; source: Source }) {
  const t = useWords(wizard)
  const s = useWords(text)
  const open = mayShow('pipeline', source.status) ? 'pipeline' : stageOf(source.status)
  const action = (
    <Button component={RouteLink} {...stageTarget(open, source.id)} variant="filled">
      {open === 'pipeline' ? t.seeResult : s.goOn}
    </Button>
  )
  return (
    <WizardFrame stage={stage} source={source}>
      <EmptyState
        icon={IconAlertTriangle}
        title={t.notAllowed}
        text={t.notAllowedText({ status: s[source.status] })}
        action={action}
      />
    </WizardFrame>
  )
}
