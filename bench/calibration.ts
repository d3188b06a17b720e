/** Iterations of a piece: about 25 ms on a server of 2024. */
const STEPS = 1_250_000
const PIECES = 8
/** Difference of two calibrations up to which the machine counts as steady. */
const TOLERANCE = 0.1
/** Words of the table that the loop reads: 256 kB, more than the nearest cache of a core. */
const WORDS = 1 << 16

export interface Calibration {
  /** Milliseconds of the fixed work, before and after. */
  before: number
  after: number
  steady: boolean
}

const table = new Int32Array(WORDS).map((_, place) => Math.imul(place, 2_654_435_761))

/** Returns the milliseconds of a fixed amount of work on one core. The median of its pieces ignores a short interruption. */
function fixedWork(): number {
  const pieces = Array.from({ length: PIECES }, () => {
    const began = performance.now()
    let state = 1
    for (let n = 0; n < STEPS; n++) state = Math.imul(state ^ table[state & (WORDS - 1)]!, 48_271) + n
    table[0] = state
    return performance.now() - began
  }).sort((a, b) => a - b)
  return ((pieces[PIECES / 2 - 1]! + pieces[PIECES / 2]!) / 2) * PIECES
}

let last: { ms: number; at: number } | undefined

/** Calibrates; the next figure is compared with this moment. */
export function calibrate(): number {
  // The first call also pays for the compilation of the loop.
  if (!last) fixedWork()
  const ms = fixedWork()
  last = { ms, at: performance.now() }
  return ms
}

/** Returns the latest calibration, or calibrates if it is older. */
export function calibrated(maxAgeMs: number): number {
  return last && performance.now() - last.at <= maxAgeMs ? last.ms : calibrate()
}

/** Compares two calibrations. */
export const compareCalibrations = (before: number, after: number): Calibration => ({
  before,
  after,
  steady: Math.max(before, after) <= Math.min(before, after) * (1 + TOLERANCE),
})
