import { MAX_SERVERS } from '../../core/config.ts'
import { decisionsOf } from '../../decisions/list.ts'
import { sealsFileOf } from '../../reports/audit-log/exported-seals.ts'
import type { ListName, SideLists } from '../../storage/side-lists.ts'
import type { MovableStorage } from '../../storage/storage.ts'

/**
 * Moves files one by one: each is whole in its new place before it is removed from the old one. A move that was killed is continued
 * by the next. No process of Ruam may run meanwhile. `only`: the store.
 */
export async function moveFiles(
  from: MovableStorage,
  to: MovableStorage,
  only?: number,
): Promise<{ files: number; bytes: number }> {
  const moved = { files: 0, bytes: 0 }
  for await (const { storeId, keys } of from.olderThan(Number.POSITIVE_INFINITY)) {
    if (only !== undefined && storeId !== only) continue
    for (const key of keys) {
      const size = await from.size(key)
      const there = () => to.size(key).catch(() => undefined)
      if ((await there()) !== size) await to.place(key, from.read(key))
      if ((await there()) !== size) throw new Error(`The file ${key} did not arrive whole: start the move again.`)
      await from.remove(key)
      moved.files++
      moved.bytes += size
    }
  }
  return moved
}

/** Moves the lists outside the database. Merges them with those of the target, because no erased customer may return. */
export async function moveLists(from: SideLists, to: SideLists): Promise<void> {
  await moveList(from, to, 'erasures')
  for (let server = 1; server <= MAX_SERVERS; server++) await moveList(from, to, decisionsOf(server))
  for (let server = 1; server <= MAX_SERVERS; server++) {
    const name = sealsFileOf(server)
    const seals = await from.lines(name)
    if (seals.length === 0) continue
    await to.replace(name, seals)
    await from.replace(name, [])
  }
}

/** Lines added at one time. */
const LINES = 500

async function moveList(from: SideLists, to: SideLists, name: ListName): Promise<void> {
  const known = new Set(await to.lines(name))
  const lines = (await from.lines(name)).filter((line) => !known.has(line))
  for (let first = 0; first < lines.length; first += LINES)
    await to.add(name, lines.slice(first, first + LINES).join('\n'))
  await from.drop(name, () => true)
}
