import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './Dashboard.module.css'
import { text } from './text.ts'

export interface SegmentLine {
  name: string
  color: string
  people: (number | null)[]
}

const HEIGHT = 220

interface Props {
  lines: SegmentLine[]
  days: string[]
  asTable: boolean
}

/** The sizes of segments, day by day: as a graph or as figures. */
export default function SegmentsGraph({ lines, days, asTable }: Props) {
  const t = useWords(text)
  const format = useFormat()
  if (asTable) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
      <section className={styles.scroll} tabIndex={0} aria-label={`${t.sizes}: ${t.asTable}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.time}</th>
              {lines.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, place) => (
              <tr key={day}>
                <th scope="row">{format.date(day)}</th>
                {lines.map(({ name, people }) => (
                  <td key={name}>{formatNumber(people[place])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )
  }
  const points = days.map((day, place) => ({
    day: format.date(day),
    ...Object.fromEntries(lines.map(({ people }, line) => [`line${line}`, people[place]])),
  }))
  return (
    <LineChart
      h={HEIGHT}
      role="img"
      aria-label={`${t.sizes}: ${lines.map(({ name }) => name).join(', ')}`}
      data={points}
      dataKey="day"
      series={lines.map(({ name, color }, line) => ({ name: `line${line}`, label: name, color }))}
      withDots={false}
      gridAxis="x"
      strokeDasharray="0"
      strokeWidth={2}
      curveType="linear"
      yAxisProps={{ width: 52, allowDecimals: false }}
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 48 }}
      valueFormatter={formatNumber}
      tooltipAnimationDuration={0}
      lineChartProps={{ accessibilityLayer: false }}
      lineProps={{ isAnimationActive: false }}
    />
  )
}
