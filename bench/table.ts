import { statisticsNote } from './statistics.ts'

export interface Figure {
  work: string
  figure: string
  /** CPU per request, of Node and PostgreSQL. */
  cpu?: string
  floor: string
  /** Figure against floor; empty where there is none. */
  ratio: string
}

interface Table {
  /** The size of what was measured. */
  about: string
  figures: Figure[]
}

/** All tables of this run, for docs/performance.md. */
export const tables: Table[] = []

/** Prints figures with their floors. */
export function printFigures(figures: Figure[], about = ''): void {
  const where = [about, statisticsNote].filter(Boolean).join('; ')
  tables.push({ about: where, figures })
  console.log(where)
  console.table(Object.fromEntries(figures.map(({ work, ...rest }) => [work, rest])))
}

export const perSecond = (rows: number, ms: number) => Math.round((rows / ms) * 1000)
export const formatNumber = (value: number) => Math.round(value).toLocaleString('en-US')

/** Milliseconds that work takes, and what it answers. */
export async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const began = performance.now()
  const result = await work()
  return [performance.now() - began, result]
}

/** The value below which `share` of the numbers lie. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}
