import type { TimedWork } from './clock.ts'

/** Interval of the check, and the CPU time (ms) within it below which the process counts as idle. */
const EVERY_MS = 5000
const REST = 0.05

/** A collection of less takes the processor from somebody for nothing. */
const WORTH_BYTES = 16 * 1024 * 1024

/** There with `--expose-gc`, which `npm start` gives. `last-resort`: pages that are free go back at once, not to a pool. */
const collectAll = () => void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/**
 * Gives memory back when the process has come to rest. V8 keeps the room in which a start, an import or a busy hour has put what was new
 * (32 MB) until it collects everything, and a process at rest makes too little for it to ever do so. Takes some 150 ms, in which
 * nothing is answered; it counts as at rest by its own processor time, also while PostgreSQL works for it.
 */
export function giveMemoryBackAtRest(collect: () => void = collectAll): TimedWork {
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
