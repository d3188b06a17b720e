/** Measured durations of a move's steps, for its log. */
export interface StepTimes {
  /** Measures the work as a step; a step that is repeated adds up. */
  time<T>(step: string, work: () => Promise<T>): Promise<T>
  /** Returns the steps in their order, with seconds; short ones together. */
  shown(): string
}

/** Starts the measurement of a move. */
export function startStepTimes(): StepTimes {
  const start = performance.now()
  const steps = new Map<string, number>()
  return {
    async time(step, work) {
      const begun = performance.now()
      try {
        return await work()
      } finally {
        steps.set(step, (steps.get(step) ?? 0) + performance.now() - begun)
      }
    },
    shown() {
      const all = performance.now() - start
      const long = [...steps].filter(([, ms]) => ms >= SHOWN_MS)
      const rest = long.reduce((left, [, ms]) => left - ms, all)
      const shown = [...long, ['rest', rest] as const].map(([step, ms]) => `${step} ${seconds(ms)}`)
      return `${seconds(all)} s: ${shown.join(', ')}`
    },
  }
}

/** A step as short as this is part of the rest. */
const SHOWN_MS = 100

const seconds = (ms: number) => (ms / 1000).toFixed(2)
