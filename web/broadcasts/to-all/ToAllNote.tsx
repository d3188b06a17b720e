import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import type { Got } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import styles from './ToAll.module.css'
import { toAllText } from './to-all-text.ts'

/** Consequences of sending to everyone at LINE: its reach, friends who withdrew and get it, and parts it cannot have. */
export function ToAllNote({ everyone }: { everyone: Got<typeof broadcasts.target>['everyone'] | undefined }) {
  const t = useWords(toAllText)
  return (
    <div className={styles.note}>
      <p>{t.why}</p>
      {everyone && (
        <ul aria-live="polite">
          {everyone.restricted > 0 && <li data-tone="danger">{t.restricted({ count: everyone.restricted })}</li>}
          <li>{everyone.counted === null ? t.uncounted : t.counted({ count: everyone.counted })}</li>
          <li data-tone={everyone.withdrawn > 0 ? 'warning' : undefined}>
            {everyone.withdrawn > 0 ? t.withdrawn({ count: everyone.withdrawn }) : t.noneWithdrawn}
          </li>
          <li>{t.owner}</li>
        </ul>
      )}
      <p>{t.lacks}</p>
    </div>
  )
}
