import { randomUUID } from 'node:crypto'
import { asOwner, type DatabaseServers } from '../database-servers.ts'
import { beginMove, copyPeople, holdWrites, release } from '../store-holds.ts'
import type { ComparedTables, Snapshots } from './compare.ts'
import { withSnapshots } from './compare.ts'
import { closedAt, leaveSource, waitForFunctions } from './leave.ts'
import type { MoverLock } from './mover-lock.ts'
import { copyJobs, removeJobs } from './queued-jobs.ts'
import { waitForMark, writeMark } from './replicate.ts'
import { raiseSequences } from './sequences.ts'
import { beginStep, type Move } from './state.ts'
import type { StoreTable } from './tables.ts'

/** Milliseconds of a hold after which it is given up. With the wait for writers before it, and a rescue after it, 10 s at most. */
const HOLD_MS = 6000
/** Kept for the last steps, which take some hundredths of a second. */
const LAST_STEPS_MS = 1000

/** The copies differ: nothing is flipped. */
export class Different extends Error {}

export interface Holding {
  servers: DatabaseServers
  move: Move
  tables: readonly StoreTable[]
  lock: MoverLock
}

/**
 * Holds the writes of a store until all of its changes are on the target, and works then. Whatever fails releases it. Returns undefined if the
 * target takes too long.
 */
async function whileHeld<T>(
  { servers, move, lock }: Pick<Holding, 'servers' | 'move' | 'lock'>,
  work: (left: () => number, since: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const [source, target] = [servers.get(move.source), servers.get(move.target)]
  await beginStep(servers, move.store, 'held')
  let kept: T | undefined
  const begun = performance.now()
  try {
    await holdWrites(servers, move.store)
    if (lock.lost()) {
      // This process slept while another one moved the store: the hold applies to its new server.
      await release(servers, move.store)
      throw lockLostError()
    }
    const held = performance.now()
    // Restarts the clock: the step may have waited long for writers, which continued meanwhile.
    await beginStep(servers, move.store, 'held')
    const left = () => (move.by_copy ? Number.POSITIVE_INFINITY : HOLD_MS - (performance.now() - held))
    const { since } = await closedAt(source, move.store)
    await waitForFunctions(source)
    await copyPeople(servers, move.store, move.target)
    const mark = randomUUID()
    if (!move.by_copy) {
      await writeMark(source, move.store, mark)
      if (!(await waitForMark(target, move.store, mark, left() - LAST_STEPS_MS))) return undefined
    }
    kept = await work(left, since!)
    return kept
  } catch (error) {
    // Too late for the hold, not for the move.
    if (TOO_LATE.test((error as { code?: string }).code ?? '')) return undefined
    throw error
  } finally {
    const heldMs = Math.round(performance.now() - begun)
    const left = kept !== undefined || !(await reopenStore({ servers, move }))
    await beginStep(servers, move.store, left ? 'settling' : 'following', { held_ms: heldMs })
  }
}

/** An outage of home: the move resumes once it has the lock again. */
export const lockLostError = () => new Error('Connection terminated: it held the lock of the move')

/** Statement timeout and lock timeout. */
const TOO_LATE = /^(57014|55P03)$/

/** Opens a held store again at its current server, and continues its move. Returns false if its old copy is closed for good. */
export async function reopenStore({ servers, move }: Pick<Holding, 'servers' | 'move'>): Promise<boolean> {
  const { state } = await closedAt(servers.get(move.source), move.store)
  if (state === 'moved') return false
  await release(servers, move.store)
  await asOwner(servers.get(move.target).ownerUrl, (client) => removeJobs(client, move.store))
  await beginMove(servers, move.store, move.target)
  return true
}

/** Compares all rows at leisure, as of a moment at which both servers had the same. Returns undefined if the target was too late. */
export async function rehearse(holding: Holding): Promise<ComparedTables | undefined> {
  const { servers, move, tables } = holding
  let compared: Promise<ComparedTables> | undefined
  let done = () => {}
  await whileHeld(holding, async () => {
    await new Promise<void>((opened, failed) => {
      compared = withSnapshots(
        servers.get(move.source),
        servers.get(move.target),
        move.store,
        async (snapshots: Snapshots) => {
          opened()
          await new Promise<void>((released) => {
            done = released
          })
          return snapshots.compare(tables)
        },
      )
      compared.catch(failed)
    })
    // Not the end of a move: the store is released.
    return undefined
  })
  done()
  return compared
}

/** Tables that are compared once more during the last hold take this long together. */
const AGAIN_MS = 1500

/**
 * The last hold: compares the rows, prepares numbers and jobs on the target, and closes the old copy for ever. Returns undefined if it has to be
 * tried again; `slow` then tells that comparing took too long.
 */
export async function leave(
  { servers, move, tables, lock }: Holding,
  rehearsed: ComparedTables | undefined,
  copy: () => Promise<void>,
): Promise<{ left: boolean; slow: boolean }> {
  const [source, target] = [servers.get(move.source), servers.get(move.target)]
  let slow = false
  const kept = await whileHeld({ servers, move, lock }, async (left, since) => {
    if (move.by_copy) await copy()
    slow = rehearsed === undefined
    const chosen = rehearsed ? quickOf(tables, rehearsed) : tables
    const patience = move.by_copy ? undefined : left() - LAST_STEPS_MS
    const compared = await withSnapshots(source, target, move.store, (snapshots) => snapshots.compare(chosen, patience))
    slow = false
    if (compared.different.length > 0) throw new Different(differentSentence(move, compared.different))
    await raiseSequences(source, target, move.store, tables)
    const jobs = await asOwner(source.ownerUrl, (from) =>
      asOwner(target.ownerUrl, (to) => copyJobs(from, to, move.store)),
    )
    await beginStep(servers, move.store, 'leaving', { jobs, compared: rehearsed?.rows ?? compared.rows })
    return left() > 0 && !lock.lost() && (await leaveSource(source, move.store, since)) ? true : undefined
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
