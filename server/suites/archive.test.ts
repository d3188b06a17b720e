import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { expect, test } from 'vitest'
import { chunkOf } from '../app/archive/names.ts'
import { readPidFile } from '../database/postgres/process.ts'
import { folderPlace } from '../storage/backup-place.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { until } from '../testing/until.testing.ts'
import { tryCommand } from './backup-commands.ts'
import { newFolder } from './backup-scene.ts'
import { signIn } from './ruam-client.ts'
import { type RuamProcess, startRuam } from './ruam-process.ts'

test('a machine that is lost comes back from its archive with its last minute, or at an instant before', {
  tags: ['verify'],
  timeout: 900_000,
}, async () => {
  const [data, archive] = [await newFolder(), await newFolder()]
  const env = { RUAM_ARCHIVE: archive, RUAM_BACKUP_PASSPHRASE: 'a passphrase for archives' }
  const place = folderPlace(archive)
  let running: RuamProcess | undefined
  atEndOfFile(async () => running?.signal('SIGTERM'))
  running = await startRuam(data, { role: 'all', env })
  const client = await signIn(running.address)
  const newKey = (name: string) => client.call(apiKeys.create, { body: { name, scopes: ['profile:read'] } } as never)
  await until(async () => (await place.names('archive-')).length === 1)
  const early = await newKey('early')
  await sleep(1500)
  const between = new Date().toISOString()
  await sleep(1500)
  await newKey('late')
  await client.call(apiKeys.revoke, { params: { id: String(early.id) } })
  await mkdir(join(data, 'files', '1'), { recursive: true })
  await writeFile(join(data, 'files', '1', 'picture'), 'รูป')
  const done = Date.now()
  const wal = (await readdir(archive)).find((name) => name.startsWith('wal-'))!
  await until(async () => (await place.names(`${wal}/`)).some((name) => chunkOf(name)!.at.getTime() > done))

  const postmaster = (await readPidFile(join(data, 'postgres', 'cluster')))!.pid
  await running.signal('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await sleep(500)
  await rm(data, { recursive: true, maxRetries: 5 })

  const restored = async (words: string[]) => {
    const folder = await newFolder()
    const { code, said } = await tryCommand(['restore.ts', '--archive', ...words], { ...env, RUAM_DATA: folder })
    expect(code, said).toBe(0)
    running = await startRuam(folder, { role: 'all', env: { RUAM_BACKUP_PASSPHRASE: '' } })
    const { data: keys } = await (await signIn(running.address)).call(apiKeys.list, { query: {} } as never)
    const ready = await fetch(`${running.address}/readyz`)
    const lines = running.lines.join('\n')
    await running.signal('SIGTERM')
    return { folder, lines, ready: ready.status, keys: keys.map(({ name, status }) => `${name} ${status}`).toSorted() }
  }
  const newest = await restored([])
  expect(newest).toMatchObject({ ready: 200, keys: ['early revoked', 'late active'] })
  expect(await readFile(join(newest.folder, 'files', '1', 'picture'), 'utf8')).toBe('รูป')
  // The key that was revoked later ends again, by the list of decisions.
  const before = await restored(['--to', between])
  expect(before).toMatchObject({ ready: 200, keys: ['early revoked'] })
  expect(before.lines).toMatch(/decisions? since then (was|were) applied again/)
  const [late, none] = [await newFolder(), await newFolder()]
  const refused = await tryCommand(['restore.ts', '--archive', '--to', '2099-01-01 00:00'], { ...env, RUAM_DATA: late })
  expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/The archive ends at .*without --to/)])
  const empty = await tryCommand(['restore.ts', '--archive', none], { ...env, RUAM_DATA: late })
  expect([empty.code, empty.said]).toEqual([1, expect.stringMatching(/holds no archive that can be restored/)])
})
