import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import type { EffectFigures } from '../broadcast.ts'
import styles from './Effect.module.css'
import { effectText } from './effect-text.ts'

const WIDTH = 560
const HEIGHT = 160

/** Purchases per person of both groups at the end of each day, as two lines or as a table. */
export function EffectChart({ days }: { days: EffectFigures['days'] }) {
  const t = useWords(effectText)
  const [isTable, setTable] = useState(false)
  const last = days.at(-1)
  return (
    <section className={styles.chart} aria-labelledby="effect-chart">
      <header>
        <h2 id="effect-chart">{t.chart}</h2>
        <Button variant="subtle" size="compact-sm" onClick={() => setTable(!isTable)}>
          {isTable ? t.asChart : t.asTable}
        </Button>
      </header>
      {isTable ? (
        <table>
          <thead>
            <tr>
              <th>{t.day}</th>
              <th>{t.received}</th>
              <th>{t.heldOut}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ treated, heldOut }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a day is its number
              <tr key={index}>
                <th>{index + 1}</th>
                <td>{formatPrice(treated)}</td>
                <td>{formatPrice(heldOut)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Lines days={days} />
      )}
      {last && (
        <p className={styles.legend}>
          <span data-line="treated">
            {t.received} <strong>{formatPrice(last.treated)}</strong>
          </span>
          <span data-line="held">
            {t.heldOut} <strong>{formatPrice(last.heldOut)}</strong>
          </span>
        </p>
      )}
    </section>
  )
}

function Lines({ days }: { days: EffectFigures['days'] }) {
  const t = useWords(effectText)
  const most = niceTop(Math.max(...days.flatMap(({ treated, heldOut }) => [treated, heldOut]), 0))
  const least = Math.min(...days.flatMap(({ treated, heldOut }) => [treated, heldOut]), 0)
  const y = (baht: number) => HEIGHT - ((baht - least) / (most - least)) * HEIGHT
  const points = (of: 'treated' | 'heldOut') =>
    [0, ...days.map((day) => day[of])].map((baht, day) => `${(day / days.length) * WIDTH},${y(baht)}`).join(' ')
  return (
    <div className={styles.lines}>
      <div aria-hidden>
        <span>{formatNumber(most)}</span>
        <span>{formatNumber(least === 0 ? 0 : Math.floor(least))}</span>
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={t.chart}>
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <path key={part} d={`M0 ${part * HEIGHT}H${WIDTH}`} />
        ))}
        <polyline data-line="held" points={points('heldOut')} />
        <polyline data-line="treated" points={points('treated')} />
      </svg>
      <div aria-hidden>
        <span>{t.dayOf({ count: 1 })}</span>
        <span>{t.dayOf({ count: days.length })}</span>
      </div>
    </div>
  )
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten, so that the scale has round numbers. */
function niceTop(baht: number): number {
  if (baht <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(baht))
  return power * ([1, 2, 2.5, 5].find((step) => step * power >= baht) ?? 10)
}
