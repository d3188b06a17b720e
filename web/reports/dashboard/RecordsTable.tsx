import type { Timescale } from '@ruam/contract/reports/dashboard.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './Dashboard.module.css'
import type { Line } from './line.ts'
import { text } from './text.ts'
import { usePointText } from './use-point-text.ts'

/** Figures of the graph as a table. */
export function RecordsTable({ lines, timescale }: { lines: Line[]; timescale: Timescale }) {
  const t = useWords(text)
  const { formatNumber } = useFormat()
  const called = usePointText(timescale)
  const [first] = lines
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label={t.asTable}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t.time}</th>
            {lines.flatMap(({ name }) => [
              <th key={name} scope="col">
                {name}
              </th>,
              <th key={`${name} before`} scope="col">
                {name} ({t.before})
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {first?.points.map(({ time }, place) => (
            <tr key={time}>
              <th scope="row">{called.whole(time)}</th>
              {lines.flatMap(({ name, points }) => [
                <td key={name}>{formatNumber(points[place]?.value)}</td>,
                <td key={`${name} before`}>{formatNumber(points[place]?.before)}</td>,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
