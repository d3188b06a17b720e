import { leaveStore, openThere } from '../store-holds.ts'
import { type ComparedTables, compareAtOnce, compareEach } from './compare.ts'
import { inStoreAsOwner } from './connect.ts'
import { type Holding, LAST_STEPS_MS, withWritesStopped } from './hold.ts'
import { copyJobs } from './queued-jobs.ts'
import { raiseSequences } from './sequences.ts'
import { beginStep, type Move } from './state.ts'
import type { StoreTable } from './tables.ts'

/** The copies differ: nothing is flipped. */
export class Different extends Error {}

/** Compares all rows at leisure, as of a moment at which both servers had the same. Returns undefined if the target was too late. */
export async function rehearse(holding: Holding): Promise<ComparedTables | undefined> {
  const { servers, move, tables, times } = holding
  const inSnapshot = 'begin isolation level repeatable read read only'
  return inStoreAsOwner(servers.get(move.source).ownerUrl, move.store, (here) =>
    inStoreAsOwner(servers.get(move.target).ownerUrl, move.store, async (there) => {
      let opened = false
      await withWritesStopped(holding, async () => {
        // The first statement takes the snapshot.
        for (const end of [here, there]) await end.query(`${inSnapshot}; select 1 from store_closed limit 1`)
        opened = true
        // Not the end of a move: the store is released.
        return undefined
      })
      return opened ? times.time('compare', () => compareEach(here, there, move.store, tables)) : undefined
    }),
  )
}

/** Tables that are compared once more during the last hold take this long together. */
const AGAIN_MS = 1000

/**
 * The last hold: compares the rows, prepares numbers and jobs on the target, closes the old copy for ever and opens the new one. Returns undefined if
 * it has to be tried again; `slow` then tells that comparing took too long.
 */
export async function leave(
  holding: Holding,
  rehearsed: ComparedTables | undefined,
  copy: () => Promise<void>,
): Promise<{ left: boolean; slow: boolean }> {
  const { move, tables, lock, ends, times } = holding
  const { home, source, target } = ends
  let slow = false
  const kept = await withWritesStopped(holding, async ({ since, left }) => {
    if (move.by_copy) await copy()
    slow = rehearsed === undefined
    const chosen = rehearsed ? quickOf(tables, rehearsed) : tables
    const compared = await times.time('compare in the hold', () =>
      compareAtOnce(source, target, move.store, chosen, left() - LAST_STEPS_MS),
    )
    slow = false
    if (compared.different.length > 0) throw new Different(differentSentence(move, compared.different))
    const jobs = await times.time('sequences and jobs', async () => {
      await raiseSequences(source, target, tables)
      return copyJobs(source, target, move.store)
    })
    await beginStep(home, move.store, 'leaving', { jobs, compared: rehearsed?.rows ?? compared.rows })
    return times.time('switch', async () => {
      if (left() < 0 || lock.lost() || !(await leaveStore(source, move.store, since))) return undefined
      await openThere(ends, move.store, move.target)
      return true
    })
  })
  return { left: kept === true, slow }
}

export const differentSentence = ({ store, target }: Move, different: readonly string[]) =>
  `The copy on server ${target} differs in ${different.join(', ')}. Nothing was switched, and store ${store} works where it was. ` +
  `Run \`npm run store:move ${store} ${target} --cancel\`, then the command again, which copies everything from the start.`

function quickOf(tables: readonly StoreTable[], { ms }: ComparedTables): StoreTable[] {
  let all = 0
  return tables
    .toSorted((a, b) => (ms.get(a.name) ?? 0) - (ms.get(b.name) ?? 0))
    .filter(({ name }) => {
      all += ms.get(name) ?? 0
      return all < AGAIN_MS
    })
}
