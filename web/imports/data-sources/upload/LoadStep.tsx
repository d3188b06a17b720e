import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { RouteLink, useGo } from '../../../ui/route.tsx'
import { usePace, useTimeLeft } from '../../../ui/use-time-left.ts'
import { WorkProgress } from '../../../ui/WorkProgress.tsx'
import { importing } from '../import-text.ts'
import { importState, stageTarget } from '../stages.ts'
import type { Source } from '../use-source.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import styles from './NewImport.module.css'
import { SourceFacts } from './SourceFacts.tsx'

interface LoadStepProps {
  source: Source
  /** The file has just been given; it may be loaded already. */
  fresh: boolean
}

/** Progress and remaining time of a load. */
function Loading({ source: { file, loadProgress } }: Pick<LoadStepProps, 'source'>) {
  const t = useWords(importing)
  const left = useTimeLeft()(usePace(loadProgress))
  const size = file?.fileSize ?? 0
  const far = t.bytesOf({ done: formatBytes(loadProgress * size), total: formatBytes(size) })
  return (
    <WorkProgress
      title={t.loadingFile}
      share={loadProgress}
      detail={[file?.fileName, loadProgress > 0 && far, left].filter(Boolean).join(' · ')}
      note={t.loadingText}
    />
  )
}

/** Progress of a load, then its result or error. */
export function LoadStep({ source, fresh }: LoadStepProps) {
  const c = useWords(common)
  const go = useGo()
  const { id } = source
  const state = importState(source.status)
  // The step leads on when the load ends while it is open; opened again later, it stays.
  const [goesOn] = useState(fresh || state !== 'done')
  useEffect(() => {
    if (state === 'done' && goesOn) go({ ...stageTarget('mapping', id), replace: true })
  }, [state, goesOn, id, go])

  if (state === 'import') return <LoadFailed source={source} />
  if (state === 'loading' || goesOn) {
    return (
      <WizardFrame stage="import" source={source}>
        <Loading source={source} />
      </WizardFrame>
    )
  }
  const next = (
    <Button component={RouteLink} {...stageTarget('mapping', id)} variant="filled">
      {c.next}
    </Button>
  )
  return (
    <WizardFrame stage="import" source={source} actions={next}>
      <div className={styles.form}>
        <SourceFacts source={source} />
      </div>
    </WizardFrame>
  )
}
