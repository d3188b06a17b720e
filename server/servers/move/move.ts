import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '../../core/sqlstate.ts'
import { asOwner, type DatabaseServers } from '../database-servers.ts'
import { beginMove, closedAt, readPlacement, release } from '../store-holds.ts'
import type { ComparedTables } from './compare.ts'
import { inStoreAsOwner, withEnds } from './connect.ts'
import { copyRows, copyStore } from './copy-store.ts'
import { finishMove } from './finish.ts'
import { type Holding, lockLostError } from './hold.ts'
import { Different, differentSentence, leave, rehearse } from './leave.ts'
import { removeLeftovers, removeTarget, unlessAway } from './leftovers.ts'
import { acquireMoverLock, type MoverLock } from './mover-lock.ts'
import { copyPeople } from './people.ts'
import { planMove } from './plan.ts'
import { removeCopy } from './remove-copy.ts'
import {
  isFollowing,
  readErrors,
  startReplication,
  stopReplication,
  unpublish,
  waitForMark,
  writeMark,
} from './replicate.ts'
import { beginRecord, beginStep, isUnderWay, type Move, readMove } from './state.ts'
import { type StepTimes, startStepTimes } from './step-times.ts'
import { storeTables } from './tables.ts'

interface MoveOptions {
  servers: DatabaseServers
  storeId: number
  /** Number of the server. */
  to: number
  secretKey: string
  /** Holds writes during a plain COPY instead of replicating. */
  byCopy?: boolean
  say: (line: string) => void
  signal?: AbortSignal
}

/** Without a hold, changes must arrive within this time before one is worth trying. */
const CLOSE_MS = 1000
/** A worker that looks after the move has its lock for as long. */
const LOCK_MS = 2000
/** Errors of replication after which the command gives in: the servers repeat them every 5 s. */
const MOST_ERRORS = 20

/** Moves a store to another server. Goes on with what an interrupted call began. Errors are sentences that say what to do. */
export async function moveStore(options: MoveOptions): Promise<Move | undefined> {
  const { servers, storeId, to, say } = options
  const times = startStepTimes()
  const plan = await times.time('plan', () => planMove(servers, storeId, to, { byCopy: options.byCopy ?? false }))
  const lock = await lockOf(servers, storeId)
  const read = () => asOwner(servers.home.ownerUrl, (home) => readMove(home, storeId))
  try {
    if (plan.done) {
      const move = await read()
      if (move?.step === 'settling') await withEnds(servers, move, (ends) => finishMove(servers, ends, move))
      say(`Store ${storeId} is on server ${to}: there is nothing to move.`)
      return move
    }
    for (const line of announcement(storeId, plan.name, plan.from, to, plan.byCopy)) say(line)
    await throughOutages(options, { lock, times }, plan.from, plan.byCopy)
    const moved = (await read())!
    say(
      `Store ${storeId} is on server ${to}. ${shown(moved.compared ?? 0)} rows were compared, and writes were held for ${(moved.held_ms / 1000).toFixed(1)} s. ` +
        `The old copy on server ${plan.from} stays for a day and is then removed.`,
    )
    say(`It took ${times.shown()}.`)
    return moved
  } finally {
    await lock.now.release()
  }
}

/** The lock may be taken again after an outage of home. */
interface HeldLock {
  now: MoverLock
}

async function lockOf({ home }: DatabaseServers, storeId: number): Promise<HeldLock> {
  const now = await acquireMoverLock(home.ownerUrl, storeId, LOCK_MS)
  if (!now) throw new Error(`Another process is moving store ${storeId}: wait until it has ended.`)
  return { now }
}

const announcement = (storeId: number, name: string, from: number, to: number, byCopy: boolean) => [
  `Store ${storeId} (${name}) moves from server ${from} to server ${to}.`,
  byCopy
    ? 'Its writes are held until all of its rows are copied and compared: calls that change something answer 503 meanwhile, and jobs wait.'
    : 'Its rows are copied while it works. Then its writes wait for at most 5 s, all rows are compared, and it goes on at the new server.',
  'Files stay where they are. People who work in the store need not do anything; browsers reconnect by themselves.',
  'Ctrl-C interrupts it: the same command goes on, and --cancel gives it up.',
]

/** A server that is away is waited for. */
async function throughOutages(
  options: MoveOptions,
  { lock, times }: { lock: HeldLock; times: StepTimes },
  from: number,
  byCopy: boolean,
): Promise<void> {
  let said = false
  for (;;) {
    try {
      if (lock.now.lost()) lock.now = (await lockOf(options.servers, options.storeId)).now
      return await proceed(options, { lock: lock.now, times }, from, byCopy)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!isOutage(error)) throw error
      if (!said) options.say(`A database server does not answer (${(error as Error).message}): waiting for it.`)
      said = true
      await times.time('outages', () => sleep(1000))
    }
  }
}

/** Goes on from wherever the move is. */
async function proceed(
  options: MoveOptions,
  { lock, times }: Pick<Holding, 'lock' | 'times'>,
  from: number,
  byCopy: boolean,
): Promise<void> {
  const { servers, storeId: store, to } = options
  await withEnds(servers, { store, source: from, target: to }, async (ends) => {
    const { home } = ends
    const place = await readPlacement(servers, store)
    let move = await readMove(home, store)
    const state = await closedAt(ends.source, store)
    if (move?.target === to && (place?.server === to || state === 'moved')) return finishMove(servers, ends, move)
    if (state === 'held') await release(ends, store)
    await beginMove(ends, store, to)
    const isNew = !isUnderWay(move) || move.target !== to || move.source !== from
    if (isNew || move?.by_copy !== byCopy) {
      await beginRecord(home, { store, source: from, target: to, by_copy: byCopy })
      move = (await readMove(home, store))!
    }
    const tables = await storeTables(ends.source)
    const holding = { servers, ends, move: move!, tables, lock, times }
    let copied = 0
    if (byCopy) {
      await copyPeople(servers, ends.source, store, to)
      await stopReplication(servers.get(from), servers.get(to), store)
    } else {
      await beginStep(home, store, 'copying')
      copied = await follow(options, holding)
      await beginStep(home, store, 'following')
    }
    await leaveAtLast(options, holding, copied)
    await times.time('settle', async () => finishMove(servers, ends, (await readMove(home, store))!))
  })
}

/** Copies the store's rows, and lets the target follow them. Returns the number of rows; 0 if an earlier call copied them. */
async function follow(options: MoveOptions, { servers, move, tables, lock, times }: Holding): Promise<number> {
  const { say, signal, secretKey } = options
  const [source, target] = [servers.get(move.source), servers.get(move.target)]
  let [said, rows] = [0, 0]
  await startReplication(source, target, {
    ...{ storeId: move.store, tables, secretKey, times, say, signal },
    empty: () => removeCopy(target.ownerUrl, move.store),
    async copy(reader) {
      await times.time('people', () => copyPeople(servers, reader, move.store, move.target))
      await inStoreAsOwner(target.powerUrl, move.store, (writer) =>
        copyRows(reader, writer, move.store, tables, {
          ...{ times, signal },
          onTable(copied) {
            if (lock.lost()) throw lockLostError()
            rows = copied.rows
            const tenths = Math.floor((copied.tables / copied.of) * 10)
            if (tenths > said) say(`Copied ${copied.tables} of ${copied.of} tables, ${shown(copied.rows)} rows.`)
            said = tenths
          },
        }),
      )
    },
  })
  return rows
}

const shown = (count: number) => count.toLocaleString('en-US')

/** Rows that a busy server compares within a hold. */
const QUICK_ROWS = 20_000

/** Tries until the old copy is closed for ever. `copied`: number of rows. */
async function leaveAtLast(options: MoveOptions, holding: Holding, copied: number): Promise<void> {
  const { say, signal } = options
  const { move } = holding
  let rehearsed: ComparedTables | undefined
  let isSlow = copied > QUICK_ROWS && !move.by_copy
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted()
    if (holding.lock.lost()) throw lockLostError()
    if (!move.by_copy) await holding.times.time('catch up', () => untilClose(options, holding))
    if (isSlow && !rehearsed) {
      say(
        'Comparing takes longer than writes may be held: all rows are compared as of one moment while the store works.',
      )
      rehearsed = await rehearse(holding)
      if (rehearsed && rehearsed.different.length > 0) throw new Different(differentSentence(move, rehearsed.different))
      if (rehearsed) continue
    } else {
      const { left, slow } = await leave(holding, rehearsed, () => copyAll(options, holding))
      if (left) return
      isSlow ||= slow
      if (slow) continue
    }
    say(
      'Writers or the new server did not follow in time: the store goes on where it is, and the switch is tried again.',
    )
    await holding.times.time('pauses', () => sleep(Math.min(tries, 30) * 500))
  }
}

/** Waits until changes arrive quickly. */
async function untilClose({ servers, say, signal }: MoveOptions, { move, ends }: Holding): Promise<void> {
  const target = servers.get(move.target)
  const before = await readErrors(target, move.store)
  for (let said = false; ; said = true) {
    const mark = randomUUID()
    await writeMark(ends.source, move.store, mark)
    if (await waitForMark(ends.target, move.store, mark, CLOSE_MS)) return
    if (!said) say('Waiting until the changes since then have arrived.')
    signal?.throwIfAborted()
    if (await waitForMark(ends.target, move.store, mark, 10_000)) continue
    if (!(await isFollowing(servers.get(move.source), target, move.store)))
      throw new Error(`The replication of store ${move.store} was removed meanwhile: call the command again.`)
    if ((await readErrors(target, move.store)) - before >= MOST_ERRORS)
      throw new Error(
        `Server ${move.target} cannot follow the store: its log says why, at "ruam_move_${move.store}". Mend that and call the command again, or give the move up with --cancel.`,
      )
  }
}

async function copyAll({ servers, say, signal }: MoveOptions, { move, tables, times }: Holding): Promise<void> {
  const [source, target] = [servers.get(move.source), servers.get(move.target)]
  await removeCopy(target.ownerUrl, move.store)
  let all = 0
  await copyStore(source, target, move.store, tables, {
    ...{ times, signal },
    onTable({ rows }) {
      all = rows
    },
  })
  say(`Copied ${shown(all)} rows.`)
}

/**
 * Gives up a move that is not decided: the store works where it was, and the copy is removed. Without a move, removes what an earlier one left. A target
 * that is away is cleared by a worker once it is back.
 */
export async function cancelMove(
  servers: DatabaseServers,
  storeId: number,
  say: (line: string) => void,
): Promise<void> {
  const lock = await lockOf(servers, storeId)
  try {
    const move = await asOwner(servers.home.ownerUrl, (home) => readMove(home, storeId))
    if (isUnderWay(move)) return await cancel(servers, move, say)
    const removed = await removeLeftovers(servers, { only: storeId })
    if (removed.length === 0)
      throw new Error(`No move of store ${storeId} is under way: to move it back, name the server it was on.`)
    for (const line of removed) say(line)
  } finally {
    await lock.now.release()
  }
}

async function cancel(servers: DatabaseServers, move: Move, say: (line: string) => void): Promise<void> {
  const { store, source, target } = move
  const isAway = await withEnds(servers, move, async (ends) => {
    if ((await closedAt(ends.source, store)) === 'moved')
      throw new Error(
        `The move of store ${store} is decided: run \`npm run store:move ${store} ${target}\` to complete it, then move it back.`,
      )
    await release(ends, store)
    const removed = await removeTarget(servers.get(target), store).catch(unlessAway)
    await unpublish(servers.get(source), store)
    await beginStep(ends.home, store, 'cancelled')
    return removed === undefined
  })
  say(
    isAway
      ? `Store ${store} stays on server ${source}. Server ${target} is away: a worker removes the copy once it is back.`
      : `Store ${store} stays on server ${source}. Its copy on server ${target} is removed.`,
  )
}
