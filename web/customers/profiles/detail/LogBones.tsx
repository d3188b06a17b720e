import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import styles from './Log.module.css'

/** The shape of a log while it is being read. */
export function LogBones() {
  const t = useWords(common)
  return (
    <div role="status" aria-label={t.loading}>
      {[44, 58, 36, 50].map((width) => (
        <span key={width} className={styles.bone} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
