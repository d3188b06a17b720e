import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { type Bars, colors } from './bars.ts'
import { text } from './text.ts'

const HEIGHT = 104

/** Entries in, out and failed above each other, by minute, hour or day. */
export default function EntryGraph({ bars: { timescale, points, totals } }: { bars: Bars }) {
  const t = useWords(text)
  const format = useFormat()
  const oneDay = format.isoDate(points[0]?.time) === format.isoDate(points.at(-1)?.time)
  const byTime = timescale === 'minute' || (timescale === 'hour' && (oneDay || points.length <= 25))
  const short = (time: string) => (byTime ? format.isoTime(time).slice(0, 5) : format.isoDate(time).slice(0, 5))
  const whole = (time: string) => (timescale === 'day' ? format.date(time) : format.dateTime(time))
  return (
    <BarChart
      h={HEIGHT}
      type="stacked"
      role="img"
      aria-label={t.graphOf(totals)}
      data={points}
      dataKey="time"
      series={[
        { name: 'came', label: t.in, color: colors.came },
        { name: 'went', label: t.out, color: colors.went },
        { name: 'failed', label: t.failed, color: colors.failed },
      ]}
      gridAxis="none"
      withYAxis={false}
      tickLine="none"
      xAxisProps={{ tickFormatter: short, interval: 'preserveStartEnd', minTickGap: 80 }}
      valueFormatter={formatNumber}
      tooltipProps={{ labelFormatter: (time) => whole(String(time)) }}
      tooltipAnimationDuration={0}
      barChartProps={{ accessibilityLayer: false, barCategoryGap: 2 }}
      barProps={{ isAnimationActive: false }}
    />
  )
}
