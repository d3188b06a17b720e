import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { backupNames, openBackup } from '../app/backup/backup-files.ts'
import { readBackup } from '../app/backup/backup-reader.ts'
import { makeBackup } from '../app/backup/make-backup.ts'
import { type BackupPlace, openBackupPlace } from '../storage/backup-place.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { startS3Server } from '../testing/s3-server.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'
import { tryCommand } from './backup-commands.ts'
import { backupOrder, newFolder, PASSPHRASE } from './backup-scene.ts'
import { startRuam } from './ruam-process.ts'

let s3: Awaited<ReturnType<typeof startS3Server>>
let address: string
let place: BackupPlace

beforeAll(async () => {
  s3 = await startS3Server()
  atEndOfFile(() => s3.stop())
  address = `s3://${s3.settings.bucket}/ruam/nightly`
  place = await openBackupPlace(address, s3.settings)
  await newStore()
})

const order = async () => ({ ...(await backupOrder(await newFolder())), place })

test('a backup is streamed into a bucket, where a restore finds the newest', async () => {
  const { core } = await testServer()
  const former = backupNames(core.config.secretKey).next(new Date(Date.now() - 60_000))
  await (await place.begin(former)).finish()
  const made = await makeBackup(await order())
  expect(made.path).toBe(`${address}/${made.name}`)
  for (const [where, secretKey] of [
    [address, core.config.secretKey],
    [address, undefined],
    [made.path, undefined],
  ] as const) {
    const file = await openBackup(where, { backupBucket: s3.settings, secretKey })
    expect(file.name).toBe(made.name)
  }
  const file = await openBackup(address, { backupBucket: s3.settings })
  const manifest = await readBackup(file, PASSPHRASE, async () => {})
  expect(manifest.parts.filter(({ table }) => table)).toHaveLength(made.tables)
  await expect(openBackup(`s3://${s3.settings.bucket}/other`, { backupBucket: s3.settings })).rejects.toThrow(
    /holds no backup/,
  )
})

test('old backups of a bucket are deleted with the nightly one', { tags: ['verify'] }, async () => {
  const { core, admin } = await testServer()
  const { next } = backupNames(core.config.secretKey)
  const [old, theirs] = [
    next(new Date(2025, 0, 1)),
    next(new Date(2025, 0, 1)).replace(/-\w+\.backup$/, '-00000000.backup'),
  ]
  for (const name of [old, theirs]) await (await place.begin(name)).finish()
  await admin.query('delete from backup')
  await makeBackup({ ...(await order()), due: new Date(Date.now() - 1000) })
  const names = await place.names('ruam-')
  expect([names.includes(old), names.includes(theirs)]).toEqual([false, true])
})

test('a backup that fails or is killed leaves nothing in a bucket that a restore would take', {
  tags: ['verify'],
}, async () => {
  const before = await place.names('ruam-')
  const cancelling = new AbortController()
  const failing = { ...(await order()), signal: cancelling.signal }
  const progress = { ...failing.progress, add: () => cancelling.abort(new Error('Cancelled')) }
  await expect(makeBackup({ ...failing, progress })).rejects.toThrow('Cancelled')
  expect([await place.names('ruam-'), await s3.unfinished()]).toEqual([before, []])

  const { core } = await testServer()
  const names = backupNames(core.config.secretKey)
  const killed = await place.begin(names.next(new Date()))
  void killed.write(Buffer.alloc(40_000_000)).catch(() => {})
  const theirs = await place.begin('something-else')
  void theirs.write(Buffer.alloc(40_000_000)).catch(() => {})
  await until(async () => (await s3.unfinished()).length === 2)
  await place.removeUnfinished(names.isOurs)
  expect([await place.names('ruam-'), await s3.unfinished()]).toEqual([before, [expect.any(String)]])
  await Promise.all([killed.discard(), theirs.discard()])
})

test('the commands make, rehearse and restore a backup in a bucket', {
  tags: ['verify'],
  timeout: 600_000,
}, async () => {
  const data = await newFolder()
  const ruam = await startRuam(data, { role: 'all' })
  await ruam.signal('SIGTERM')
  const { endpoint, keys } = s3.settings
  const env = {
    ...{ RUAM_DATA: data, RUAM_BACKUP: `s3://${s3.settings.bucket}/whole`, RUAM_BACKUP_S3_ENDPOINT: endpoint! },
    ...{ RUAM_BACKUP_S3_ACCESS_KEY_ID: keys!.id, RUAM_BACKUP_S3_SECRET_ACCESS_KEY: keys!.secret },
  }
  for (const command of ['backup.ts', 'backup-rehearse.ts']) {
    const done = await tryCommand([command], env)
    expect(done.code, done.said).toBe(0)
  }
  const back = await newFolder()
  const done = await tryCommand(['restore.ts', env.RUAM_BACKUP], { ...env, RUAM_DATA: join(back, 'data') })
  expect([done.code, done.said]).toEqual([0, expect.stringMatching(/^Restored /)])
})
