// Stores that move between two database servers while two processes serve them and a third works, each of which is killed.
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { readMove } from '../servers/move/state.ts'
import { serverOf } from '../servers/store-holds.ts'
import type { Cluster } from '../testing/servers/two-clusters.testing.ts'
import { bareCopy } from './bare-copy.ts'
import { startBusyProcesses } from './busy-processes.ts'
import { workSteadily } from './moves-acts.ts'
import { faultsAtTheEnd, faultsSoFar } from './moves-faults.ts'
import { workWhile } from './moves-jobs.ts'
import { hearSteps, holdSpans, sumsAtOpening, sumsNow } from './moves-log.ts'
import { CALM, type MoveMoment, moveMoments } from './moves-moments.ts'
import { type MovesScene, openMovesScene } from './moves-scene.ts'
import { openWorkedStore, type WorkedStore } from './moves-store.ts'

const STORES = Number(process.env.MOVES_STORES ?? 2)
const KILLS = Number(process.env.MOVES_KILLS ?? 3)
const ROWS = Number(process.env.MOVES_ROWS ?? 400)
/** Milliseconds of a call of LINE, so that broadcasts last as long as a move. */
const LINE_MS = 2000
const MOST_HELD_MS = 5000
/** Busy processes, during two moves in place of those with kills. */
const LOAD = Number(process.env.MOVES_LOAD ?? 0)

/** Figures of a move. */
interface Moved {
  store: number
  to: number
  killed: string
  seconds: number
  rows: number
  /** Seconds of a bare COPY of the same rows before it. */
  bare: number
  times: number
  held_ms: number
  load: number
}

/** Moves a store, and kills at the moment; what was interrupted is called again. */
async function moveAt(scene: MovesScene, storeId: number, moment: MoveMoment): Promise<Moved> {
  const source = await scene.clusterOf(storeId)
  const to = 3 - source.id
  const target = scene.clusters[to - 1]!
  const bare = await bareCopy(source, target, storeId)
  const begun = performance.now()
  const said = await commandsOf(scene, { storeId, to, source, target }, moment)
  const seconds = (performance.now() - begun) / 1000
  if (process.env.MOVES_SAID) console.log(said.join('\n'))
  expect(await serverOf(scene.servers, storeId)).toBe(to)
  // The copy was opened with the rows that the old one has for good.
  expect(await sumsAtOpening(target, storeId)).toEqual(await sumsNow(source, storeId))
  expect(await slotsOf(scene)).not.toContainEqual(expect.stringMatching(`^ruam_move_${storeId}(_|$)`))
  return {
    ...{ store: storeId, to, killed: moment.victim ? `${moment.victim} at ${moment.at}` : '' },
    ...{ seconds: rounded(seconds), rows: bare.rows, bare: rounded(bare.ms / 1000) },
    times: rounded((seconds * 1000) / bare.ms),
    held_ms: (await readMove(scene.clusters[0].admin, storeId))!.held_ms,
    load: rounded(loadavg()[0]!),
  }
}

async function slotsOf({ clusters }: MovesScene): Promise<string[]> {
  const each = clusters.map(({ admin }) =>
    admin.query<{ slot_name: string }>('select slot_name from pg_replication_slots'),
  )
  return (await Promise.all(each)).flatMap(({ rows }) => rows.map(({ slot_name }) => slot_name))
}

const rounded = (figure: number) => Math.round(figure * 10) / 10

/** Calls the command until the move is over. Returns the printed texts. */
async function commandsOf(
  scene: MovesScene,
  { storeId, to, source, target }: { storeId: number; to: number; source: Cluster; target: Cluster },
  { victim, at, afterMs }: MoveMoment,
): Promise<string[]> {
  let reached = () => {}
  const moment = new Promise<void>((resolve) => {
    reached = resolve
  })
  const heard = (id: number, step: string) => {
    if (id === storeId && step === at) reached()
  }
  const deaf = await Promise.all(scene.clusters.map((cluster) => hearSteps(cluster, heard)))
  let mover = scene.move(storeId, to)
  const said: string[] = []
  if (victim) {
    await Promise.race([moment, mover.over])
    if (afterMs > 0) await Promise.race([sleep(afterMs), mover.over])
    const killed: Record<string, 'worker' | 'api' | Cluster> = { worker: 'worker', api: 'api', source, target }
    if (victim.startsWith('mover')) mover.kill()
    const other = killed[victim.replace('mover and ', '')]
    if (other) await scene.kill(other)
  }
  for (let calls = 1; (await mover.over) !== 0; calls++) {
    // Servers come back while it waits for them; a killed one is called again.
    if (calls > 5 || !victim) throw new Error(mover.said())
    said.push(mover.said())
    mover = scene.move(storeId, to)
  }
  await Promise.all(deaf.map((stop) => stop()))
  return [...said, mover.said()]
}

async function restOf(scene: MovesScene, stores: readonly WorkedStore[]): Promise<number> {
  let waiting = 0
  for (const { id } of stores) {
    const [row] = await scene.ask<{ n: number }>(
      id,
      `select ((select count(*) from inbox where store_id = $1) + (select count(*) from receipt where store_id = $1 and done_at is null))::int as n`,
      [id],
    )
    waiting += row!.n
  }
  return waiting
}

test('stores that move while processes work lose, double and mix up nothing, whatever is killed', {
  tags: ['verify'],
  timeout: 900_000,
}, async () => {
  const scene = await openMovesScene()
  let endLoad = () => {}
  try {
    const stores: WorkedStore[] = []
    for (let place = 0; place < STORES; place++) stores.push(await openWorkedStore(scene, place))
    scene.line.state.faults.push({ path: '/v2/bot/message/multicast', kind: 'slow', times: 1_000_000, delay: LINE_MS })
    let ended = false
    const working = stores.map((store) =>
      workSteadily(scene, store, { ended: () => ended, pauseMs: 200 + STORES * 40, random: randomOf(store.id) }),
    )
    const jobs = new Map<number, Promise<unknown>>()
    const moves: Moved[] = []
    endLoad = startBusyProcesses(LOAD)
    const moveOnce = async (store: WorkedStore, moment: MoveMoment) => {
      await jobs.get(store.id)
      let isMoving = true
      const job = workWhile(scene, store, ROWS, () => isMoving)
      jobs.set(store.id, job)
      const moving = moveAt(scene, store.id, moment).finally(() => {
        isMoving = false
      })
      const [moved] = await Promise.all([moving, Promise.race([job, moving])])
      moves.push(moved)
      console.log(JSON.stringify(moved))
      expect(await faultsSoFar(scene, store)).toEqual([])
    }
    // Both moves under the load are over before it ends by itself.
    if (LOAD > 0) await Promise.all([CALM, CALM].map((moment, place) => moveOnce(stores[place]!, moment)))
    else for (const [round, moment] of moveMoments(KILLS).entries()) await moveOnce(stores[round % STORES]!, moment)
    endLoad()
    await Promise.all(jobs.values())
    ended = true
    await Promise.all(working)
    await expect.poll(() => restOf(scene, stores), { timeout: 120_000, interval: 500 }).toBe(0)
    const faults: string[] = []
    for (const store of stores) faults.push(...(await faultsAtTheEnd(scene, store)))
    const spans = await holdSpans(scene.clusters)
    const held = spans.map(({ from, until }) => ({ ms: until - from, calm: scene.calm(from, until) }))
    const most = (all: typeof held) => Math.round(Math.max(0, ...all.map(({ ms }) => ms)))
    const sum = (count: (store: WorkedStore) => number) => stores.reduce((all, store) => all + count(store), 0)
    console.table(moves)
    console.log(
      `${sum(({ customers }) => customers.size)} customers, ${sum(({ customers }) => [...customers.values()].reduce((n, { edits }) => n + edits.length, 0))} edits, ` +
        `${sum(({ receipts }) => receipts.length)} requests of programs, ${sum(({ events }) => events.length)} events of LINE, ${sum(({ files }) => files.length)} imports, ` +
        `${sum(({ broadcasts }) => broadcasts.size)} broadcasts, ${scene.line.state.accepted.length} messages, ${sum((store) => store.exports)} exports. ` +
        `${held.length} holds, longest ${most(held)} ms, while no database was killed ${most(held.filter(({ calm }) => calm))} ms; ` +
        `longest write while nothing was killed ${Math.max(...stores.map(({ visitor }) => visitor.longestMs))} ms.`,
    )
    expect(faults).toEqual([])
    expect(await slotsOf(scene)).toEqual([])
    expect(most(held.filter(({ calm }) => calm))).toBeLessThan(MOST_HELD_MS)
  } finally {
    endLoad()
    await scene.stop()
  }
})
