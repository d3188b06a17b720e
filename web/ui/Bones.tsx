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

/** Stands in the place of a whole screen: a bar and rows, down to the foot. */
export function ScreenBones() {
  const t = useWords(common)
  return <div className={styles.screen} role="status" aria-label={t.loading} />
}

/** Cards of a list on a phone that are still to come. */
export const CardBones = () => (
  <ul className={styles.cards} aria-hidden aria-busy>
    {[60, 45, 70, 52, 64, 48, 66].map((width) => (
      <li key={width}>
        <span className={styles.bone} style={{ width: `${width}%` }} />
        <span className={styles.bone} style={{ width: `${width - 20}%` }} />
      </li>
    ))}
  </ul>
)
