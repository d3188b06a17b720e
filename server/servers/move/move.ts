import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '../../core/sqlstate.ts'
import { asOwner, type DatabaseServers } from '../database-servers.ts'
import { beginMove, copyPeople, readPlacement, release } from '../store-holds.ts'
import type { ComparedTables } from './compare.ts'
import { copyStore } from './copy-store.ts'
import { finishMove } from './finish.ts'
import { closedAt } from './leave.ts'
import { acquireMoverLock, type MoverLock } from './mover-lock.ts'
import { planMove } from './plan.ts'
import { removeCopy } from './remove-copy.ts'
import { Different, differentSentence, type Holding, leave, lockLostError, rehearse, reopenStore } from './reopen.ts'
import { readProgress, startReplication, stopReplication, waitForMark, writeMark } from './replicate.ts'
import { beginRecord, beginStep, type Move, readMove } from './state.ts'
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

const PAUSE_MS = 200
/** Without a hold, changes must arrive within this time before one is worth trying. */
const CLOSE_MS = 1500
/** Errors of replication after which the command gives in: the servers repeat them every 5 s. */
const MOST_ERRORS = 20

/** Moves a store to another server. Goes on with what an interrupted call began. Errors are sentences that say what to do. */
export async function moveStore(options: MoveOptions): Promise<Move | undefined> {
  const { servers, storeId, to, say } = options
  const plan = await planMove(servers, storeId, to, { byCopy: options.byCopy ?? false })
  const lock = await lockOf(servers, storeId)
  try {
    if (plan.done) {
      const move = await readMove(servers, storeId)
      if (move?.step === 'settling') await finishMove(servers, move)
      say(`Store ${storeId} is on server ${to}: there is nothing to move.`)
      return move
    }
    for (const line of announcement(storeId, plan.name, plan.from, to, plan.byCopy)) say(line)
    await throughOutages(options, lock, plan.from, plan.byCopy)
    const moved = (await readMove(servers, storeId))!
    say(
      `Store ${storeId} is on server ${to}. ${(moved.compared ?? 0).toLocaleString('en-US')} rows were compared, and writes were held for ${(moved.held_ms / 1000).toFixed(1)} s. ` +
        `The old copy on server ${plan.from} stays for a day and is then removed.`,
    )
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
  const now = await acquireMoverLock(home.ownerUrl, storeId)
  if (!now) throw new Error(`Another process is moving store ${storeId}: wait until it has ended.`)
  return { now }
}

const announcement = (storeId: number, name: string, from: number, to: number, byCopy: boolean) => [
  `Store ${storeId} (${name}) moves from server ${from} to server ${to}.`,
  byCopy
    ? 'Its writes are held until all of its rows are copied and compared: calls that change something answer 503 meanwhile, and jobs wait.'
    : 'Its rows are copied while it works. Then its writes wait for at most 10 s, all rows are compared, and it goes on at the new server.',
  'Files stay where they are. People who work in the store need not do anything; browsers reconnect by themselves.',
  'Ctrl-C interrupts it: the same command goes on, and --cancel gives it up.',
]

/** A server that is away is waited for. */
async function throughOutages(options: MoveOptions, lock: HeldLock, from: number, byCopy: boolean): Promise<void> {
  let said = false
  for (;;) {
    try {
      if (lock.now.lost()) lock.now = (await lockOf(options.servers, options.storeId)).now
      return await proceed(options, lock.now, from, byCopy)
    } catch (error) {
      if (!isOutage(error)) throw error
      if (!said) options.say(`A database server does not answer (${(error as Error).message}): waiting for it.`)
      said = true
      options.signal?.throwIfAborted()
      await sleep(1000)
    }
  }
}

/** Goes on from wherever the move is. */
async function proceed(options: MoveOptions, lock: MoverLock, from: number, byCopy: boolean): Promise<void> {
  const { servers, storeId, to } = options
  const [source, target] = [servers.get(from), servers.get(to)]
  let move = await readMove(servers, storeId)
  const place = await readPlacement(servers, storeId)
  const { state } = await closedAt(source, storeId)
  if (move?.target === to && (place?.server === to || state === 'moved')) return finishMove(servers, move)
  if (state === 'held') await release(servers, storeId)
  await beginMove(servers, storeId, to)
  const isNew =
    !move || move.target !== to || move.source !== from || ['moved', 'removed', 'cancelled'].includes(move.step)
  if (isNew || move?.by_copy !== byCopy) {
    await beginRecord(servers, { store: storeId, source: from, target: to, by_copy: byCopy })
    move = (await readMove(servers, storeId))!
  }
  await copyPeople(servers, storeId, to)
  const tables = await asOwner(source.ownerUrl, storeTables)
  const holding = { servers, move: move!, tables, lock }
  if (byCopy) {
    await stopReplication(source, target, storeId)
    await leaveAtLast(options, holding)
  } else {
    const empty = () => removeCopy(target.ownerUrl, storeId)
    await startReplication(source, target, storeId, tables, options.secretKey, empty)
    await untilCopied(options, holding)
    await beginStep(servers, storeId, 'following')
    await leaveAtLast(options, holding)
  }
  await finishMove(servers, (await readMove(servers, storeId))!)
}

async function untilCopied({ servers, say, signal }: MoveOptions, { move }: Holding): Promise<void> {
  const target = servers.get(move.target)
  const before = (await readProgress(target, move.store)).errors
  let said = -1
  for (;;) {
    signal?.throwIfAborted()
    const { tables, copied, errors } = await readProgress(target, move.store)
    const tenths = Math.floor((copied / tables) * 10)
    if (tenths > said) say(`Copied ${copied} of ${tables} tables.`)
    said = Math.max(said, tenths)
    if (copied === tables) return
    if (errors - before >= MOST_ERRORS)
      throw new Error(
        `Server ${move.target} cannot copy the store: its log says why, at "ruam_move_${move.store}". Mend that and call the command again, or give the move up with --cancel.`,
      )
    await sleep(PAUSE_MS)
  }
}

/** Tries until the old copy is closed for ever. */
async function leaveAtLast(options: MoveOptions, holding: Holding): Promise<void> {
  const { say, signal } = options
  const { move } = holding
  let rehearsed: ComparedTables | undefined
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted()
    if (holding.lock.lost()) throw lockLostError()
    if (!move.by_copy) await untilClose(options, holding)
    const { left, slow } = await leave(holding, rehearsed, () => copyAll(options, holding))
    if (left) return
    if (slow) {
      say(
        'Comparing takes longer than writes may be held: all rows are compared as of one moment while the store works.',
      )
      rehearsed = await rehearse(holding)
      if (rehearsed && rehearsed.different.length > 0) throw new Different(differentSentence(move, rehearsed.different))
    } else say('The new server did not follow in time: the store goes on where it is, and the switch is tried again.')
    await sleep(Math.min(tries, 30) * 500)
  }
}

/** Waits until changes arrive quickly. */
async function untilClose({ servers, say, signal }: MoveOptions, { move }: Holding): Promise<void> {
  const [source, target] = [servers.get(move.source), servers.get(move.target)]
  for (let said = false; ; said = true) {
    const mark = randomUUID()
    await writeMark(source, move.store, mark)
    if (await waitForMark(target, move.store, mark, CLOSE_MS)) return
    if (!said) say('Waiting until the changes since then have arrived.')
    signal?.throwIfAborted()
    await waitForMark(target, move.store, mark, 10_000)
  }
}

async function copyAll({ servers, say }: MoveOptions, { move, tables }: Holding): Promise<void> {
  const [source, target] = [servers.get(move.source), servers.get(move.target)]
  await removeCopy(target.ownerUrl, move.store)
  let copied = 0
  await copyStore(source, target, move.store, tables, (_, rows) => {
    copied += rows
  })
  say(`Copied ${copied.toLocaleString('en-US')} rows.`)
}

/** Gives up a move that is not decided: the store works where it was, and the copy is removed. */
export async function cancelMove(
  servers: DatabaseServers,
  storeId: number,
  say: (line: string) => void,
): Promise<void> {
  const lock = await lockOf(servers, storeId)
  try {
    const move = await readMove(servers, storeId)
    if (!move || ['moved', 'removed', 'cancelled'].includes(move.step))
      throw new Error(`No move of store ${storeId} is under way: to move it back, name the server it was on.`)
    const [source, target] = [servers.get(move.source), servers.get(move.target)]
    if (!(await reopenStore({ servers, move })))
      throw new Error(
        `The move of store ${storeId} is decided: run \`npm run store:move ${storeId} ${move.target}\` to complete it, then move it back.`,
      )
    await stopReplication(source, target, storeId)
    await removeCopy(target.ownerUrl, storeId)
    await asOwner(target.ownerUrl, (client) =>
      client.query("delete from store_closed where store = $1 and state = 'arriving'", [storeId]),
    )
    await release(servers, storeId)
    await beginStep(servers, storeId, 'cancelled')
    say(`Store ${storeId} stays on server ${move.source}. Its copy on server ${move.target} is removed.`)
  } finally {
    await lock.now.release()
  }
}
