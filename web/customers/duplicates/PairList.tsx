import type { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import type { KeyboardEvent } from 'react'
import type { Got } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import styles from './PairList.module.css'
import { pairNamesOf } from './pair-view.ts'
import { Reasons } from './Reasons.tsx'
import { Distinctions } from './TellingApart.tsx'
import { text } from './text.ts'

interface PairListProps {
  pairs: Got<typeof profileDuplicates.list>['data']
  chosen: number | undefined
  onChoose: (id: number) => void
}

/** The queue: both names, and why they may be one person. The arrow keys go through it. */
export function PairList({ pairs, chosen, onChoose }: PairListProps) {
  const t = useWords(text)
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const to = step && pairs[pairs.findIndex(({ id }) => id === chosen) + step]
    if (!to) return
    event.preventDefault()
    onChoose(to.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-pair="${to.id}"]`)?.focus()
  }
  return (
    <ul className={styles.pairs} aria-label={t.pairs} onKeyDown={move}>
      {pairs.map((pair) => {
        const [a, b] = pairNamesOf(pair, t.noName)
        return (
          <li key={pair.id}>
            <button
              type="button"
              data-pair={pair.id}
              aria-current={pair.id === chosen}
              onClick={() => onChoose(pair.id)}
            >
              <span className={styles.names}>
                {([0, 1] as const).map((side) => (
                  <span key={side}>
                    <strong className="ruam-two-lines" title={side === 0 ? a : b}>
                      {side === 0 ? a : b}
                    </strong>
                    {a === b && <Distinctions pair={pair} side={side} />}
                  </span>
                ))}
              </span>
              <Reasons pair={pair} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
