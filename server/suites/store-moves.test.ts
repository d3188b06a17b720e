import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lookAfterMoves } from '../app/store-move/look-after-moves.ts'
import { makeStore, sumsAt } from '../app/store-move/scene.testing.ts'
import { secretKey, twoClusters } from '../app/store-move/two-clusters.testing.ts'
import { serverOf } from '../platform/core/store-holds.ts'
import { expectedOf, readFound, writeHistory } from './store-moves.ts'

const STORES = Number(process.env.MOVES_STORES ?? 3)
const KILLS = Number(process.env.MOVES_KILLS ?? 3)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** mulberry32: the same histories for the same seed. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('stores that move under writers lose, double and mix up no row when servers and the mover are killed', {
  tags: ['verify'],
  timeout: 1_800_000,
}, async () => {
  const { one, two, servers } = await twoClusters()
  for (const { admin } of [one, two]) {
    // As on a server that somebody else runs: the command has the owner's rights and no superuser's.
    await admin.query('alter role ruam_owner replication bypassrls')
    await admin.query('grant pg_create_subscription to ruam_owner')
  }
  const folder = await mkdtemp(join(tmpdir(), 'ruam-moves-'))
  const random = seeded(Number(process.env.MOVES_SEED ?? 44))
  const stores: number[] = []
  for (let n = 0; n < STORES; n++) stores.push(await makeStore(one, 50))
  let [ended, kills] = [false, 0]
  const histories = stores.map((storeId) =>
    writeHistory(
      servers,
      storeId,
      () => ended,
      () => kills,
      seeded(storeId),
    ),
  )
  const looking = (async () => {
    while (!ended) {
      await lookAfterMoves(servers).catch(() => {})
      await sleep(1000)
    }
  })()

  const command = (storeId: number, to: number): { child: ChildProcess; lines: string[] } => {
    const lines: string[] = []
    const child = spawn(process.execPath, ['server/app/move-store.ts', String(storeId), String(to)], {
      cwd: root,
      env: {
        ...{ PATH: process.env.PATH, NODE_NO_WARNINGS: '1', RUAM_DATA: folder, RUAM_SECRET_KEY: secretKey },
        ...{ DATABASE_URL: one.ownerUrl, DATABASE_URL_2: two.ownerUrl },
      },
    })
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (data: Buffer) => lines.push(String(data)))
    return { child, lines }
  }

  const moves: string[] = []
  for (let round = 0; round < KILLS; round++) {
    const storeId = stores[Math.floor(random() * stores.length)]!
    const to = 3 - (await serverOf(servers, storeId))
    const { child } = command(storeId, to)
    const over = once(child, 'exit')
    await Promise.race([over, sleep(random() * 9000)])
    const victim = ['mover', 'source', 'target', 'mover'][round % 4]!
    if (victim === 'mover') child.kill('SIGKILL')
    else {
      kills++
      await ((victim === 'source') === (to === 2) ? one : two).kill()
      kills++
    }
    if (victim === 'mover') await over
    else await Promise.race([over, sleep(60_000)])
    child.kill('SIGKILL')
    await over
    // Interrupted or not, the command is called again and comes to its end.
    const again = command(storeId, to)
    const [code] = await once(again.child, 'exit')
    expect(code, again.lines.join('')).toBe(0)
    expect(await serverOf(servers, storeId)).toBe(to)
    moves.push(`${storeId} to ${to}, ${victim} killed`)
  }
  ended = true
  await looking
  for (const history of await Promise.all(histories)) {
    const place = await serverOf(servers, history.storeId)
    const [here, there] = place === 1 ? [one, two] : [two, one]
    const { foreign, ...found } = await readFound(here, history.storeId)
    expect(found).toEqual(expectedOf(history, { ...found, foreign }))
    expect(foreign).toBe(0)
    expect([...history.confirmed].filter((number) => !found.acts.includes(number))).toEqual([])
    expect(history.strayed).toBe(0)
    expect(history.longestMs).toBeLessThan(10_000)
    // An old copy has the rows of the moment at which the store left, and no others.
    const old = await readFound(there, history.storeId)
    expect(old.acts).toEqual(found.acts.slice(0, old.acts.length))
    expect(Object.keys(await sumsAt(here, history.storeId)).length).toBeGreaterThan(80)
  }
  const acts = (await Promise.all(histories)).reduce((all, { confirmed }) => all + confirmed.size, 0)
  console.log(`${moves.length} moves, ${acts} transactions, ${moves.join('; ')}`)
  await rm(folder, { recursive: true, force: true })
})
