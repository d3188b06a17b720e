/** The jobs whose end this tab waits for. */
export const awaited = new Set<number>()
const listeners = new Set<() => void>()

/** Says that a job has begun: the header shows it at once, and its end is announced and refreshes the screen. */
export function watchJob(jobId: number): void {
  awaited.add(jobId)
  for (const listener of listeners) listener()
}

export const onWatch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
