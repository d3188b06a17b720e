import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import styles from './Bones.module.css'

/** Stands in the place of a step's content until it is there. */
export function Bones() {
  const t = useWords(common)
  return (
    <div className={styles.bones} role="status" aria-label={t.loading}>
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}
