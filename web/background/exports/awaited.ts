import { draft, preference } from '../../data/storage.ts'

/** True if the panel is open in this browser. */
export const panelOpen = preference<boolean>('exports-open')

/** The exports that were begun in this browser and whose files have not come yet; it outlives the page, and all tabs share it. */
const kept = (storeId: number) => draft<number[]>('exports', storeId)

const listeners = new Set<() => void>()

/** Says that an export has begun: the panel shows it, and its file comes by itself. */
export function awaitExport(storeId: number, exportId: number): void {
  const entry = kept(storeId)
  entry.set([...(entry.get() ?? []), exportId].slice(-100))
  showExports()
}

/** Opens the panel, also one whose code is still to come. */
export function showExports(): void {
  panelOpen.set(true)
  for (const listener of listeners) listener()
}

export const onAwaited = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Takes one out of the awaited; true for one tab alone of those that ask. */
export async function claimAwaited(storeId: number, exportId: number): Promise<boolean> {
  const take = async () => {
    const entry = kept(storeId)
    const awaited = entry.get() ?? []
    if (!awaited.includes(exportId)) return false
    entry.set(awaited.filter((id) => id !== exportId))
    return true
  }
  return navigator.locks ? navigator.locks.request(`ruam.exports.${storeId}`, take) : take()
}
