import type { TimedWork } from '../core/clock.ts'

/** Interval of the check, and the CPU time (ms) within it below which the process counts as idle. */
const EVERY_MS = 5000
const REST = 0.05

/** Minimum garbage for a collection: less is not worth the CPU time. */
const WORTH_BYTES = 16 * 1024 * 1024

/** There with `--expose-gc`, which `npm start` gives. `last-resort`: pages that are free go back at once, not to a pool. */
const collectAll = () => void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/**
 * Returns memory when the process is idle. V8 keeps the heap space that a start, an import or a busy hour has filled (32 MB) until a full
 * collection, which an idle process allocates too little to trigger. Takes about 150 ms, during which no request is answered. Idle means
 * by the CPU time of this process, even while PostgreSQL works for it.
 */
export function collectWhenIdle(collect: () => void = collectAll): TimedWork {
  let worked: NodeJS.CpuUsage | undefined
  let left = 0
  return {
    name: 'giveMemoryBackAtRest',
    everyMs: EVERY_MS,
    everyProcess: true,
    async work() {
      // The first look is at the end of the start.
      const { user, system } = process.cpuUsage(worked)
      worked = process.cpuUsage()
      const atRest = (user + system) / 1000 < EVERY_MS * REST
      if (!atRest || process.memoryUsage().heapTotal - left < WORTH_BYTES) return
      collect()
      left = process.memoryUsage().heapTotal
    },
  }
}
