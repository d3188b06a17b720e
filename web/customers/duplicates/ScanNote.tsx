import type { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import type { Job } from '../../background/jobs/use-job.ts'
import { useProgressText } from '../../background/jobs/use-progress-text.ts'
import type { Got } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './ScanNote.module.css'
import { text } from './text.ts'

interface ScanNoteProps {
  list: Pick<Got<typeof profileDuplicates.list>, 'scanning' | 'scannedAt' | 'sharedByMany'>
  /** The scan at work, once it is read. */
  job: Job | undefined
}

/** When the store was last looked through, or how far that is, and who could not be compared. */
export function ScanNote({ list: { scanning, scannedAt, sharedByMany }, job }: ScanNoteProps) {
  const t = useWords(text)
  const format = useFormat()
  const progress = useProgressText()
  const status = scanning
    ? [t.scanning, job && progress(job)].filter(Boolean).join(' · ')
    : scannedAt
      ? t.scannedAt({ time: format.when(scannedAt) })
      : t.neverScanned
  return (
    <p className={styles.note}>
      <span role="status">{status}</span>
      {!scanning && sharedByMany > 0 && <span>{t.cut({ count: sharedByMany })}</span>}
    </p>
  )
}
