import { IconFileText, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../../../data/text.ts'
import { text } from '../text.ts'
import type { Source } from '../use-source.ts'
import styles from './MappingForm.module.css'

/** The mapped file, and the actions for it. */
export function MappedFile({ source, columns, children }: { source: Source; columns: number; children: ReactNode }) {
  const s = useWords(text)
  return (
    <div className={styles.file}>
      <p className={styles.name}>
        <IconFileText size={18} stroke={1.6} />
        <strong>{source.file?.fileName}</strong>
        {source.file?.rowCount != null && <span>{s.rows({ count: source.file.rowCount })}</span>}
        <span>{s.columns({ count: columns })}</span>
      </p>
      {children}
      {source.file?.warnings.map((warning) => (
        <p key={warning} className={styles.warning} role="note">
          <IconInfoCircle size={16} stroke={1.6} /> {warning}
        </p>
      ))}
    </div>
  )
}
