import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { EmptyState } from '../core/EmptyState.tsx'
import { RouteLink, useGo } from '../core/route.tsx'
import { useWords } from '../core/text.ts'
import { common } from '../core/words.ts'
import styles from './NewImport.module.css'
import { SourceFacts } from './SourceFacts.tsx'
import { stageOf, stageTarget } from './stages.ts'
import type { Source } from './use-source.ts'
import { WizardFrame } from './WizardFrame.tsx'
import { WorkProgress } from './WorkProgress.tsx'
import { wizard } from './wizard-text.ts'

interface LoadStepProps {
  source: Source
  /** Whether to go on by itself once the file is loaded: for somebody who has just uploaded it. */
  goesOn: boolean
}

/** How the loading of a file goes; once it is over, what was loaded or why it was not. */
export function LoadStep({ source, goesOn }: LoadStepProps) {
  const t = useWords(wizard)
  const c = useWords(common)
  const go = useGo()
  const { id, status } = source
  const loaded = stageOf(status) !== 'import'
  useEffect(() => {
    if (loaded && goesOn) go(stageTarget('mapping', id))
  }, [loaded, goesOn, id, go])

  if (status === 'load_failed') {
    const action = (
      <Button component={RouteLink} to="data-source-import" variant="filled">
        {t.chooseOther}
      </Button>
    )
    return (
      <WizardFrame stage="import" source={source}>
        <EmptyState icon={IconAlertCircle} title={t.loadFailed} text={source.error?.message} action={action} />
      </WizardFrame>
    )
  }
  if (!loaded || goesOn) {
    return (
      <WizardFrame stage="import" source={source}>
        <WorkProgress
          title={t.loadingFile}
          share={source.loadProgress}
          detail={source.file?.fileName}
          note={t.loadingText}
        />
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
