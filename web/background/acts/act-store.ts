import { type DeviceOwner, deviceDatabase, ownerKey } from '../../data/device.ts'
import type { Act } from './act.ts'

/** Acts of a page whose device keeps none: they are gone with it. */
const ofPage = new Map<string, Act>()

/** True if the acts of this page outlive it. */
export const isLasting = async (): Promise<boolean> => ofPage.size === 0 && (await deviceDatabase()) !== undefined

/** The acts of a person in a store, in their order. */
export async function actsOf(owner: DeviceOwner): Promise<Act[]> {
  const key = ownerKey(owner)
  const database = await deviceDatabase()
  const stored = ((await database?.getAllFromIndex('acts', 'owner', key).catch(() => [])) ?? []) as Act[]
  return [...stored, ...[...ofPage.values()].filter((act) => act.owner === key)].sort((a, b) => a.position - b.position)
}

/** The acts of a person in all stores. */
export async function actsOfPerson(userId: number): Promise<Act[]> {
  const stored = ((await (await deviceDatabase())?.getAll('acts').catch(() => [])) ?? []) as Act[]
  return [...stored, ...ofPage.values()].filter(({ owner }) => owner.startsWith(`${userId}.`))
}

/** Writes an act. A device that is full, shared or private keeps it in the page. */
export async function putAct(act: Act): Promise<void> {
  const database = ofPage.has(act.id) ? undefined : await deviceDatabase()
  const isStored = await database?.put('acts', act).then(
    () => true,
    () => false,
  )
  if (!isStored) ofPage.set(act.id, act)
}

/** Changes an act as it is now, in one transaction; `null` removes it. Returns what is left of it. */
export async function changeAct(id: string, change: (act: Act) => Act | null): Promise<Act | undefined> {
  const inPage = ofPage.get(id)
  if (inPage) {
    const next = change(inPage)
    if (next) ofPage.set(id, next)
    else ofPage.delete(id)
    return next ?? undefined
  }
  const transaction = (await deviceDatabase())?.transaction('acts', 'readwrite')
  const act = (await transaction?.store.get(id)) as Act | undefined
  if (!transaction || !act) return undefined
  const next = change(act)
  await (next ? transaction.store.put(next) : transaction.store.delete(id))
  await transaction.done
  return next ?? undefined
}

export async function removeAct(id: string): Promise<void> {
  if (ofPage.delete(id)) return
  await (await deviceDatabase())?.delete('acts', id).catch(() => undefined)
}
