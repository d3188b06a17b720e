import type { Bar } from './bars.ts'
import { type Calibration, calibrate, calibrated, compareCalibrations } from './calibration.ts'
import { statisticsNote } from './statistics.ts'

export interface Figure {
  work: string
  figure: string
  /** Number of measurements; one if it is left out. */
  n?: number
  /** Least and greatest measurement. */
  spread?: string
  /** CPU per request, of Node and PostgreSQL. */
  cpu?: string
  floor: string
  /** Figure against floor; empty where there is none. */
  ratio: string
  bar?: Bar
  calibration?: Calibration
}

export interface Table {
  /** The size of what was measured. */
  about: string
  figures: Figure[]
}

/** All tables of this run, for docs/performance.md. */
export const tables: Table[] = []

/** Tries of a figure on a machine whose speed changes. */
const TRIES = 3
/** Age of a calibration that still describes the moment before a figure. */
const FRESH_MS = 1000

/** Rows of a table, each between two calibrations of the machine. */
export class Figures {
  readonly rows: Figure[] = []

  constructor() {
    calibrated(FRESH_MS)
  }

  /** Adds what was measured since the last calibration, which cannot be repeated. */
  add(...rows: Figure[]): void {
    this.#keep(calibratedRows(rows))
  }

  /** Measures and adds; measures again while the machine changes its speed. */
  async measure(work: () => Promise<Figure | Figure[]>): Promise<void> {
    for (let tries = 1; ; tries++) {
      const before = calibrated(FRESH_MS)
      const rows = [await work()].flat()
      const calibration = compareCalibrations(before, calibrate())
      if (!calibration.steady && tries < TRIES) continue
      this.#keep(rows.map((row) => ({ ...row, calibration })))
      return
    }
  }

  /** Keeps rows, and prints them at once: a bench may last minutes. */
  #keep(rows: readonly Figure[]): void {
    for (const { work, figure } of rows) console.log(`${work}: ${figure}`)
    this.rows.push(...rows)
  }
}

function calibratedRows(rows: readonly Figure[]): Figure[] {
  if (rows.every((row) => row.calibration)) return [...rows]
  const calibration = compareCalibrations(calibrated(Number.POSITIVE_INFINITY), calibrate())
  return rows.map((row) => ({ calibration, ...row }))
}

/** Prints figures with their floors. */
export function printFigures(measured: Figures | Figure[], about = ''): void {
  const figures = calibratedRows(measured instanceof Figures ? measured.rows : measured)
  const where = [about, statisticsNote].filter(Boolean).join('; ')
  tables.push({ about: where, figures })
  console.log(where)
  console.table(
    Object.fromEntries(
      figures.map(({ work, bar, calibration, ...rest }) => [
        work,
        { ...rest, bar: bar ? `${bar.missed ? 'MISSED: ' : ''}${bar.text}` : '', ...stateOf(calibration) },
      ]),
    ),
  )
}

const stateOf = (calibration: Calibration | undefined) => ({
  machine: calibration ? `${calibration.before.toFixed(0)}, ${calibration.after.toFixed(0)} ms` : '',
  ...(calibration?.steady === false && { unsteady: true }),
})

/** Returns the number of measurements and their least and greatest, for a row. */
export function spreadOf(numbers: readonly number[], digits = 1): { n: number; spread: string } {
  const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)]
  return { n: numbers.length, spread: `${least.toFixed(digits)} to ${greatest.toFixed(digits)}` }
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
