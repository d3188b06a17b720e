import { useWords } from '../../data/text.ts'
import type { EffectFigures } from '../broadcast.ts'
import { signed } from '../signed.ts'
import styles from './Effect.module.css'
import { effectText } from './effect-text.ts'

interface RangeLineProps {
  difference: number
  range: NonNullable<EffectFigures['range']>
  /** The whole range lies on one side of 0. */
  isClear: boolean
}

/** The range on a line with 0. */
export function RangeLine({ difference, range: { from, to }, isClear }: RangeLineProps) {
  const t = useWords(effectText)
  const [low, high] = [Math.min(from, 0), Math.max(to, 0)]
  const margin = (high - low) * 0.12
  const at = (baht: number) => `${((baht - low + margin) / (high - low + 2 * margin)) * 100}%`
  return (
    <div className={styles.range} data-clear={isClear} aria-hidden>
      <strong style={{ left: at(difference) }}>{t.perCustomer({ baht: signed(difference) })}</strong>
      <i data-part="line" />
      <i data-part="range" style={{ left: at(from), right: `calc(100% - ${at(to)})` }} />
      <i data-part="zero" style={{ left: at(0) }} />
      <i data-part="point" style={{ left: at(difference) }} />
      <span style={{ left: at(from) }}>{signed(from)}</span>
      <span style={{ left: at(to) }}>{signed(to)}</span>
      <em style={{ left: at(0) }}>{t.noDifference}</em>
    </div>
  )
}
