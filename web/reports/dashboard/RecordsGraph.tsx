import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { Timescale } from '@ruam/contract/reports/dashboard.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import styles from './Dashboard.module.css'
import type { Line } from './line.ts'
import { text } from './text.ts'
import { usePointText } from './use-point-text.ts'

const HEIGHT = 124

/** A small graph for each line that holds anything, with the period before as a dotted one. */
export default function RecordsGraph({ lines, timescale }: { lines: Line[]; timescale: Timescale }) {
  const t = useWords(text)
  const called = usePointText(timescale)
  return lines.map(({ name, color, total, points }) =>
    total === 0 ? (
      <p key={name} className={styles.nothing}>
        {name}: {t.noData}
      </p>
    ) : (
      <LineChart
        key={name}
        h={HEIGHT}
        role="img"
        aria-label={t.sumOf({ name, count: total })}
        data={points.map(({ time, value, before }) => ({ time, value, before }))}
        dataKey="time"
        series={[
          { name: 'before', label: t.before, color: 'var(--ruam-control)', strokeDasharray: '3 3' },
          { name: 'value', label: name, color },
        ]}
        withDots={false}
        gridAxis="x"
        strokeDasharray="0"
        strokeWidth={2}
        curveType="linear"
        yAxisProps={{ width: 52, allowDecimals: false }}
        xAxisProps={{ tickFormatter: called.short, interval: 'preserveStartEnd', minTickGap: 48 }}
        valueFormatter={formatNumber}
        tooltipProps={{ labelFormatter: (time) => called.whole(String(time)) }}
        tooltipAnimationDuration={0}
        lineChartProps={{ accessibilityLayer: false }}
        lineProps={{ isAnimationActive: false }}
      />
    ),
  )
}
