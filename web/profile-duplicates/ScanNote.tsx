import type { profileDuplicates } from '@ruam/contract/profile-duplicates.ts'
import type { Got } from '../core/api.ts'
import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import styles from './ScanNote.module.css'
import { text } from './text.ts'

interface ScanNoteProps {
  list: Pick<Got<typeof profileDuplicates.list>, 'scanning' | 'scannedAt' | 'sharedByMany'>
  /** 0 to 1, of the scan at work. */
  share: number
}

/** When the store was last looked through, or how far that is, and who could not be compared. */
export function ScanNote({ list: { scanning, scannedAt, sharedByMany }, share }: ScanNoteProps) {
  const t = useWords(text)
  const format = useFormat()
  const status = scanning
    ? t.scanning({ percent: Math.floor(share * 100) })
    : scannedAt
      ? t.scannedAt({ time: format.when(scannedAt) })
      : t.neverScanned
  return (
    <p className={styles.note}>
      <span role="status">{status}</span>
      {sharedByMany > 0 && <span>{t.cut({ count: sharedByMany })}</span>}
    </p>
  )
}
