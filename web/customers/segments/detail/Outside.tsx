import { useWords } from '../../../data/text.ts'
import { useCalled } from '../../profiles/use-called.ts'
import { useProfiles } from '../../profiles/use-profiles.ts'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'
import type { Asked } from './WhyPanel.tsx'

/** Customers offered outside of the segment. */
const SHOWN = 3

/** Customers whom the search finds outside of the segment, each with the way to the reason. */
export function Outside({ id, keyword, onAsk }: { id: number; keyword: string; onAsk: (asked: Asked) => void }) {
  const t = useWords(text)
  const called = useCalled()
  const { data } = useProfiles({
    limit: SHOWN,
    filter: {
      keyword,
      rule: { condition: 'and', rules: [{ kind: 'label', operator: 'has_none', labelIds: [id] }] },
    },
  })
  if (!data || data.data.length === 0) return null
  const more = data.total - data.data.length
  return (
    <p className={styles.outside}>
      {t.outside}
      {data.data.map((row) => (
        <button
          key={row.id}
          type="button"
          aria-label={t.seeReasonOf({ name: called(row) })}
          onClick={() => onAsk({ id: row.id, name: called(row) })}
        >
          {called(row)}
        </button>
      ))}
      {more > 0 && <span>{t.outsideMore({ count: more })}</span>}
    </p>
  )
}
