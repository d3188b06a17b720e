import { Button } from '@mantine/core'
import { formatBytes } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { usePace, useTimeLeft } from '../../../ui/use-time-left.ts'
import { WorkProgress } from '../../../ui/WorkProgress.tsx'
import { importing } from '../import-text.ts'
import styles from './FileDrop.module.css'
import { FileDrop } from './FileDrop.tsx'
import { FileSample } from './FileSample.tsx'
import type { Upload } from './use-upload.ts'

interface FilePartProps {
  upload: Upload
  /** Without it the upload takes the file. */
  onFile?: (file: File) => void
}

/** The file of an import from nothing to what was found in it: dropped or chosen, uploaded, read, and read otherwise. */
export function FilePart({ upload, onFile }: FilePartProps) {
  const { state, change, cancel } = upload
  const take = onFile ?? ((file: File) => void upload.take(file))
  if (state.step === 'empty') return <FileDrop refusal={state.refusal} onFile={take} />
  if (state.step !== 'uploading') {
    return <FileSample key={state.file.fileId} state={state} onFile={take} onChange={change} />
  }
  return (
    <div className={styles.upload}>
      <Uploading state={state} onCancel={cancel} />
    </div>
  )
}

interface UploadingProps {
  state: Extract<Upload['state'], { step: 'uploading' }>
  onCancel: () => void
}

function Uploading({ state: { name, size, share }, onCancel }: UploadingProps) {
  const t = useWords(importing)
  const left = useTimeLeft()(usePace(share))
  const far = t.bytesOf({ done: formatBytes(share * size), total: formatBytes(size) })
  return (
    <WorkProgress
      title={t.uploading({ name })}
      share={share}
      detail={[far, left].filter(Boolean).join(' · ')}
      action={<Button onClick={onCancel}>{t.cancelUpload}</Button>}
    />
  )
}
