import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lookAfterMoves } from '../servers/move/look-after-moves.ts'
import { readMove } from '../servers/move/state.ts'
import { closedAt, serverOf } from '../servers/store-holds.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { makeStore, sumsAt, write } from '../testing/servers/scene.testing.ts'
import { secretKey, twoClusters } from '../testing/servers/two-clusters.testing.ts'
import { startMover } from './mover.ts'

test('a store is moved by COPY between servers that cannot replicate, also when the command is killed', {
  tags: ['verify'],
}, async () => {
  const { one, two, servers } = await twoClusters({ fsync: 'off', wal_level: 'replica' })
  const folder = await mkdtemp(join(tmpdir(), 'ruam-copy-'))
  atEndOfFile(() => rm(folder, { recursive: true, force: true }))
  const env = {
    RUAM_DATA: folder,
    RUAM_SECRET_KEY: secretKey,
    DATABASE_URL: one.ownerUrl,
    DATABASE_URL_2: two.ownerUrl,
  }
  const storeId = await makeStore(one, 2000)
  const refused = startMover(env, storeId, 2)
  expect(await refused.over).toBe(1)
  expect(refused.said()).toContain('server 1 runs with wal_level = replica: set it to logical')
  expect(refused.said()).toContain('Or add --copy')

  const killed = startMover(env, storeId, 2, '--copy')
  while ((await closedAt(one.admin, storeId)) !== 'held') await sleep(5)
  killed.kill()
  await killed.over
  await lookAfterMoves(servers)
  expect(await closedAt(one.admin, storeId)).toBe('open')
  await write(one, storeId, 1)
  const before = await sumsAt(one, storeId)
  const mover = startMover(env, storeId, 2, '--copy')
  expect(await mover.over, mover.said()).toBe(0)
  expect(await serverOf(servers, storeId)).toBe(2)
  expect(await sumsAt(two, storeId)).toEqual(before)
  await expect(write(one, storeId, 2)).rejects.toMatchObject({ code: 'RU002' })
  await write(two, storeId, 2)
  console.log(`2,000 customers by COPY: writes held for ${(await readMove(one.admin, storeId))!.held_ms} ms`)
})
