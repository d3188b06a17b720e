import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { importing } from '../import-text.ts'
import { FileButton } from './FileButton.tsx'
import styles from './FileDrop.module.css'
import { FileLimits } from './FileLimits.tsx'
import { FileRefusal } from './FileRefusal.tsx'
import type { Refusal } from './use-upload.ts'

interface FileDropProps {
  refusal: Refusal | undefined
  onFile: (file: File) => void
}

/** Drop zone for a file. */
export function FileDrop({ refusal, onFile }: FileDropProps) {
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
          <FileLimits />
        </p>
      </div>
      <FileRefusal refusal={several ? { message: t.oneFile, code: 0 } : refusal} />
    </>
  )
}
