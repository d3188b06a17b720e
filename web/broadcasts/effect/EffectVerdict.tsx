import { EFFECT_DAYS } from '@ruam/contract/broadcasts/effect.ts'
import { formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import type { Effect, EffectFigures } from '../broadcast.ts'
import { signed } from '../signed.ts'
import styles from './Effect.module.css'
import { effectText } from './effect-text.ts'
import { RangeLine } from './RangeLine.tsx'

const DAY_MS = 86_400_000

interface EffectVerdictProps {
  effect: Pick<Effect, 'state' | 'from' | 'until' | 'asOf'>
  figures: EffectFigures
  /** Whose group is held out. */
  group?: string | null | false
}

/** The verdict as a sentence, with the range and how it was found. */
export function EffectVerdict({ effect: { state, from, until, asOf }, figures, group }: EffectVerdictProps) {
  const t = useWords(effectText)
  const format = useFormat()
  const { difference, range, left, heldOut } = figures
  const baht = signed(difference)
  const bounds = range && { from: formatPrice(range.from), to: formatPrice(range.to) }
  const isClear = state === 'more' || state === 'less'
  const daysLeft = Math.max(1, EFFECT_DAYS - Math.floor((Date.parse(asOf) - Date.parse(from!)) / DAY_MS))
  const sentence = () => {
    if (state === 'more') return t.more({ baht: formatPrice(difference) })
    if (state === 'less') return t.less({ baht: formatPrice(-difference) })
    if (state === 'measuring') return t.measuring({ count: daysLeft })
    return state === 'ended' ? t.ended : t.unclear
  }
  const detail = () => {
    if (bounds) return isClear ? t.probably(bounds) : t.maybe({ ...bounds, baht })
    return state === 'few_buyers' ? t.fewBuyers({ baht }) : t.soFar({ baht })
  }
  const notes = [
    t.compared({ count: heldOut.people }),
    group,
    t.until({ from: format.dateTime(from), until: format.dateTime(until) }),
    t.asOf({ time: format.dateTime(asOf) }),
  ]
  const leftOut = left.deleted + left.merged
  return (
    <section className={styles.verdict} aria-labelledby="effect-verdict">
      <div>
        <h2 id="effect-verdict">{sentence()}</h2>
        <p className={styles.detail}>{detail()}</p>
        <p className={styles.quiet}>{notes.filter(Boolean).join(' · ')}</p>
        {leftOut > 0 && <p className={styles.quiet}>{t.leftOut({ ...left, total: leftOut })}</p>}
        <details className={styles.quiet}>
          <summary>{t.method}</summary>
          <p>{t.methodText}</p>
        </details>
      </div>
      {range && <RangeLine difference={difference} range={range} isClear={isClear} />}
    </section>
  )
}
