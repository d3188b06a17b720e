import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'
import { useSizes } from './use-sizes.ts'

/** Members over time. */
export function SizeGraph({ id }: { id: number }) {
  const t = useWords(text)
  const format = useFormat()
  const { data } = useSizes(id)
  if (!data) return <div className={styles.graphPlace} />
  // As high as the graph: the list below stays where it is when the second calculation ends.
  if (data.data.length < 2) return <p className={`${styles.quiet} ${styles.graphPlace}`}>{t.noSize}</p>
  return (
    <LineChart
      h={64}
      role="img"
      aria-label={t.size}
      data={data.data}
      dataKey="at"
      series={[{ name: 'people', label: t.people, color: 'var(--ruam-mark)' }]}
      withDots={false}
      withYAxis={false}
      withXAxis={false}
      gridAxis="none"
      strokeWidth={2}
      curveType="linear"
      yAxisProps={{ domain: ['auto', 'auto'] }}
      tooltipProps={{ labelFormatter: (at) => format.dateTime(String(at)) }}
      valueFormatter={formatNumber}
      lineChartProps={{ accessibilityLayer: false }}
      lineProps={{ isAnimationActive: false }}
    />
  )
}
