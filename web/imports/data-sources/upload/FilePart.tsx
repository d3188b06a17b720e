import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { formatBytes } from '../../../data/format-size.ts'
import { useWords } from '../../../data/text.ts'
import { usePace, useRemainingTime } from '../../../ui/use-remaining-time.ts'
import { WorkProgress } from '../../../ui/WorkProgress.tsx'
import { importing } from '../import-text.ts'
import { FileButton } from './FileButton.tsx'
import styles from './FileDrop.module.css'
import { FileLimits } from './FileLimits.tsx'
import { FileRefusal } from './FileRefusal.tsx'
import { FileSample } from './FileSample.tsx'
import type { Refusal, Upload } from './use-upload.ts'

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
  const left = useRemainingTime()(usePace(share))
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

interface FileDropProps {
  refusal: Refusal | undefined
  onFile: (file: File) => void
}

/** Drop zone for a file. */
function FileDrop({ refusal, onFile }: FileDropProps) {
  const t = useWords(importing)
  const [over, setOver] = useState(false)
  const [several, setSeveral] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const { files } = event.dataTransfer
    setSeveral(files.length > 1)
    const file = files.length === 1 && files.item(0)
    if (file) onFile(file)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way to the button inside */}
      <div
        className={styles.zone}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={28} stroke={1.6} />
        <p className={styles.lead}>{over ? t.dropNow : t.dropFile}</p>
        <p className={styles.or}>{t.orChoose}</p>
        <FileButton onFile={onFile}>{t.chooseFile}</FileButton>
        <p className={styles.limits}>
          {t.otherKinds}
          <br />
          <FileLimits />
        </p>
      </div>
      <FileRefusal refusal={several ? { message: t.oneFile, code: 0 } : refusal} />
    </>
  )
}
