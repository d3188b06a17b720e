import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import { preference, userData } from './storage.ts'

// Copies that this device keeps of a store, so that staff at a counter can work without a connection (decision 84). Every cache uses it:
// a kind names the fields that are kept, and sensitive ones are never among them.

const NAME = 'ruam-device'
const VERSION = 1
/** Longest that a copy is used. */
const COPY_MS = 12 * 3_600_000
/** Most copies of one kind, unless it says: enough for a day at a counter. */
const MOST = 300

/** Whose copy or act it is. */
export interface DeviceOwner {
  userId: number
  storeId: number
}
export const ownerKey = ({ userId, storeId }: DeviceOwner) => `${userId}.${storeId}`

/** A kind of copies. `pick` names each field that is kept; everything else of an answer is left out. */
export interface CopyKind<T> {
  name: string
  pick: (value: T) => T
  most?: number
}

interface Copy {
  owner: string
  kind: string
  id: string
  at: number
  value: unknown
}

/** An act that waits, as the queue writes it. */
export interface StoredAct {
  id: string
  owner: string
  position: number
  state: string
}

interface Schema extends DBSchema {
  copies: { key: [string, string, string]; value: Copy; indexes: { owner: string; at: number } }
  acts: { key: string; value: StoredAct; indexes: { owner: string } }
}

/** Ticked at sign-in: several people use this device, so nothing is kept on it. */
export const sharedDevice = preference<boolean>('shared-device')

/** Remembers the choice of the sign-in. A device that becomes shared loses its copies first. */
export function shareDevice(shared: boolean): void {
  if (shared) void wipeCopies()
  sharedDevice.set(shared)
}

let opening: Promise<IDBPDatabase<Schema> | undefined> | undefined

/** The database of this device; undefined if nothing may be kept, or the browser refuses one. */
export function deviceDatabase(): Promise<IDBPDatabase<Schema> | undefined> {
  if (sharedDevice.get()) return Promise.resolve(undefined)
  opening ??= open().catch(() => undefined)
  return opening
}

async function open(): Promise<IDBPDatabase<Schema> | undefined> {
  if (typeof indexedDB === 'undefined') return undefined
  const database = await openDB<Schema>(NAME, VERSION, {
    upgrade(fresh) {
      const copies = fresh.createObjectStore('copies', { keyPath: ['owner', 'kind', 'id'] })
      copies.createIndex('owner', 'owner')
      copies.createIndex('at', 'at')
      fresh.createObjectStore('acts', { keyPath: 'id' }).createIndex('owner', 'owner')
    },
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opening = undefined
    },
  })
  const { store } = database.transaction('copies', 'readwrite')
  for (const key of await store.index('at').getAllKeys(IDBKeyRange.upperBound(Date.now() - COPY_MS)))
    await store.delete(key)
  return database
}

/** Copies of a kind, by the key of their store. */
const rangeOf = (owner: DeviceOwner, { name }: { name: string }) =>
  IDBKeyRange.bound([ownerKey(owner), name], [ownerKey(owner), name, []])

/** Keeps a copy. One that does not fit, or comes after a sign-out, is dropped. */
export async function storeCopy<T>(
  owner: DeviceOwner,
  kind: CopyKind<T>,
  id: string | number,
  value: T,
): Promise<void> {
  const database = await deviceDatabase()
  if (!database) return
  try {
    const { store, done } = database.transaction('copies', 'readwrite')
    // A sign-out in another tab clears storage first, then the copies: whatever passes here is cleared by it.
    if (userData.get()?.id !== owner.userId) return
    await store.put({
      owner: ownerKey(owner),
      kind: kind.name,
      id: String(id),
      at: Date.now(),
      value: kind.pick(value),
    })
    if ((await store.count(rangeOf(owner, kind))) > (kind.most ?? MOST)) {
      const all = (await store.getAll(rangeOf(owner, kind))).sort((a, b) => b.at - a.at)
      for (const old of all.slice(kind.most ?? MOST)) await store.delete([old.owner, old.kind, old.id])
    }
    await done
  } catch {
    // A full device keeps less.
  }
}

/** A copy and the time it was made. */
export interface StoredCopy<T> {
  id: string
  at: number
  value: T
}

const isUsed = ({ at }: { at: number }) => at > Date.now() - COPY_MS
const shown = <T>({ id, at, value }: Copy): StoredCopy<T> => ({ id, at, value: value as T })

/** The copies of a kind, newest first. */
export async function storedCopies<T>(owner: DeviceOwner, kind: CopyKind<T>): Promise<StoredCopy<T>[]> {
  const database = await deviceDatabase()
  const all = await database?.getAll('copies', rangeOf(owner, kind)).catch(() => [])
  return (all ?? [])
    .filter(isUsed)
    .sort((a, b) => b.at - a.at)
    .map((copy) => shown<T>(copy))
}

/** A copy of a kind; undefined if the device has none. */
export async function storedCopy<T>(
  owner: DeviceOwner,
  { name }: CopyKind<T>,
  id: string,
): Promise<StoredCopy<T> | undefined> {
  const database = await deviceDatabase()
  const copy = await database?.get('copies', [ownerKey(owner), name, id]).catch(() => undefined)
  return copy && isUsed(copy) ? shown<T>(copy) : undefined
}

export async function removeCopy(owner: DeviceOwner, { name }: { name: string }, id: string): Promise<void> {
  const database = await deviceDatabase()
  await database?.delete('copies', [ownerKey(owner), name, id]).catch(() => undefined)
}

/** A database that a newer build has left on this device. Opening one that is not there would make an empty one. */
async function newerDatabase(): Promise<IDBPDatabase<Schema> | undefined> {
  const all = await indexedDB.databases()
  return all.some(({ name, version = 0 }) => name === NAME && version > VERSION) ? openDB<Schema>(NAME) : undefined
}

/** Removes all copies; of one store, or of all others, if given. Waiting acts stay with their owner. */
export async function wipeCopies(which: { store?: number; except?: number } = {}): Promise<void> {
  const own = await (opening ?? deviceDatabase())
  const database = own ?? (await newerDatabase().catch(() => undefined))
  if (!database) return
  const { store, except } = which
  try {
    const transaction = database.transaction('copies', 'readwrite')
    if (store === undefined && except === undefined) await transaction.store.clear()
    for (const key of await transaction.store.getAllKeys()) {
      const of = Number(key[0].split('.')[1])
      if (store === of || (except !== undefined && except !== of)) await transaction.store.delete(key)
    }
    await transaction.done
    // An act that was sent stays a moment for its undo, which ends with the login.
    const acts = database.transaction('acts', 'readwrite').store
    for (const { id, state } of await acts.getAll()) if (state === 'sent') await acts.delete(id)
    if (!own) database.close()
  } catch {
    database.close()
    opening = undefined
    await deleteDB(NAME).catch(() => undefined)
  }
}
