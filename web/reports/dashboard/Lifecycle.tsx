import { useWords } from '../../data/text.ts'
import { PeopleLink } from './ShopFigures.tsx'
import styles from './Today.module.css'
import { text } from './text.ts'
import { boughtIn, type ShopToday } from './use-shop.ts'

const stages = ['new', 'active', 'at_risk', 'lapsed'] as const

/** Customers by their last purchase: a bar, and a row for each part. */
export function Lifecycle({ today }: { today: ShopToday | undefined }) {
  const t = useWords(text)
  const bought = today ? boughtIn(today) : 0
  const of = (stage: string) => today?.lifecycle.find((one) => one.stage === stage)
  const never = of('never')
  return (
    <section className={styles.panel} aria-busy={!today}>
      <header>
        <h2>{t.bought}</h2>
        {today && <p>{t.people({ count: bought })}</p>}
        {never && never.people > 0 && (
          <span className={styles.aside}>
            <PeopleLink name={t.neverBought} people={never.people} rule={never.rule}>
              {t.never({ count: never.people })}
            </PeopleLink>
          </span>
        )}
      </header>
      <div className={styles.bar} aria-hidden>
        {stages.map((stage) => {
          const people = of(stage)?.people ?? 0
          return people > 0 && <span key={stage} data-stage={stage} style={{ flexGrow: people }} />
        })}
      </div>
      <ul className={styles.stages}>
        {stages.map((stage) => {
          const people = of(stage)?.people ?? 0
          const empty = bought === 0
          return (
            <li key={stage}>
              <i data-stage={stage} />
              <b>
                <PeopleLink name={t[stage]} people={people} rule={of(stage)?.rule ?? null}>
                  {t[stage]}
                </PeopleLink>
              </b>
              <span>{t[`${stage}Text`]}</span>
              <strong>{empty ? '–' : t.people({ count: people })}</strong>
              <em>{!empty && `${((people / bought) * 100).toFixed(1)}%`}</em>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
