/** Milliseconds in which the same error is logged once. */
const WINDOW_MS = 1000
/** Different errors that are told apart at one time; beyond them, new ones count as one. */
const MAX_ERRORS = 200

interface Window {
  /** Repetitions since the last line. */
  repeated: number
  /** Writes the newest repetition. */
  write: ((leftOut: number) => void) | undefined
}

let leftOut = 0

/** Returns the error lines of this process that were left out. */
export const leftOutLines = (): number => leftOut

/**
 * Returns a filter of error lines. The first of an error is written at once; of its repetitions the newest is written after a second, with the
 * number of those left out.
 */
export function oncePerSecond(windowMs = WINDOW_MS) {
  const windows = new Map<string, Window>()
  const open = (key: string) => {
    const window: Window = { repeated: 0, write: undefined }
    windows.set(key, window)
    setTimeout(() => close(key, window), windowMs).unref()
  }
  const close = (key: string, { repeated, write }: Window) => {
    windows.delete(key)
    if (!write) return
    open(key)
    write(repeated - 1)
  }
  return (line: unknown, message: unknown, write: (leftOut: number) => void): void => {
    const key = keyOf(line, message)
    const known = windows.has(key) || windows.size < MAX_ERRORS ? key : ''
    const window = windows.get(known)
    if (!window) {
      open(known)
      write(0)
      return
    }
    if (window.repeated > 0) leftOut++
    window.repeated++
    window.write = write
  }
}

/** Returns what makes errors the same: type, code and message, without what quotes or numbers in it name. */
function keyOf(line: unknown, message: unknown): string {
  const error = (line as { err?: unknown } | null)?.err ?? line
  if (!(error instanceof Error)) return plain(String(typeof line === 'string' ? line : message))
  return `${error.name} ${(error as { code?: string }).code ?? ''} ${plain(error.message)}`
}

const plain = (text: string) => text.slice(0, 300).replace(/"[^"]*"|'[^']*'|[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#')
