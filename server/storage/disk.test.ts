import { mkdtemp, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { features } from '@ruam/contract/endpoints.ts'
import { type Endpoint, isOpen, isRefusedWhenFull } from '@ruam/contract/platform/endpoint.ts'
import { expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { watchedDisk } from './disk.ts'

/** A disk of 100 MB blocks with some that are free. */
const diskOf =
  (free: () => number, blocks = 1000) =>
  async () => ({ blocks, bavail: free(), bsize: 1024 * 1024 })
const own = { databaseUrl: 'postgres://x@127.0.0.1/x', databaseMaxBytes: undefined }

async function folder() {
  return mkdtemp(join(tmpdir(), 'ruam-disk-'))
}

test('a disk is full at 95 %, and reserves 64 MB while there is room', async () => {
  const { core } = await testServer()
  const dataFolder = await folder()
  const found = async (free: number) =>
    watchedDisk(
      { ...own, dataFolder },
      core.pool,
      diskOf(() => free),
    ).isFull()
  expect([await found(500), await found(51), await found(49), await found(0)]).toEqual([false, false, true, true])
  expect((await stat(join(dataFolder, 'reserve')).catch(() => undefined))?.size).toBe(undefined)
  await found(500)
  expect((await stat(join(dataFolder, 'reserve'))).size).toBe(64 * 1024 * 1024)
})

test('the reserve is released when the disk is full', async () => {
  const { core } = await testServer()
  const dataFolder = await folder()
  await writeFile(join(dataFolder, 'reserve'), 'x')
  await watchedDisk(
    { ...own, dataFolder },
    core.pool,
    diskOf(() => 10),
  ).isFull()
  await expect(stat(join(dataFolder, 'reserve'))).rejects.toThrow()
})

test('a database of one’s own is full at 95 % of its limit, and never without one', async () => {
  const { core } = await testServer()
  const dataFolder = await folder()
  const found = (databaseMaxBytes: number | undefined, databaseUrl: string | undefined = own.databaseUrl) =>
    watchedDisk(
      { dataFolder, databaseUrl, databaseMaxBytes },
      core.pool,
      diskOf(() => 500),
    ).isFull()
  expect([await found(1_000_000), await found(undefined), await found(1e12)]).toEqual([true, false, false])
})

test('a full disk refuses uploads, imports, exports and writes of programs, and nothing else', () => {
  const refused = Object.entries(features).flatMap(([feature, calls]) =>
    Object.entries<Endpoint>(calls).flatMap(([name, call]) => (isRefusedWhenFull(call) ? [`${feature}.${name}`] : [])),
  )
  expect(refused.toSorted()).toEqual(
    [
      ...['connectorItems.sendRecords', 'openApiSending.sendActivities', 'openApiSending.sendActivity'],
      ...['openApiSending.sendProfile', 'openApiSending.sendProfiles'],
      ...['openApiChanging.addLabels', 'openApiChanging.labelProfiles'],
      ...['create', 'update', 'rotate', 'sendAgain'].map((call) => `openApiWebhooks.${call}`),
      ...[
        'files.import',
        'stores.photo',
        'media.upload',
        'media.uploadRich',
        'media.uploadVideo',
        'media.uploadAudio',
        'richMenus.uploadPicture',
        'dataSources.create',
        'dataSources.import',
        'dataSources.putFile',
      ],
      ...['open', 'set', 'replace', 'suggest', 'undo', 'forget'].map((call) => `mending.${call}`),
      ...['importRun.dryRun', 'importRun.run', 'importRun.correct', 'exports.create', 'exports.createList'],
      ...['olderDataFrames.import', 'olderExports.create', 'olderPipeline.run'],
    ].toSorted(),
  )
})

test('no call that is open, signed or deletes something is refused by a full disk', () => {
  const calls = Object.values(features).flatMap((feature) => Object.values<Endpoint>(feature))
  const needed = calls.filter(
    ({ permission, method }) => isOpen(permission) || permission === 'person' || method === 'DELETE',
  )
  expect(needed.filter(isRefusedWhenFull)).toEqual([])
})
