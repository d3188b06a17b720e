import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { backupNames } from '../app/backup/backup-files.ts'
import { makeBackup } from '../app/backup/make-backup.ts'
import { silent } from '../app/backup/progress.ts'
import { type Rehearsal, rehearse, reportNameOf } from '../app/rehearsal/rehearse.ts'
import { isRehearsalDue, lastRehearsal } from '../app/rehearsal/weekly.ts'
import { readConfig } from '../core/config.ts'
import { folderPlace } from '../storage/backup-place.ts'
import { diskLists } from '../storage/side-lists.ts'
import { draft, scene, schedule } from '../testing/broadcasts/broadcasts.testing.ts'
import { testLine } from '../testing/channels/line.testing.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { startMailServer } from '../testing/mail-server.testing.ts'
import { testServer } from '../testing/store.testing.ts'
import { backupOrder, newFolder, PASSPHRASE, quiet } from './backup-scene.ts'

const signal = new AbortController().signal

/** Rehearses the newest backup of a folder, in a data folder of its own. */
async function rehearseIn(folder: string, source: string): Promise<{ report: Rehearsal; left: string[] }> {
  const { core } = await testServer()
  const config = { ...core.config, dataFolder: await newFolder(), backupPassphrase: PASSPHRASE }
  const report = await rehearse({
    config,
    lists: diskLists(source),
    place: folderPlace(folder),
    progress: silent,
    signal,
  })
  return { report, left: await readdir(config.dataFolder) }
}

test('a rehearsal is due after a week at night, and two days later at any hour', () => {
  const ended = new Date(2026, 10, 1, 4).toISOString()
  const due = (day: number, hour: number) => isRehearsalDue({ ended_at: ended }, new Date(2026, 10, day, hour))
  expect([due(7, 4), due(8, 2), due(8, 4), due(8, 7), due(10, 5), due(10, 12)]).toEqual([
    ...[false, false, true, false, true, true],
  ])
  expect(isRehearsalDue(undefined, new Date())).toBe(true)
})

test('the switch of a rehearsal ignores all settings that lead out, and needs a database', async () => {
  const env = {
    ...{
      RUAM_DATA: await newFolder(),
      SMTP_URL: 'smtp://mail',
      MAIL_FROM: 'a@example.com',
      PUBLIC_URL: 'https://a.example',
    },
    ...{
      NATS_URL: 'nats://nats',
      S3_BUCKET: 'bucket',
      S3_ENDPOINT: 'https://s3',
      METRICS_PORT: '9100',
      RUAM_REHEARSAL: '1',
    },
    ...{
      OIDC_ISSUER: 'https://id',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
      RUAM_ROLE: 'worker',
      RUAM_BACKUP: '/tmp',
    },
  }
  expect(() => readConfig(env)).toThrow(/RUAM_REHEARSAL needs DATABASE_URL/)
  const config = readConfig({ ...env, DATABASE_URL: 'postgres://a@b/c', DATABASE_URL_2: 'postgres://a@d/c' })
  const { role, servers, bucket, nats, mail, oidc, metrics, backupFolder, publicUrl } = config
  expect([role, servers.length, bucket, nats, mail, oidc, metrics, backupFolder, publicUrl].join()).toBe('api,0,,,,,,,')
})

test('a damaged backup fails its rehearsal with a sentence, a report and a notice, and leaves nothing', async () => {
  const { core, admin } = await testServer()
  const folder = await newFolder()
  const name = backupNames(core.config.secretKey).next(new Date())
  await writeFile(join(folder, name), 'RUAM BACKUP 1\n{}\n')
  const { report, left } = await rehearseIn(folder, await newFolder())
  expect(report).toMatchObject({ ok: false, backup: name, faults: [expect.stringMatching(/cut off|damaged/)] })
  expect(left).toEqual([])
  const path = join(folder, reportNameOf(core.config.secretKey))
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(report)
  const { store } = await scene({ friends: 0 })
  await core.pool.query('select auth.rehearsal_ended(false, null, 3, $1)', [report.faults])
  expect(await lastRehearsal(core.pool)).toMatchObject({ ok: false, seconds: 3, faults: report.faults })
  const { rows } = await admin.query("select ending from notification where store_id = $1 and kind = 'rehearsal'", [
    store.storeId,
  ])
  expect(rows).toEqual([{ ending: 'failed' }])
})

test('an empty folder fails its rehearsal', async () => {
  const { report } = await rehearseIn(await newFolder(), await newFolder())
  expect(report.faults).toEqual([expect.stringMatching(/holds no backup of this installation/)])
})

test('a rehearsal next to the running installation signs in and counts, and calls nothing outside', {
  tags: ['verify'],
  timeout: 300_000,
}, async () => {
  const made = await scene({ friends: 3 })
  // Due while the copy runs.
  const { id } = await draft(made)
  await schedule(made, id)
  const soon = "update broadcast set due_at = now() + interval '10 seconds' where store_id = $1"
  await (await testServer()).admin.query(soon, [made.store.storeId])
  await quiet()
  const source = await newFolder()
  const order = await backupOrder(source)
  const { folder } = order
  await makeBackup(order)
  const line = await testLine()
  const mail = await startMailServer()
  let hooks = 0
  const webhook = createServer((_, reply) => reply.end(`${++hooks}`)).listen(0, '127.0.0.1')
  webhook.on('connection', () => hooks++)
  await new Promise((resolve) => webhook.once('listening', resolve))
  atEndOfFile(async () => {
    await mail.stop()
    webhook.close()
  })
  const there = `127.0.0.1:${(webhook.address() as AddressInfo).port}`
  // The copy inherits the settings of the running installation, its ports among them.
  for (const [name, value] of Object.entries({
    ...{ LINE_API_URL: line.url, LINE_DATA_URL: line.url, SMTP_URL: mail.url, MAIL_FROM: 'ruam@example.com' },
    ...{
      PUBLIC_URL: `http://${there}`,
      NATS_URL: `nats://${there}`,
      S3_BUCKET: 'live',
      S3_ENDPOINT: `http://${there}`,
    },
    ...{ S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', FACEBOOK_GRAPH_URL: `http://${there}` },
    ...{ PORT: there.split(':')[1]!, RUAM_BACKUP: folder, DATABASE_URL_2: `postgres://a@${there}/ruam` },
  }))
    vi.stubEnv(name, value)
  line.state.calls.clear()
  const { report, left } = await rehearseIn(folder, source)
  expect(report).toMatchObject({ ok: true, faults: [], answers: 3, refused: [] })
  expect(report.rows).toBeGreaterThan(50)
  expect(left).toEqual([])
  expect([[...line.state.calls.values()].flat().length, mail.mails.length + mail.refused, hooks]).toEqual([0, 0, 0])
})
