import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './Today.module.css'
import { text } from './text.ts'
import { useDayName } from './use-month-name.ts'
import type { ShopToday } from './use-shop.ts'

const HEIGHT = 268

/** This month as a line that ends in a hollow point, since today is not over; last month dotted. */
export default function SalesGraph({ today: { series, sales } }: { today: ShopToday }) {
  const t = useWords(text)
  const dayName = useDayName()
  const last = series.length - 1
  return (
    <LineChart
      h={HEIGHT}
      role="img"
      aria-label={t.sumOf({ name: t.salesPerDay, count: formatPrice(sales.value) })}
      data={series.map(({ day, sales: value, before }) => ({ day, value, before: before?.sales }))}
      dataKey="day"
      series={[
        { name: 'before', color: 'var(--ruam-text-3)', strokeDasharray: '3 3' },
        { name: 'value', color: 'var(--ruam-mark)' },
      ]}
      withDots={false}
      gridAxis="x"
      strokeDasharray="0"
      strokeWidth={2}
      curveType="linear"
      yAxisProps={{ width: 64, allowDecimals: false }}
      xAxisProps={{ tickFormatter: dayName, interval: 'preserveStartEnd', minTickGap: 48 }}
      valueFormatter={formatNumber}
      tooltipAnimationDuration={0}
      tooltipProps={{
        content: ({ label }) => <BothDays point={series.find(({ day }) => day === label)} />,
      }}
      lineChartProps={{ accessibilityLayer: false }}
      lineProps={({ name }) => ({
        isAnimationActive: false,
        dot:
          name === 'value'
            ? ({ cx, cy, index }: { cx?: number; cy?: number; index?: number }) =>
                index === last && cx !== undefined && cy !== undefined ? (
                  <circle key="today" cx={cx} cy={cy} r={4} className={styles.hollow} />
                ) : (
                  <g key={index} />
                )
            : false,
      })}
    />
  )
}

/** Both dates of a point in full, with their sales. */
function BothDays({ point }: { point: ShopToday['series'][number] | undefined }) {
  const format = useFormat()
  if (!point) return null
  return (
    <dl className={styles.tip}>
      <div>
        <dt>
          <i data-now />
          {format.date(point.day)}
        </dt>
        <dd>{formatPrice(point.sales)}</dd>
      </div>
      {point.before && (
        <div>
          <dt>
            <i />
            {format.date(point.before.day)}
          </dt>
          <dd>{formatPrice(point.before.sales)}</dd>
        </div>
      )}
    </dl>
  )
}
