// Stores that move between two database servers while two processes serve them and a third works, each of which is killed.
import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { readMove } from '../servers/move/state.ts'
import { serverOf } from '../servers/store-holds.ts'
import type { Cluster } from '../testing/servers/two-clusters.testing.ts'
import { bareCopy } from './bare-copy.ts'
import { workSteadily } from './moves-acts.ts'
import { faultsAtTheEnd, faultsSoFar } from './moves-faults.ts'
import { workWhile } from './moves-jobs.ts'
import { hearSteps, holdSpans, sumsAtOpening, sumsNow } from './moves-log.ts'
import { type MoveMoment, moveMoments } from './moves-moments.ts'
import { type MovesScene, openMovesScene } from './moves-scene.ts'
import { openWorkedStore, type WorkedStore } from './moves-store.ts'

const STORES = Number(process.env.MOVES_STORES ?? 2)
const KILLS = Number(process.env.MOVES_KILLS ?? 3)
const ROWS = Number(process.env.MOVES_ROWS ?? 400)
/** Milliseconds of a call of LINE, so that broadcasts last as long as a move. */
const LINE_MS = 2000
const MOST_HELD_MS = 5000
/** Processes that only compute, next to those of the installation. */
const LOAD = Number(process.env.MOVES_LOAD ?? 0)

/** Figures of a move. */
interface Moved {
  seconds: number
  /** Seconds of a bare COPY of the same rows before it. */
  bareSeconds: number
  rows: number
  heldMs: number
}

/** Moves a store, and kills at the moment; what was interrupted is called again. */
async function moveAt(scene: MovesScene, storeId: number, { victim, at, afterMs }: MoveMoment): Promise<Moved> {
  const source = await scene.clusterOf(storeId)
  const to = 3 - source.id
  const target = scene.clusters[to - 1]!
  const bare = await bareCopy(source, target, storeId)
  const begun = performance.now()
  let reached = () => {}
  const moment = new Promise<void>((resolve) => {
    reached = resolve
  })
  const heard = (id: number, step: string) => {
    if (id === storeId && step === at) reached()
  }
  const deaf = await Promise.all(scene.clusters.map((cluster) => hearSteps(cluster, heard)))
  let mover = scene.move(storeId, to)
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
    mover = scene.move(storeId, to)
  }
  await Promise.all(deaf.map((stop) => stop()))
  expect(await serverOf(scene.servers, storeId)).toBe(to)
  // The copy was opened with the rows that the old one has for good.
  expect(await sumsAtOpening(target, storeId)).toEqual(await sumsNow(source, storeId))
  const seconds = (performance.now() - begun) / 1000
  if (process.env.MOVES_SAID) console.log(mover.said())
  for (const { admin } of scene.clusters)
    expect((await admin.query('select slot_name from pg_replication_slots')).rows).toEqual([])
  const [home] = scene.clusters
  const { held_ms: heldMs } = (await readMove(home.admin, storeId))!
  return { seconds, bareSeconds: bare.ms / 1000, rows: bare.rows, heldMs }
}

/** Starts processes that only compute. Returns what ends them. */
function startLoad(): () => void {
  const children = Array.from({ length: LOAD }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  return () => {
    for (const child of children) child.kill('SIGKILL')
  }
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
  timeout: 1_800_000,
}, async () => {
  const scene = await openMovesScene()
  const endLoad = startLoad()
  try {
    const stores: WorkedStore[] = []
    for (let place = 0; place < STORES; place++) stores.push(await openWorkedStore(scene, place))
    scene.line.state.faults.push({ path: '/v2/bot/message/multicast', kind: 'slow', times: 1_000_000, delay: LINE_MS })
    let ended = false
    const working = stores.map((store) =>
      workSteadily(scene, store, { ended: () => ended, pauseMs: 200 + STORES * 40, random: randomOf(store.id) }),
    )
    const jobs = new Map<number, Promise<unknown>>()
    for (const [round, moment] of moveMoments(KILLS).entries()) {
      const store = stores[round % STORES]!
      await jobs.get(store.id)
      let moves = true
      const job = workWhile(scene, store, ROWS, () => moves)
      jobs.set(store.id, job)
      const moving = moveAt(scene, store.id, moment).finally(() => {
        moves = false
      })
      const [moved] = await Promise.all([moving, Promise.race([job, moving])])
      const faults = await faultsSoFar(scene, store)
      console.log(
        `${store.id} moved in ${moved.seconds.toFixed(1)} s, ${moved.rows} rows by bare COPY in ${moved.bareSeconds.toFixed(1)} s, held ${moved.heldMs} ms, load ${loadavg()[0]!.toFixed(0)}, ` +
          `${moment.victim ? `${moment.victim} killed at ${moment.at}` : 'nothing killed'}: ${faults.length} faults`,
      )
      expect(faults).toEqual([])
    }
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
    console.log(
      `${sum(({ customers }) => customers.size)} customers, ${sum(({ customers }) => [...customers.values()].reduce((n, { edits }) => n + edits.length, 0))} edits, ` +
        `${sum(({ receipts }) => receipts.length)} requests of programs, ${sum(({ events }) => events.length)} events of LINE, ${sum(({ files }) => files.length)} imports, ` +
        `${sum(({ broadcasts }) => broadcasts.size)} broadcasts, ${scene.line.state.accepted.length} messages, ${sum((store) => store.exports)} exports. ` +
        `${held.length} holds, longest ${most(held)} ms, while no database was killed ${most(held.filter(({ calm }) => calm))} ms; ` +
        `longest write while nothing was killed ${Math.max(...stores.map(({ visitor }) => visitor.longestMs))} ms.`,
    )
    expect(faults).toEqual([])
    expect(most(held.filter(({ calm }) => calm))).toBeLessThan(MOST_HELD_MS)
  } finally {
    endLoad()
    await scene.stop()
  }
})
