/** The jobs whose end this tab waits for. */
export const awaited = new Set<number>()
const listeners = new Set<() => void>()

/** Says that a job has begun: the header shows it at once, and its end is told and makes what is on screen be read again. */
export function watchJob(jobId: number): void {
  awaited.add(jobId)
  for (const listener of listeners) listener()
}

let newest = false

/** The same of a job whose id the answer does not name: the newest one when the list is read next. */
export function watchNewest(): void {
  newest = true
  for (const listener of listeners) listener()
}

/** Whether the newest job is waited for; asked once. */
export function takeNewest(): boolean {
  const asked = newest
  newest = false
  return asked
}

export const onWatch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
