import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { sendChannel } from '../broadcasts/sending/send.ts'
import { createPool, inStore } from '../database/db.ts'
import { appUrlOf } from '../database/migrate.ts'
import { listUnrecordedDecisions } from '../decisions/write.ts'
import { missingActs } from '../reports/audit-log/seals.ts'
import { diskLists, type SideLists } from '../storage/side-lists.ts'
import { acceptedUsers, addFriends, type Scene, scene } from '../testing/broadcasts/broadcasts.testing.ts'
import { erase, profileWith } from '../testing/customers/profile-erasure.testing.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { importFile } from '../testing/imports/data-sources.testing.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { type TestStore, testServer } from '../testing/store.testing.ts'
import { tryCommand } from './backup-commands.ts'
import { newFolder, quiet, runBackup } from './backup-scene.ts'
import { cases } from './restored/cases.ts'
import { type Ended, mayCall } from './restored/ended.ts'
import { type RestoredCore, restoredCore, startOn } from './restored/restored-core.ts'

const all = Object.entries(cases).flatMap(([kind, of]) => of.map((one) => ({ kind, ...one })))

let made: Scene
let store: TestStore
let early: { id: number; credential: string }
let restored: RestoredCore
let said: string[]
/** By title: the kinds that the decision recorded, and if the thing lived before and after decisions were applied. */
const found = new Map<string, { kinds: string[]; inBackup: boolean; restored: boolean }>()

/** Revokes a key in a process that is killed before its decision is listed, with a clock that was an hour late. */
async function revokeEarly(id: number): Promise<void> {
  const { admin, core } = await testServer()
  const unlisting = createPool(core.config.appUrl!)
  await inStore(unlisting, store.storeId, (_, client) =>
    client.query("update credential set status = 'revoked' where store_id = $1 and id = $2", [store.storeId, id]),
  ).finally(() => unlisting.end())
  await admin.query("update decision set at = at - interval '1 hour' where not listed")
  await listUnrecordedDecisions(core)
}

beforeAll(async () => {
  const { admin, core } = await testServer()
  made = await scene({ friends: 3 })
  await addFriends(made, 2)
  store = made.store
  await importFile(store, 'ชื่อ,เบอร์โทร\nสมปอง,0893334441\nสมใจ,0893334442\n')
  early = await newCredential(store)
  const ended = new Map<string, Ended>()
  for (const { title, make } of all) ended.set(title, await make(made))
  await quiet()
  const source = await newFolder()
  await symlink(core.config.dataFolder, join(source, 'files'))
  const { path } = (await runBackup(source))!

  // Runs the cases in reverse: the due broadcast is sent before LINE is asked about the other one.
  for (const { title } of all.toReversed()) {
    const { rows: before } = await admin.query<{ last: number }>(
      'select coalesce(max(number), 0) as last from decision',
    )
    await ended.get(title)!.decide()
    const { rows } = await admin.query<{ kind: string }>('select kind from decision where number > $1', [
      before[0]!.last,
    ])
    found.set(title, { kinds: rows.map(({ kind }) => kind), inBackup: false, restored: true })
  }
  await revokeEarly(early.id)
  await erase(store, await profileWith(store, '+66893334441'))

  restored = await restoredCore(path)
  // PostgreSQL's own means would restore these too, which `npm run restore` ends.
  await restored.admin.query('update user_session set revoked_at = null')
  await restored.admin.query("update invitation set status = 'pending'")
  const visit = async (when: 'inBackup' | 'restored') => {
    const app = await createApp(restored, { web: false })
    const there = { app, admin: restored.admin }
    for (const [title, { lives }] of ended) found.get(title)![when] = await lives(there)
    await app.close()
  }
  await visit('inBackup')
  said = await startOn(restored)
  await visit('restored')
})

const one = async (text: string, values: unknown[] = []) =>
  (await restored.admin.query(text, [store.storeId, ...values])).rows[0]

test.each(all)('$title ends again when a backup is restored ($kind)', ({ kind, title }) => {
  expect(found.get(title)).toEqual({
    kinds: expect.arrayContaining([kind]),
    inBackup: true,
    restored: false,
  })
})

describe('a restored backup', () => {
  test('ends a key that was revoked in the second of the backup, by a late clock', async () => {
    const app = await createApp(restored, { web: false })
    expect(await mayCall({ app, admin: restored.admin }, early.credential, 'labels')).toBe(false)
    await app.close()
  })

  test('hides erased customers from the first moment', async () => {
    const hidden = await one(
      "select deleted_at is not null as hidden from profile where store_id = $1 and phone = '+66893334441'",
    )
    expect(hidden).toEqual({ hidden: true })
    expect(await one("select count(*)::int as n from job where store_id = $1 and request ? 'again'")).toEqual({ n: 1 })
  })

  test('holds broadcasts that were due, and sends nobody twice when somebody lets them go on', async () => {
    const states = async () =>
      (
        await restored.admin.query(
          `select status, sub_status, reason, accepted from broadcast
           where store_id = $1 and channel_id = $2 order by id`,
          [store.storeId, made.account.id],
        )
      ).rows
    const held = { status: 'pending', sub_status: 'paused', reason: 'restored' }
    expect(await states()).toEqual([
      { ...held, accepted: 5 },
      { ...held, accepted: 0 },
    ])
    const before = acceptedUsers(made)
    expect(before.length).toBe(10)
    await restored.admin.query(
      "update broadcast set sub_status = 'queued', reason = null, due_at = now() where store_id = $1 and channel_id = $2",
      [store.storeId, made.account.id],
    )
    await sendChannel(restored, store.storeId, made.account.id, new AbortController().signal)
    expect(acceptedUsers(made)).toEqual(before)
    expect(await states()).toMatchObject([{ status: 'published', accepted: 5 }, { accepted: 0 }])
    const leftOut = "select count(*)::int as n from broadcast_recipient where store_id = $1 and reason = 'sent_before'"
    expect(await one(leftOut)).toEqual({ n: 5 })
  })

  test('does not call LINE for everyone again when a person lets such broadcasts go on', async () => {
    const accepted = () => made.state.accepted.filter(({ call }) => call === 'broadcast').length
    const before = accepted()
    expect(before).toBe(2)
    const { rows } = await restored.admin.query<{ channel_id: number }>(
      `update broadcast set sub_status = 'queued', reason = null, due_at = now()
       where store_id = $1 and target ->> 'type' = 'line_all' returning channel_id`,
      [store.storeId],
    )
    for (const { channel_id } of rows)
      await sendChannel(restored, store.storeId, channel_id, new AbortController().signal)
    expect(accepted()).toBe(before)
    const ended = `select count(*)::int as n from broadcast where store_id = $1 and target ->> 'type' = 'line_all'
      and status = 'published' and accepted = 1 and reserved = 0`
    expect(await one(ended)).toEqual({ n: 2 })
  })

  test('says in each store from when it is and without what', async () => {
    const row = await one("select details from audit_log where store_id = $1 and action = 'database_restored'")
    expect(row.details).toMatchObject({ held: 4, acts: null, without: 'acts', backup_at: expect.any(String) })
    expect(row.details.decisions).toBeGreaterThan(all.length - 5)
    expect(await one("select ending, data from notification where store_id = $1 and kind = 'restored'")).toMatchObject({
      ending: 'cancel',
      data: { held: 4 },
    })
    expect(said.join()).toMatch(/decisions since then were applied again/)
  })

  test('has a gap in its audit log, which `verify audit` reports', async () => {
    expect(await missingActs(restored.pool)).toMatchObject([{ backup_at: expect.any(String) }])
    const { core } = await testServer()
    const env = { RUAM_DATA: await newFolder(), DATABASE_URL: restored.ownerUrl }
    const { code, said: told } = await tryCommand(['verify-audit.ts'], {
      ...env,
      RUAM_SECRET_KEY: core.config.secretKey,
    })
    expect([code, told]).toEqual([0, expect.stringMatching(/^Gap: the acts between .*Apart from these gaps/s)])
  })
})

describe('a later start', () => {
  test('applies nothing again', async () => {
    await restored.admin.query("update credential set status = 'active' where id = $1", [early.id])
    expect(await startOn(restored)).toEqual([])
    expect(await one('select status from credential where $1 > 0 and id = $2', [early.id])).toEqual({
      status: 'active',
    })
  })

  const startWith = (lists: SideLists, more: Partial<RestoredCore> = {}) =>
    startOn(restored, { lists, ...more }).then(
      (lines) => lines.join() || 'nothing',
      (error: Error) => error.message,
    )

  test('is refused when the list lacks its last lines, which the database knows', async () => {
    await restored.admin.query(`select auth.record_decision('session_ended', null, '{"session": 987654321}')`)
    await listUnrecordedDecisions(restored)
    const lines = await restored.lists.lines('decisions')
    const cut = lines.filter((line) => !line.includes('987654321'))
    expect(cut.length).toBe(lines.length - 1)
    const changed = (text: string[]): SideLists => ({
      ...restored.lists,
      lines: async (name) => (name === 'decisions' ? text : restored.lists.lines(name)),
    })
    expect(await startWith(changed(cut))).toMatch(/a decision that the database knows is not on it/)
    expect(await startWith(changed(lines))).toBe('nothing')
  })

  test('without the list says once that decisions are unknown, and begins a new list', async () => {
    const { core } = await testServer()
    // As another process, which writes to the new list.
    const pool = createPool(appUrlOf(restored.ownerUrl, core.config.secretKey))
    atEndOfFile(() => pool.end())
    const lists = diskLists(await newFolder())
    expect(await startWith(lists, { pool })).toMatch(/Decisions since then are UNKNOWN/)
    const row = "select details from audit_log where store_id = $1 and action = 'database_restored' order by id desc"
    expect((await one(row)).details).toMatchObject({ without: 'decisions,acts', decisions: null })
    const notice = "select ending from notification where store_id = $1 and kind = 'restored' order by id desc"
    expect(await one(notice)).toEqual({ ending: 'failed' })
    expect(await startWith(lists, { pool })).toBe('nothing')
  })
})
