import { useWords } from '../../data/text.ts'
import { type DuplicatePairView, surenessOf } from './pair-view.ts'
import styles from './Reasons.module.css'
import { text } from './text.ts'

/** Certainty and reasons of a pair, in words. */
export function Reasons({ pair }: { pair: Pick<DuplicatePairView, 'score' | 'reasons'> }) {
  const t = useWords(text)
  const sureness = surenessOf(pair)
  return (
    <span className={styles.reasons}>
      {sureness && (
        <span className={styles.sureness} data-sureness={sureness}>
          {t[sureness]}
        </span>
      )}
      {pair.reasons.map((reason) => (
        <span key={reason} className={styles.reason}>
          {t[reason]}
        </span>
      ))}
    </span>
  )
}
