import { Button, FileButton } from '@mantine/core'
import { MAX_FILE_BYTES, MAX_FILE_ROWS } from '@ruam/contract/constants.ts'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { formatBytes } from '../core/format.ts'
import { useWords } from '../core/text.ts'
import styles from './FileDrop.module.css'
import { FileRefusal } from './FileRefusal.tsx'
import type { Refusal } from './use-upload.ts'
import { wizard } from './wizard-text.ts'

interface FileDropProps {
  refusal: Refusal | undefined
  onFile: (file: File) => void
}

/** Where a file is dropped or chosen. */
export function FileDrop({ refusal, onFile }: FileDropProps) {
  const t = useWords(wizard)
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
        <IconFileUpload size={28} stroke={1.6} aria-hidden />
        <p className={styles.lead}>{over ? t.dropNow : t.dropFile}</p>
        <p className={styles.or}>{t.orChoose}</p>
        <FileButton accept=".csv,text/csv" onChange={(file) => file && onFile(file)}>
          {(props) => <Button {...props}>{t.chooseFile}</Button>}
        </FileButton>
        <p className={styles.limits}>{t.fileLimits({ size: formatBytes(MAX_FILE_BYTES), rows: MAX_FILE_ROWS })}</p>
      </div>
      <FileRefusal refusal={several ? { message: t.oneFile, code: 0 } : refusal} />
    </>
  )
}
