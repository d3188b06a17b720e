import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import type { HourPoint } from './hours.ts'
import { itemText } from './item-text.ts'

const HEIGHT = 104

/** Items taken and failed above each other, by hour. */
export default function HourGraph({ points }: { points: readonly HourPoint[] }) {
  const t = useWords(itemText)
  const format = useFormat()
  const sum = (name: 'taken' | 'failed') => points.reduce((total, point) => total + point[name], 0)
  return (
    <BarChart
      h={HEIGHT}
      type="stacked"
      role="img"
      aria-label={t.graphOf({ items: sum('taken') + sum('failed'), failed: sum('failed') })}
      data={[...points]}
      dataKey="time"
      series={[
        { name: 'taken', label: t.taken, color: 'var(--ruam-mark)' },
        { name: 'failed', label: t.failed, color: 'var(--ruam-failed)' },
      ]}
      gridAxis="none"
      withYAxis={false}
      tickLine="none"
      xAxisProps={{
        tickFormatter: (time: string) => format.isoDate(time).slice(0, 5),
        // A tick a day.
        interval: 23,
      }}
      valueFormatter={formatNumber}
      tooltipProps={{ labelFormatter: (time) => format.dateTime(String(time)) }}
      tooltipAnimationDuration={0}
      barChartProps={{ accessibilityLayer: false, barCategoryGap: 1 }}
      barProps={{ isAnimationActive: false }}
    />
  )
}
