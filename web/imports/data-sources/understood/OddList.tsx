import { Button } from '@mantine/core'
import { useWords } from '../../../data/text.ts'
import type { Oddity } from './oddities.tsx'
import styles from './Understood.module.css'
import { understoodText } from './understood-text.ts'

/** Questions, then things to know. What is left unanswered stays empty. */
export function OddList({ oddities }: { oddities: readonly Oddity[] }) {
  const t = useWords(understoodText)
  if (oddities.length === 0)
    return (
      <div className={styles.part}>
        <p className={styles.quiet}>{t.allWell}</p>
      </div>
    )
  return (
    <ul className={styles.odd}>
      {oddities.map(({ key, kind, icon: Mark, title, text, body, action }) => (
        <li key={key} className={styles.item} data-kind={kind}>
          <Mark size={18} stroke={1.6} />
          <div>
            <p>{title}</p>
            {text && <p className={styles.quiet}>{text}</p>}
            {body}
            {action && (
              <Button variant="transparent" className={styles.act} onClick={action.onPress}>
                {action.label}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
