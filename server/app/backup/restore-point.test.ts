import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { makeStore, write } from '../../testing/servers/scene.testing.ts'
import { type Cluster, twoClusters } from '../../testing/servers/two-clusters.testing.ts'
import { until } from '../../testing/until.testing.ts'
import { makeRestorePoint, waitForArchives } from './restore-point.ts'

let one: Cluster
let two: Cluster
beforeAll(async () => {
  ;({ one, two } = await twoClusters({ fsync: 'off', archive_mode: 'on', archive_command: 'true' }))
})

const servers = () => [one, two].map(({ id, ownerUrl }) => ({ id, url: ownerUrl }))
const allow = ({ admin }: Cluster) =>
  admin.query('grant execute on function pg_create_restore_point(text), pg_switch_wal() to ruam_owner')

test('a restore point is refused with the statement to run when a server forbids it, and with a bad name', async () => {
  await allow(one)
  await expect(makeRestorePoint(servers(), 'early')).rejects.toThrow(
    /^The role ruam_owner may not make restore points: run `grant .* on server 2, as a superuser\.$/,
  )
  await allow(two)
  await expect(makeRestorePoint(servers(), "it's")).rejects.toThrow('A name has at most 63 letters')
  const away = [...servers().slice(0, 1), { id: 2, url: 'postgres://ruam_owner@127.0.0.1:1/ruam' }]
  await expect(makeRestorePoint(away, 'early')).rejects.toThrow(
    /^Server 2 can't be reached: .* No restore point was made\.$/,
  )
})

test('a restore point waits for a writer on the second server, stops those at home meanwhile, and is archived', async () => {
  const [here, there] = [await makeStore(one, 1), await makeStore(two, 1)]
  const order: string[] = []
  const writer = await two.pool.connect()
  await writer.query(`begin; select set_config('ruam.store_id', '${there}', true)`)
  await writer.query("insert into audit_log (store_id, action, subject_type) values ($1, 'noted', 'test')", [there])
  const making = makeRestorePoint(servers(), 'between').then((point) => {
    order.push('point')
    return point
  })
  let stopped = false
  const writing = (async () => {
    for (let number = 1; !stopped; number++) await write(one, here, number)
  })()
  await until(async () => {
    const { rowCount } = await one.admin.query(
      "select from pg_locks where relation = 'store_closed'::regclass and mode = 'AccessShareLock' and not granted",
    )
    return rowCount! > 0
  })
  expect(order).toEqual([])
  stopped = true
  await writer.query('commit').then(() => order.push('commit'))
  writer.release()
  const point = await making
  await writing
  expect(order).toEqual(['commit', 'point'])
  expect(point.servers.map(({ id }) => id)).toEqual([1, 2])
  await waitForArchives(servers(), point, 20_000)
})

test('a restore point waits for the end of a move that holds a store', async () => {
  const store = await makeStore(one, 1)
  await one.admin.query("update store_directory set state = 'held' where store = $1", [store])
  let isMade = false
  const making = makeRestorePoint(servers(), 'after the move').then(() => {
    isMade = true
  })
  await sleep(700)
  expect(isMade).toBe(false)
  await one.admin.query("update store_directory set state = 'open' where store = $1", [store])
  await making
})
