import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { lookAfterMoves } from '../servers/move/look-after-moves.ts'
import { serverOf } from '../servers/store-holds.ts'
import { makeStore, sumsAt } from '../testing/servers/scene.testing.ts'
import { secretKey, twoClusters } from '../testing/servers/two-clusters.testing.ts'
import { startMover } from './mover.ts'
import { expectedOf, readFound, writeHistory } from './store-moves.ts'

const STORES = 3
const KILLS = 4

test('stores that move under writers lose, double and mix up no row when servers and the mover are killed', {
  tags: ['verify'],
  timeout: 600_000,
}, async () => {
  const { one, two, servers } = await twoClusters()
  for (const { admin } of [one, two]) {
    // As on a managed server: the command has the owner's rights and no superuser's.
    await admin.query('alter role ruam_owner replication bypassrls')
    await admin.query('grant pg_create_subscription to ruam_owner')
  }
  const folder = await mkdtemp(join(tmpdir(), 'ruam-moves-'))
  const random = randomOf(Number(process.env.MOVES_SEED ?? 44))
  const stores: number[] = []
  for (let n = 0; n < STORES; n++) stores.push(await makeStore(one, 50))
  let [ended, kills] = [false, 0]
  const histories = stores.map((storeId) =>
    writeHistory(
      servers,
      storeId,
      () => ended,
      () => kills,
      randomOf(storeId),
    ),
  )
  const looking = (async () => {
    while (!ended) {
      await lookAfterMoves(servers).catch(() => {})
      await sleep(1000)
    }
  })()

  const env = {
    ...{ RUAM_DATA: folder, RUAM_SECRET_KEY: secretKey, DATABASE_URL: one.ownerUrl, DATABASE_URL_2: two.ownerUrl },
  }
  const moves: string[] = []
  for (let round = 0; round < KILLS; round++) {
    const storeId = random.pick(stores)
    const to = 3 - (await serverOf(servers, storeId))
    const mover = startMover(env, storeId, to)
    await Promise.race([mover.over, sleep(random.next() * 9000)])
    const victim = ['mover', 'source', 'target', 'mover'][round % 4]!
    if (victim === 'mover') mover.kill()
    else {
      kills++
      await ((victim === 'source') === (to === 2) ? one : two).kill()
      kills++
    }
    if (victim !== 'mover') await Promise.race([mover.over, sleep(60_000)])
    mover.kill()
    await mover.over
    // Interrupted or not, the command is called again and comes to its end.
    const again = startMover(env, storeId, to)
    expect(await again.over, again.said()).toBe(0)
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
    expect(history.longestMs).toBeLessThan(5000)
    // An old copy has the rows of the moment at which the store left, and no others.
    const old = await readFound(there, history.storeId)
    expect(old.acts).toEqual(found.acts.slice(0, old.acts.length))
    expect(Object.keys(await sumsAt(here, history.storeId)).length).toBeGreaterThan(80)
  }
  const acts = (await Promise.all(histories)).reduce((all, { confirmed }) => all + confirmed.size, 0)
  console.log(`${moves.length} moves, ${acts} transactions, ${moves.join('; ')}`)
  await rm(folder, { recursive: true, force: true })
})
