import type { system } from '@ruam/contract/reports/system.ts'
import type { Got } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './System.module.css'
import { text } from './text.ts'

type Hours = Got<typeof system.get>['hours']

const WIDTH = 640
const HEIGHT = 44
/** Height of the hour with the most errors. */
const TICK = 16

/** Requests of the last 24 hours as a line, with a tick for each hour with errors. */
export function HoursGraph({ hours }: { hours: Hours }) {
  const t = useWords(text)
  const format = useFormat()
  const requests = hours.reduce((sum, hour) => sum + hour.requests, 0)
  const errors = hours.reduce((sum, hour) => sum + hour.errors, 0)
  const most = Math.max(1, ...hours.map((hour) => hour.requests))
  const worst = hours.reduce((a, b) => (b.errors > a.errors ? b : a))
  const x = (index: number) => (index / (hours.length - 1)) * WIDTH
  // The present hour has only begun: as a point it would look like a fall.
  const line = hours
    .slice(0, -1)
    .map((hour, index) => `${x(index)},${HEIGHT - 2 - (hour.requests / most) * (HEIGHT - 6)}`)
  const said = [
    t.requests({ count: requests }),
    errors > 0 ? t.errors({ count: errors, time: format.time(worst.hour) }) : t.noErrors,
  ]
  return (
    <figure className={styles.hours}>
      <figcaption>
        <span>{t.lastDay}</span>
        <strong>{said[0]}</strong>
        <span>{said[1]}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={said.join(', ')}>
        <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
        <polyline points={line.join(' ')} />
        {hours.map(
          (hour, index) =>
            hour.errors > 0 && (
              <rect
                key={hour.hour}
                x={Math.min(WIDTH - 3, Math.max(0, x(index) - 1.5))}
                y={HEIGHT - Math.max(6, (hour.errors / worst.errors) * TICK)}
                width={3}
                height={Math.max(6, (hour.errors / worst.errors) * TICK)}
              >
                <title>{t.errorsAt({ time: format.time(hour.hour), count: hour.errors })}</title>
              </rect>
            ),
        )}
      </svg>
      <div>
        <span>{format.dateTime(hours[0]!.hour)}</span>
        <span>{format.time(hours[hours.length >> 1]!.hour)}</span>
        <span>{t.now}</span>
      </div>
    </figure>
  )
}
