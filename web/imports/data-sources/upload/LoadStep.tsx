import { Button } from '@mantine/core'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useEffect, useState } from 'react'
import { useWrite } from '../../../data/api.ts'
import { formatBytes } from '../../../data/format-size.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink, useGo } from '../../../ui/route.tsx'
import { usePace, useRemainingTime } from '../../../ui/use-remaining-time.ts'
import { WorkProgress } from '../../../ui/WorkProgress.tsx'
import { importing } from '../import-text.ts'
import { importState, stageTarget } from '../stages.ts'
import type { DataSourceOfStore } from '../use-source.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { FilePart } from './FilePart.tsx'
import { FileRefusal } from './FileRefusal.tsx'
import styles from './NewImport.module.css'
import { SourceFacts } from './SourceFacts.tsx'
import { fileBody, sureHead, useUpload } from './use-upload.ts'

interface LoadStepProps {
  source: DataSourceOfStore
  /** The file has just been given; it may be loaded already. */
  fresh: boolean
}

/** Progress and remaining time of a load. */
function Loading({ source: { file, loadProgress } }: Pick<LoadStepProps, 'source'>) {
  const t = useWords(importing)
  const left = useRemainingTime()(usePace(loadProgress))
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

/** Why a file could not be loaded, and both ways on: to read it in another way, or to give another file. */
function LoadFailed({ source }: { source: DataSourceOfStore }) {
  const t = useWords(importing)
  const mayRetry = useMayCall(dataSources.retryLoad)
  const mayReplace = useMayCall(dataSources.putFile)
  const { file } = source
  const upload = useUpload(file ? { file, asked: file.settings } : undefined)
  const head = sureHead(upload.state)
  const retry = useWrite(dataSources.retryLoad, { quiet: true })
  const replace = useWrite(dataSources.putFile, { quiet: true })
  const params = { id: source.id }
  const again = () => {
    if (!head) return
    if (head.fileId === file?.fileId) retry.mutate({ params, body: { settings: head.settings } })
    else replace.mutate({ params, body: fileBody(head) })
  }
  const other = head && head.fileId !== file?.fileId
  const refused = retry.error ?? replace.error
  const busy = retry.isPending || replace.isPending
  const actions = (other ? mayReplace : mayRetry) && (
    <Button variant="filled" disabled={!head} loading={busy} onClick={again}>
      {other ? t.useFile : t.loadAgain}
    </Button>
  )
  return (
    <WizardFrame
      stage="import"
      source={source}
      actions={actions}
      refusal={refused ? `${t.updateFailed}: ${refused.message}` : undefined}
      busy={busy}
    >
      <div className={styles.form}>
        <section className={styles.part}>
          <header className={styles.failed}>
            <h2>{t.loadFailed}</h2>
            <p>{t.loadFailedText}</p>
          </header>
          <FileRefusal
            refusal={
              source.error && !other ? { message: source.error.message, code: source.error.errorCode } : undefined
            }
          />
          <FilePart upload={upload} />
        </section>
      </div>
    </WizardFrame>
  )
}
