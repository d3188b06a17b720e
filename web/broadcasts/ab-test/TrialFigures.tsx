import { arms } from '@ruam/contract/broadcasts/ab-test.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { abText } from '../ab-text.ts'
import type { Broadcast } from '../broadcast.ts'
import { percentOf } from '../signed.ts'
import styles from './AbTest.module.css'

type Figures = NonNullable<NonNullable<Broadcast['trial']>['figures']>

/** Points of percent with their sign. */
const pointsOf = (share: number) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)}`

/** Clicks of both texts among the customers of the trial, with the range of their difference. */
export function TrialFigures({ figures }: { figures: Figures }) {
  const t = useWords(abText)
  const { difference, better } = figures
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t.inTrial}>
        <table>
          <thead>
            <tr>
              <td />
              <th>{t.sentTo}</th>
              <th>{t.clicked}</th>
              <th>{t.shareClicked}</th>
            </tr>
          </thead>
          <tbody>
            {arms.map((arm) => {
              const { people, clicked } = figures[arm]
              return (
                <tr key={arm} data-better={better === arm}>
                  <th>{t[arm]}</th>
                  <td>{formatNumber(people)}</td>
                  <td>{clicked === null ? t.notCounted : formatNumber(clicked)}</td>
                  <td>{clicked === null ? '' : percentOf(clicked, people)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {difference && (
        <p className={styles.quiet}>
          {t.difference({
            points: pointsOf(difference.value),
            from: pointsOf(difference.from),
            to: pointsOf(difference.to),
          })}{' '}
          {better === 'tie' || better === null ? t.close : t.clear({ arm: better.toUpperCase() })}
        </p>
      )}
    </>
  )
}
