import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { ReferenceArea } from 'recharts'
import { useMonthNames } from '../../broadcasts/calendar/use-month-names.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import type { MonthsProps } from './MonthTable.tsx'
import { rehearsalText } from './rehearsal-text.ts'

const HEIGHT = 310
/** Pixels between a bar and the number above it. */
const GAP = 6

interface LabelProps {
  x?: number | string
  y?: number | string
  width?: number | string
  index?: number
}

/** Entrants of each month, those with a message below the others, with their number above. */
export default function MonthBars({ months, chosen, onChoose }: MonthsProps) {
  const t = useWords(rehearsalText)
  const names = useMonthNames()
  const bars = months.map(({ month, entered, messaged }) => ({ month, messaged, others: entered - messaged, entered }))
  const sum = (part: 'entered' | 'messaged') => bars.reduce((total, bar) => total + bar[part], 0)
  const total = ({ x = 0, y = 0, width = 0, index = 0 }: LabelProps) => (
    <text
      x={Number(x) + Number(width) / 2}
      y={Number(y) - GAP}
      textAnchor="middle"
      fontSize={13}
      fontWeight={600}
      fill="var(--ruam-text)"
    >
      {formatNumber(bars[index]?.entered)}
    </text>
  )
  // The year is said at its first month.
  const tick = (month: string) =>
    month === months[0]?.month || month.endsWith('-01')
      ? names.shortMonth(month)
      : names.shortMonth(month).split(' ')[0]!
  return (
    <div role="img" aria-label={t.chartOf({ entered: sum('entered'), messaged: sum('messaged') })}>
      <BarChart
        h={HEIGHT}
        type="stacked"
        // Its tooltip has pictures without a name.
        aria-hidden
        data={bars}
        dataKey="month"
        series={[
          { name: 'messaged', label: t.messaged, color: 'var(--ruam-mark)' },
          { name: 'others', label: t.others, color: 'var(--ruam-duplicated)' },
        ]}
        tickLine="none"
        xAxisProps={{ tickFormatter: tick, interval: 0, fontSize: 12 }}
        yAxisProps={{ allowDecimals: false, width: 40 }}
        valueFormatter={formatNumber}
        // Without a month until a bar is pointed at.
        tooltipProps={{ labelFormatter: (month) => (month ? names.month(String(month)) : '') }}
        tooltipAnimationDuration={0}
        barChartProps={{
          accessibilityLayer: false,
          barCategoryGap: '16%',
          margin: { top: 24 },
          style: { cursor: 'pointer' },
          onClick: ({ activeLabel }) => activeLabel !== undefined && onChoose(String(activeLabel)),
        }}
        barProps={({ name }) => ({ isAnimationActive: false, ...(name === 'others' && { label: total }) })}
      >
        {chosen && <ReferenceArea x1={chosen} x2={chosen} fill="var(--ruam-accent-soft)" fillOpacity={1} />}
      </BarChart>
    </div>
  )
}
