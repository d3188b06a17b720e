/** Milliseconds between two lines, on a terminal that overwrites them and in a log. */
const EVERY_MS = { terminal: 500, log: 15_000 }

export interface Progress {
  /** Names what follows, and how many bytes or steps it will be. */
  phase(name: string, total: number, unit?: 'bytes' | 'steps'): void
  add(done: number): void
  /** Ends the line on a terminal. */
  end(): void
}

export const silent: Progress = { phase() {}, add() {}, end() {} }

/** Shows percent, rate and time left of each phase. */
export function showProgress(
  out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
  now = () => performance.now(),
): Progress {
  let phase = { name: '', total: 0, unit: 'bytes', done: 0, began: 0 }
  let shown = 0
  let open = false
  const line = () => {
    const { name, total, unit, done, began } = phase
    const seconds = (now() - began) / 1000
    const rate = done / Math.max(seconds, 0.001)
    const share = total === 0 ? 1 : Math.min(1, done / total)
    const left = rate > 0 ? timeOf(Math.max(0, total - done) / rate) : '?'
    const way = unit === 'bytes' ? `${(rate / 2 ** 20).toFixed(0)} MB/s` : `${done} of ${total}`
    return `${name}: ${Math.floor(share * 100)} %, ${way}, ${left} left`
  }
  const show = () => {
    shown = now()
    out.write(out.isTTY ? `\r\x1b[K${line()}` : `${line()}\n`)
    open = out.isTTY === true
  }
  const end = () => {
    if (open) out.write('\r\x1b[K')
    open = false
  }
  return {
    phase(name, total, unit = 'bytes') {
      end()
      phase = { name, total, unit, done: 0, began: now() }
      shown = now()
    },
    add(done) {
      phase.done += done
      if (now() - shown >= (out.isTTY ? EVERY_MS.terminal : EVERY_MS.log)) show()
    },
    end,
  }
}

/** `3:07`, or `1:02:09` with hours. */
function timeOf(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const [hours, ...rest] = parts as [number, number, number]
  const padded = rest.map((part, place) => (place > 0 || hours > 0 ? String(part).padStart(2, '0') : String(part)))
  return [...(hours > 0 ? [hours] : []), ...padded].join(':')
}
