import { Button } from '@mantine/core'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { alerts } from '../../../ui/alerts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { useMayOpen } from '../../../ui/may.ts'
import { useGo } from '../../../ui/route.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { importing } from '../import-text.ts'
import { freshTarget } from '../stages.ts'
import { FilePart } from '../upload/FilePart.tsx'
import { fileBody, sureHead, useUpload } from '../upload/use-upload.ts'
import styles from './NewFileDialog.module.css'

interface NewFileDialogProps {
  source: { id: number; name: string }
  onClose: () => void
}

/** Another file in place of the one a data source has; then on to its loading. */
export function NewFileDialog({ source, onClose }: NewFileDialogProps) {
  const t = useWords(importing)
  const c = useWords(common)
  const go = useGo()
  const mayImport = useMayOpen('data-source-import')
  const phone = usePhone()
  const upload = useUpload()
  const head = sureHead(upload.state)
  const replace = useWrite(dataSources.putFile, { quiet: true })
  const use = async () => {
    if (!head) return
    try {
      await replace.mutateAsync({ params: { id: source.id }, body: fileBody(head) })
    } catch {
      return
    }
    onClose()
    if (mayImport) go(freshTarget(source.id))
    else alerts.success(t.fileReplaced)
  }
  const refused = replace.isPending ? null : replace.error
  return (
    <Dialog opened onClose={onClose} title={t.newFileTitle({ name: source.name })} size={760} fullScreen={phone}>
      <div className={styles.content}>
        <p>{t.newFileText}</p>
        <FilePart upload={upload} />
        <FormNote message={refused ? `${t.updateFailed}: ${refused.message}` : undefined} />
        <div className={styles.actions}>
          <Button size="md" onClick={onClose}>
            {c.cancel}
          </Button>
          <Button size="md" variant="filled" disabled={!head} loading={replace.isPending} onClick={() => void use()}>
            {t.useFile}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
