import { Button } from '@mantine/core'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { FormNote } from '../../../ui/FormNote.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { importing } from '../import-text.ts'
import type { Source } from '../use-source.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { FilePart } from './FilePart.tsx'
import { FileRefusal } from './FileRefusal.tsx'
import styles from './NewImport.module.css'
import { fileBody, sureHead, useUpload } from './use-upload.ts'

/** Why a file could not be loaded, and both ways on: to read it in another way, or to give another file. */
export function LoadFailed({ source }: { source: Source }) {
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
    <WizardFrame stage="import" source={source} actions={actions}>
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
          <FormNote message={busy || !refused ? undefined : `${t.updateFailed}: ${refused.message}`} />
          <FilePart upload={upload} />
        </section>
      </div>
    </WizardFrame>
  )
}
