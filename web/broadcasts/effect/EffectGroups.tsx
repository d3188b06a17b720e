import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import type { EffectFigures } from '../broadcast.ts'
import { percentOf, signed } from '../signed.ts'
import styles from './Effect.module.css'
import { effectText } from './effect-text.ts'

/** Both groups side by side. */
export function EffectGroups({ figures: { treated, heldOut, difference } }: { figures: EffectFigures }) {
  const t = useWords(effectText)
  const shareOf = (part: number, people: number) => `${formatNumber(part)} · ${percentOf(part, people)}`
  const points = (part: 'buyers' | 'lost') =>
    t.points({ points: signed(100 * (treated[part] / treated.people - heldOut[part] / heldOut.people)) })
  const rows = [
    [t.people, formatNumber(treated.people), formatNumber(heldOut.people), ''],
    [t.buyers, shareOf(treated.buyers, treated.people), shareOf(heldOut.buyers, heldOut.people), points('buyers')],
    [t.amount, formatPrice(treated.amount), formatPrice(heldOut.amount), ''],
    [t.mean, formatPrice(treated.mean), formatPrice(heldOut.mean), signed(difference)],
    [t.blocked, shareOf(treated.lost, treated.people), shareOf(heldOut.lost, heldOut.people), points('lost')],
  ] as const
  return (
    <div className={styles.groups}>
      <h2 id="effect-groups">{t.groups}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-labelledby="effect-groups">
        <table>
          <thead>
            <tr>
              <td />
              <th>{t.received}</th>
              <th>{t.heldOut}</th>
              <th>{t.differs}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, received, held, differs]) => (
              <tr key={name} data-main={name === t.mean}>
                <th>{name}</th>
                <td>{received}</td>
                <td>{held}</td>
                <td>{differs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** How many people would be needed for a verdict, by what the message really adds. */
export function NeededPeople({ figures: { needed, treated, heldOut } }: { figures: EffectFigures }) {
  const t = useWords(effectText)
  const count = treated.people + heldOut.people
  const share = Math.round((100 * heldOut.people) / count)
  const [most] = needed
  const people = (number: number) => formatNumber(Number(number.toPrecision(2)))
  const said = most && {
    baht: formatNumber(most.difference),
    people: people(most.people),
    half: people(most.peopleAtHalf),
  }
  return (
    <div className={styles.needed}>
      <div>
        <h2 id="effect-needed">{t.fewTitle({ count })}</h2>
        {said && <p>{t.fewText(said)}</p>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-labelledby="effect-needed">
        <table>
          <thead>
            <tr>
              <th>{t.ifMore}</th>
              {needed.map(({ difference }) => (
                <th key={difference}>{t.baht({ baht: formatNumber(difference) })}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th>{t.atShare({ share })}</th>
              {needed.map((one) => (
                <td key={one.difference}>{people(one.people)}</td>
              ))}
            </tr>
            <tr>
              <th>{t.atHalf}</th>
              {needed.map((one) => (
                <td key={one.difference}>{people(one.peopleAtHalf)}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </div>
  )
}
