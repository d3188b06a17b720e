import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './AccountDetail.module.css'
import { ShareBar } from './ShareBar.tsx'
import { text } from './text.ts'

/** How many customers the store reaches on LINE, and how many more each way of linking could bring. */
export function ReachCard() {
  const t = useWords(text)
  const { data } = useRead(lineLink.reach, {}, { enabled: useMayCall(lineLink.reach) })
  if (!data) return null
  const { total, friends, blocked, counter, personalLink, importedIds, pairs } = data
  const ways = [
    { count: counter, title: t.wayCounter, about: t.wayCounterText },
    { count: personalLink, title: t.wayPersonal, about: t.wayPersonalText },
    { count: importedIds, title: t.wayImported, about: t.wayImportedText },
    { count: pairs, title: t.wayPairs, about: t.wayPairsText },
  ].filter(({ count }) => count > 0)
  return (
    <section className={styles.card} aria-labelledby="line-reach">
      <header className={styles.cardHead}>
        <h3 id="line-reach">{t.reach}</h3>
      </header>
      <ShareBar
        shares={[
          { kind: 'main', label: t.reached, value: friends },
          { kind: 'bad', label: t.blocked, value: blocked },
          { kind: 'rest', label: t.notLinked, value: total - friends - blocked },
        ]}
      />
      {ways.length > 0 && (
        <ul className={styles.lines} aria-label={t.grow}>
          {ways.map(({ count, title, about }) => (
            <li key={title} className={styles.setting}>
              <div>
                <p>{title}</p>
                <p>{about}</p>
              </div>
              <strong>{t.upTo({ count })}</strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
