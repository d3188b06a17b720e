import { readdirSync, readFileSync } from 'node:fs'

/** Unit of /proc: a hundredth of a second, on every Linux supported by Node. */
const TICK_MS = 10

/** Milliseconds of CPU that a process has spent; `ended`: also those that it began and that are over. Linux alone tells. */
export function cpuOf(pid: number, ended = false): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may hold blanks.
    const [, , , , , , , , , , , user, system, endedUser, endedSystem] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return TICK_MS * (user! + system! + (ended ? endedUser! + endedSystem! : 0))
  } catch {
    // It has ended meanwhile: its parent counts it.
    return 0
  }
}

/** Milliseconds of CPU of a process and all that it began. */
export function cpuBelow(pid: number): number {
  let below = 0
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && parentOf(Number(name)) === pid) below += cpuBelow(Number(name))
  }
  return cpuOf(pid, true) + below
}

/** Times that the threads of a process and of all that it began have slept and woken up. */
export function wakeUpsBelow(pid: number): number {
  let count = 0
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && parentOf(Number(name)) === pid) count += wakeUpsBelow(Number(name))
  }
  return count + wakeUpsOf(pid)
}

/** Same of a process alone. */
export function wakeUpsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((count, thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
      return count + Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    }, 0)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

/** The process that began it; 0 when it is over. */
export function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/**
 * Returns a function that reports the percentage of CPU time stolen by other machines of the host since the call; 0 outside of Linux. A
 * bench with much of it proves little.
 */
export function watchStolen(): () => number {
  const before = timesOfAll()
  return () => {
    const after = timesOfAll()
    const busy = after.busy - before.busy
    return busy > 0 ? Math.round((100 * (after.stolen - before.stolen)) / busy) : 0
  }
}

/** Ticks of all processors that were worked or stolen. */
function timesOfAll(): { busy: number; stolen: number } {
  try {
    const [, user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
      .split('\n', 1)[0]!
      .split(/\s+/)
      .map(Number)
    return { busy: user! + nice! + system! + irq! + softirq! + steal!, stolen: steal! }
  } catch {
    return { busy: 0, stolen: 0 }
  }
}
