import type { onlineLog } from '@ruam/contract/channels/online-log.ts'
import type { Got } from '../../data/api.ts'

type Graph = Got<typeof onlineLog.graph>

export const colors = {
  came: 'var(--ruam-mark)',
  went: 'var(--ruam-duplicated)',
  failed: 'var(--ruam-failed)',
} as const

/** The three series as one point per bar. */
export function barsOf({ timescale, series }: Graph) {
  const named = (name: Graph['series'][number]['name']) => series.find((one) => one.name === name)
  const [came, went, failed] = [named('in'), named('out'), named('failed')]
  const points = (came?.values ?? []).map(({ time, value }, index) => ({
    time,
    came: value,
    went: went?.values[index]?.value ?? 0,
    failed: failed?.values[index]?.value ?? 0,
  }))
  const totals = { came: came?.total ?? 0, went: went?.total ?? 0, failed: failed?.total ?? 0 }
  return { timescale, points, totals }
}
export type Bars = ReturnType<typeof barsOf>
