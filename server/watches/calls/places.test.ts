import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memberFiles } from '@ruam/contract/channels/member-files.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import { type Watch, watches } from '@ruam/contract/watches/watches.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFriend } from '../../../tools/line/state.ts'
import { fileMessage, textMessage } from '../../../tools/line/webhooks.ts'
import { openBucket } from '../../storage/bucket.ts'
import { connectLine, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { newBucket, startS3Server } from '../../testing/s3-server.testing.ts'
import { noSshd, startSshd } from '../../testing/sftp-servers.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { mappedSource } from '../../testing/things/data-sources.ts'
import {
  decideOn,
  fileIs,
  filesOfWatch,
  look,
  newWatch,
  otherColumns,
  salesFile,
  standStill,
  takeFiles,
} from '../../testing/watches.testing.ts'

type Place = Sent<typeof watches.create>['body']['place']

let store: TestStore
let source: number
beforeAll(async () => {
  const { core } = await testServer()
  core.config.watchPrivate = true
  store = await newStore()
  source = Number(await mappedSource(store))
})

const at = ({ id }: Pick<Watch, 'id'>) => ({ params: { id: String(id) } })
const read = (watch: Watch) => store.call(watches.get, at(watch))
const change = async (watch: Watch, body: Omit<Sent<typeof watches.update>['body'], 'origin_time'>) =>
  store.try(watches.update, { ...at(watch), body: { ...body, origin_time: (await read(watch)).updated_at } })
const storedSecret = async ({ id }: Watch) => {
  const { admin } = await testServer()
  const text = 'select secret from watch where store_id = $1 and id = $2'
  return (await admin.query<{ secret: Buffer | null }>(text, [store.storeId, id])).rows[0]!.secret
}

describe('a bucket of S3', () => {
  let s3: Awaited<ReturnType<typeof startS3Server>>
  let bucket: Awaited<ReturnType<typeof openBucket>>
  let place: Extract<Place, { kind: 's3' }>
  let secret: string
  beforeAll(async () => {
    s3 = await startS3Server()
    const settings = await newBucket(s3.settings, `watch-${process.pid}-${Date.now()}`)
    bucket = await openBucket(settings)
    const { endpoint, region, keys } = settings
    // The server of npm takes any secret, and its own one is the name of its key.
    secret = keys!.secret === keys!.id ? 'secret of the shop' : keys!.secret
    const folder = { bucket: settings.bucket, prefix: 'export/', path_style: true }
    place = { kind: 's3', endpoint: endpoint!, region, ...folder, key_id: keys!.id }
  })
  afterAll(async () => {
    bucket.close()
    await s3.stop()
  })

  test('is watched with its own secret, which no answer holds, and moves a file on from waiting to done', async () => {
    const watch = await newWatch(store, source, { place, secret })
    await bucket.putText('export/a.csv', otherColumns)
    await takeFiles(store, watch.id)
    const file = await fileIs(store, watch.id, 0, 'waiting')
    await look(store, watch.id)
    const names = async () => {
      const keys: string[] = []
      for await (const page of bucket.list('export/')) keys.push(...page.map(({ key }) => key.split('/')[1]!))
      return keys
    }
    expect(await names()).toEqual(['waiting'])
    await decideOn(store, watch.id, file.id, 'discard')
    await look(store, watch.id)
    expect(await names()).toEqual(['done'])
    expect(watch.place).toEqual(place)
    const answers = JSON.stringify([watch, await read(watch), await store.call(watches.list)])
    expect(answers).not.toContain(secret)
    expect((await storedSecret(watch))!.includes(secret)).toBe(false)
  })

  test('without its secret is refused, and keeps it through an edit at the same address alone', async () => {
    const none = { name: 'ไม่มีรหัส', place, pattern: '*', data_source_id: source, schedule: { looks: { after_hour: 5 } } }
    expect((await store.try(watches.create, { body: none })).body).toMatchObject({ error: 'watch_secret_missing' })
    const watch = await newWatch(store, source, { place, secret })
    const before = await storedSecret(watch)
    expect((await change(watch, { name: 'ชื่อใหม่' })).status).toBe(200)
    expect((await change(watch, { place: { ...place, prefix: 'other/' } })).status).toBe(200)
    expect(await storedSecret(watch)).toEqual(before)
    for (const changed of [{ endpoint: 'https://s3.example.com' }, { endpoint: null }, { bucket: 'another' }]) {
      const refused = await change(watch, { place: { ...place, ...changed } })
      expect(refused.body).toMatchObject({ error: 'watch_secret_missing' })
      const body = { place: { ...place, ...changed }, pattern: '*' }
      const tried = await store.try(watches.testChange, { ...at(watch), body })
      expect(tried.body).toMatchObject({ error: 'watch_secret_missing' })
    }
    expect((await change(watch, { place: { ...place, bucket: 'another' }, secret: 'other' })).status).toBe(200)
    expect((await change(watch, { place: { kind: 'folder', path: '' } })).status).toBe(200)
    expect(await storedSecret(watch)).toBeNull()
  })

  test('is tried with the sent secret, or with the stored one', async () => {
    await bucket.putText('tried/a.csv', 'x')
    const body = { place: { ...place, prefix: 'tried/' }, pattern: '*' }
    const missing = await store.try(watches.test, { body })
    expect(missing.body).toMatchObject({ error: 'watch_secret_missing' })
    expect((await store.call(watches.test, { body: { ...body, secret } })).files.map(({ name }) => name)).toEqual([
      'a.csv',
    ])
    const watch = await newWatch(store, source, { place, secret })
    expect(await store.call(watches.testChange, { ...at(watch), body })).toMatchObject({ total: 1, host_key: null })
    const wrong = { ...body, place: { ...body.place, key_id: 'UNKNOWN' } }
    const refused = await store.try(watches.testChange, { ...at(watch), body: wrong })
    expect(refused.body).toMatchObject({ error: 'watch_refused' })
  })

  test('at a private address, or of the product itself, is refused', async () => {
    const { core } = await testServer()
    const body = { place, pattern: '*', secret }
    core.config.watchPrivate = false
    try {
      expect((await store.try(watches.test, { body })).body).toMatchObject({ error: 'watch_private_address' })
    } finally {
      core.config.watchPrivate = true
    }
    const former = core.config.bucket
    core.config.bucket = {
      endpoint: place.endpoint!,
      region: place.region,
      bucket: place.bucket,
      pathStyle: true,
      keys: undefined,
    }
    try {
      expect((await store.try(watches.test, { body })).body).toMatchObject({ error: 'watch_own_bucket' })
    } finally {
      core.config.bucket = former
    }
  })
})

test('the LINE chats are looked at every minute, and a file that a linked member sends there is taken once', async () => {
  const { state } = await testLine()
  const { line, account } = await connectLine(store)
  const watch = await newWatch(store, source, { place: { kind: 'line_chat' }, pattern: '*' })
  const member = await store.member(['cdp-core.datasource.execute'])
  const { word } = await member.call(memberFiles.create, { body: {} })
  const { userId } = addFriend(line)
  await postEvents(line, account.webhook.url, [textMessage(state, userId, word)])
  await look(store, watch.id)
  const { looked_at, next_look_at } = await read(watch)
  const seconds = (Date.parse(next_look_at!) - Date.parse(looked_at!)) / 1000
  // The look itself takes a moment, and the hour of the day is hours away.
  expect(seconds).toBeGreaterThanOrEqual(60)
  expect(seconds).toBeLessThan(180)
  const file = fileMessage(state, userId, 'ยอดขาย.csv', Buffer.from(salesFile(10, 2)))
  await postEvents(line, account.webhook.url, [file])
  await takeFiles(store, watch.id)
  expect(await fileIs(store, watch.id, 0, 'waiting')).toMatchObject({ name: 'ยอดขาย.csv', figures: { rows: 2 } })
  await takeFiles(store, watch.id)
  expect(await filesOfWatch(store, watch.id)).toHaveLength(1)
})

test('addresses that are none, and secrets of the wrong shape, are refused', async () => {
  const s3 = { kind: 's3', endpoint: null, region: 'ap-southeast-1', bucket: 'shop', prefix: '', path_style: false }
  const sftp = { kind: 'sftp', host: 'sftp.example.com', port: 22, user: 'till', folder: '', host_key: null }
  const places = [
    ...['https://s3.example.com/path', 'ftp://s3.example.com', 'https://user@s3.example.com', 'https://', 's3'].map(
      (endpoint) => ({ ...s3, key_id: 'k', endpoint }),
    ),
    ...['x.evil.com/#', 'AP', ''].map((region) => ({ ...s3, key_id: 'k', region })),
    ...['a', 'Shop', 'shop/other', 'shop?x'].map((bucket) => ({ ...s3, key_id: 'k', bucket })),
    ...['/a/', 'a', 'a//'].map((prefix) => ({ ...s3, key_id: 'k', prefix })),
    ...['', 'a b', 'user@host', 'host/path'].map((host) => ({ ...sftp, login: 'password', host })),
    ...[0, 65_536].map((port) => ({ ...sftp, login: 'password', port })),
    { ...sftp, login: 'none' },
    { ...sftp, login: 'key', host_key: 'SHA256:x' },
    { kind: 'line_chat', channel_id: 1 },
  ]
  for (const place of places) {
    const body = { place: place as never, pattern: '*', secret: 'x' }
    expect([place, (await store.try(watches.test, { body })).status]).toEqual([place, 400])
  }
})

describe.skipIf(noSshd)('a folder of an SFTP server', () => {
  let sshd: Awaited<ReturnType<typeof startSshd>>
  let stop: () => Promise<void>
  let place: Extract<Place, { kind: 'sftp' }>
  let secret: string
  beforeAll(async () => {
    sshd = await startSshd()
    stop = await sshd.start('host-1')
    secret = await readFile(sshd.privateKey, 'utf8')
    const user = process.env.USER || 'root'
    const address = { host: '127.0.0.1', port: sshd.port, user, folder: sshd.folder }
    place = { kind: 'sftp', ...address, login: 'key', host_key: null }
  })
  afterAll(async () => {
    await stop()
    await sshd.remove()
  })
  const pinned = async (watch: Watch) => {
    const { place } = await read(watch)
    return place.kind === 'sftp' ? place.host_key : undefined
  }

  test('pins the host key of the first connection, pauses when it changes, and goes on once a member accepts', async () => {
    const watch = await newWatch(store, source, { place, secret })
    await writeFile(join(sshd.folder, 'a.csv'), otherColumns)
    await utimes(join(sshd.folder, 'a.csv'), 1_000, 1_764_000_000)
    await takeFiles(store, watch.id)
    const file = await fileIs(store, watch.id, 0, 'waiting')
    const first = await pinned(watch)
    expect(first).toMatch(/^ssh-ed25519 SHA256:/)
    await look(store, watch.id)
    await decideOn(store, watch.id, file.id, 'discard')
    await look(store, watch.id)
    expect((await readdir(sshd.folder)).toSorted()).toEqual(['done', 'waiting'])
    expect(await readdir(join(sshd.folder, 'waiting'))).toEqual([])

    await stop()
    stop = await sshd.start('host-2')
    await look(store, watch.id)
    const paused = await read(watch)
    expect([paused.status, paused.reason?.error]).toEqual(['paused', 'watch_host_key_changed'])
    expect((await store.call(notifications.list, { query: {} })).data.map(({ kind }) => kind)).toContain('watch_paused')
    await store.call(watches.resume, at(watch))
    await look(store, watch.id)
    expect((await read(watch)).status).toBe('paused')
    expect((await change(watch, { name: 'ชื่ออื่น' })).body).toMatchObject({ status: 'paused' })
    expect((await change(watch, { place })).body).toMatchObject({ status: 'active', reason: null })
    await look(store, watch.id)
    const second = await pinned(watch)
    expect([(await read(watch)).error, second === first]).toEqual([null, false])
    expect(second).toMatch(/^ssh-ed25519 SHA256:/)
  })

  test('is pinned by what its trial answered, and its key goes to no other address', async () => {
    const body = { place, pattern: '*', secret }
    const { host_key } = await store.call(watches.test, { body })
    expect(host_key).toMatch(/^ssh-ed25519 SHA256:/)
    const watch = await newWatch(store, source, { place: { ...place, host_key }, secret })
    await look(store, watch.id)
    expect([(await read(watch)).error, await pinned(watch)]).toEqual([null, host_key])
    const other = `${host_key!.slice(0, -2)}AA`
    const changed = { ...body, place: { ...place, host_key: other } }
    expect((await store.try(watches.test, { body: changed })).body).toMatchObject({ error: 'watch_host_key_changed' })
    for (const elsewhere of [{ host: 'localhost' }, { port: 22 }, { login: 'password' as const }])
      expect((await change(watch, { place: { ...place, ...elsewhere } })).body).toMatchObject({
        error: 'watch_secret_missing',
      })
    const wrong = await change(watch, { place: { ...place, host_key }, secret: 'no key at all' })
    expect(wrong.status).toBe(200)
    await look(store, watch.id)
    expect((await read(watch)).error).toMatchObject({ error: 'watch_refused' })
  })

  test('keeps its files if they may only be read, and each is imported once', async () => {
    const watch = await newWatch(store, source, { place, secret, pattern: 'kept*.csv' })
    // No folder can be made there.
    await writeFile(join(sshd.folder, 'kept.csv'), otherColumns)
    await utimes(join(sshd.folder, 'kept.csv'), 1_000, 1_764_000_000)
    await rm(join(sshd.folder, 'waiting'), { recursive: true, force: true })
    await writeFile(join(sshd.folder, 'waiting'), 'a file in the place of the folder')
    await takeFiles(store, watch.id)
    await fileIs(store, watch.id, 0, 'waiting')
    for (let looks = 0; looks < 2; looks++) {
      await look(store, watch.id)
      await standStill(store, watch.id)
    }
    await look(store, watch.id)
    expect(await filesOfWatch(store, watch.id)).toHaveLength(1)
    expect((await read(watch)).error).toBeNull()
    expect(await readdir(sshd.folder)).toContain('kept.csv')
    await rm(join(sshd.folder, 'waiting'))
  })
})
