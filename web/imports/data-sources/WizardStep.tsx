import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { NotFound } from '../../app/pages.tsx'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RouteLink, useGo } from '../../ui/route.tsx'
import { SourceUnread } from './SourceUnread.tsx'
import { mayShow, type Stage, stageOf, stageTarget } from './stages.ts'
import { text } from './text.ts'
import { type DataSourceOfStore, useSource, useSourceId } from './use-source.ts'
import { WizardFrame } from './WizardFrame.tsx'
import { wizard } from './wizard-text.ts'

interface WizardStepProps {
  stage: Stage
  children: (source: DataSourceOfStore) => ReactNode
}

/** Lets a step be shown for the data source of the address, where its status allows it (spec section 4). */
export function WizardStep({ stage, children }: WizardStepProps) {
  const t = useWords(wizard)
  const id = useSourceId()
  const read = useSource(id)
  const [shown, setShown] = useState<number>()
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
    return <WizardFrame stage={stage}>{read.error ? <SourceUnread read={read} /> : <Bones />}</WizardFrame>
  }
  if (mayShow(stage, source.status)) {
    if (shown !== id) setShown(id)
    return children(source)
  }
  return shown === id ? <MoveOn source={source} /> : <NotAllowed stage={stage} source={source} />
}

/** The furthest step that may be shown. */
const lastStage = ({ status }: DataSourceOfStore): Stage => (mayShow('pipeline', status) ? 'pipeline' : stageOf(status))

/** Follows a status that changes while the step is open: to a run that has started, or back from a cancelled one. */
function MoveOn({ source }: { source: DataSourceOfStore }) {
  const go = useGo()
  const stage = lastStage(source)
  useEffect(() => go({ ...stageTarget(stage, source.id), replace: true }), [go, stage, source.id])
  return (
    <WizardFrame stage={stage} source={source}>
      <Bones />
    </WizardFrame>
  )
}

/** For a step that the data source's status does not lead to. */
function NotAllowed({ stage, source }: { stage: Stage; source: DataSourceOfStore }) {
  const t = useWords(wizard)
  const s = useWords(text)
  const open = lastStage(source)
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
