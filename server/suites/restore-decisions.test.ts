import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { privacy } from '@ruam/contract/customers/privacy.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { hashPassword } from '../app/auth/passwords.ts'
import { openConnections } from '../app/open-core.ts'
import { afterRestore } from '../app/restored/after-restore.ts'
import { acceptedUsers, draft, type Scene, scene, schedule, settled } from '../broadcasts/broadcasts.testing.ts'
import { sendChannel } from '../broadcasts/sending/send.ts'
import { erase, profileWith } from '../customers/erasure/profile-erasure.testing.ts'
import { importFile } from '../imports/data-sources/data-sources.testing.ts'
import { newCredential, newOpenApi } from '../open-api/keys.testing.ts'
import type { Core } from '../platform/core/core.ts'
import { createPool, inStore } from '../platform/core/db.ts'
import { atEndOfFile } from '../platform/core/end-of-file.testing.ts'
import { appUrlOf } from '../platform/core/migrate.ts'
import { diskLists, type SideLists } from '../platform/core/side-lists.ts'
import { type Member, newStore, type TestStore, testServer } from '../platform/core/store.testing.ts'
import { until } from '../platform/core/until.testing.ts'
import { listLeftDecisions } from '../platform/decisions/write.ts'
import { lostActs } from '../reports/audit-log/seals.ts'
import { backUp, newDatabase, newFolder, quiet, restoreInto } from './backup-scene.ts'
import { officialAccount } from './things/channels.ts'
import { connectorId } from './things/connectors.ts'
import { customField } from './things/fields.ts'
import { openInvitation } from './things/people.ts'

const PASSWORD = 'a password from before the backup'
const MULTICAST = '/v2/bot/message/multicast'

let made: Scene
let store: TestStore
let gone: TestStore
let file: string
let people: Record<'removed' | 'lowered' | 'ofRole' | 'changed', Member>
let things: Record<'key' | 'rotated' | 'token' | 'openApi' | 'connector' | 'channel' | 'field' | 'invitation', number>
let secrets: { ended: string; rotated: string }
let sent: { due: number; tried: number; accepted: string[] }
let restored: Core & { admin: pg.Pool; ownerUrl: string; said: string[] }

/** Acts as the application does, in the store. */
const act = async (text: string, values: unknown[] = []) => {
  const { core } = await testServer()
  await inStore(core.pool, store.storeId, (_, client) => client.query(text, [store.storeId, ...values]))
}

/** Moves the next call of LINE about a chunk without an outcome. */
const triedLater = async (hours: number) =>
  (await testServer()).admin.query(
    "update broadcast_chunk set next_try_at = now() + make_interval(hours => $2) where store_id = $1 and status = 'waiting' and tries > 0 and line_status = 500",
    [store.storeId, hours],
  )

beforeAll(async () => {
  const { admin, core } = await testServer()
  made = await scene({ friends: 3 })
  store = made.store
  gone = await newStore()
  await importFile(store, 'ชื่อ,เบอร์โทร\nสมปอง,0893334441\nสมใจ,0893334442\n')
  const [removed, lowered, ofRole, changed] = await Promise.all(
    (
      [
        ['cdp-core.profile.read'],
        'owner',
        ['cdp-core.profile.read', 'cdp-core.profile.edit'],
        ['cdp-core.profile.read'],
      ] as const
    ).map((rights) => store.member(rights)),
  )
  people = { removed: removed!, lowered: lowered!, ofRole: ofRole!, changed: changed! }
  await admin.query('update users set password_hash = $2 where id = $1', [
    changed!.userId,
    await hashPassword(PASSWORD),
  ])
  const [key, rotated, token] = [
    await newCredential(store),
    await newCredential(store),
    await newCredential(store, { kind: 'token' }),
  ]
  secrets = { ended: key.credential, rotated: rotated.credential }
  things = {
    ...{ key: key.id, rotated: rotated.id, token: token.id, openApi: (await newOpenApi(store)).id },
    ...{ connector: await connectorId(store), channel: await officialAccount(store), field: await customField(store) },
    invitation: (await openInvitation(store)).id,
  }
  await store.call(profileApi.createLogin, { body: { rotate: false } } as never)
  await act(
    `insert into profile_api_field (store_id, field_id, reads, writes) values ($1, $2, true, true), ($1, 1, true, true), ($1, 2, true, true)
    on conflict (store_id, field_id) do update set reads = true, writes = true`,
    [things.field],
  )
  await act(
    `insert into credential_field (store_id, credential_id, field_id, reads, writes)
    select $1, $2, f, true, 'overwrite' from unnest('{1,2}'::int[]) f
    on conflict (store_id, credential_id, field_id) do update set reads = true, writes = 'overwrite'`,
    [things.rotated],
  )
  // One broadcast is due, and LINE's answer about the other is awaited.
  const tried = (await draft(made)).id
  made.state.faults.push({ path: MULTICAST, kind: 'error', times: 1 })
  await schedule(made, tried)
  await until(async () => (await triedLater(1)).rowCount === 1)
  await quiet()
  const due = (await draft(made)).id
  const later = { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString() }
  await schedule(made, due, { schedule: later })
  await admin.query('update broadcast set due_at = now() where store_id = $1 and id = $2', [store.storeId, due])
  await quiet()
  const source = await newFolder()
  await symlink(core.config.dataFolder, join(source, 'files'))
  file = (await backUp(source)).path

  const params = (id: number) => ({ params: { id: String(id) } })
  await store.call(apiKeys.revoke, params(things.key))
  await store.call(apiKeys.rotate, { ...params(things.rotated), body: { overlap_hours: 0 } } as never)
  await store.call(apiTokens.delete, params(things.token))
  await store.call(lineOa.updateStatus, { ...params(things.channel), body: { status: 'inactive' } } as never)
  await store.call(profileApi.removeLogin)
  const consent = { profile_id: made.people[0]!.id, purpose_id: made.purposeId, operation: 'withdrawn', note: '' }
  await store.call(privacy.record, { body: consent } as never)
  await act('update store_member set removed_at = now() where store_id = $1 and user_id = $2', [removed!.userId])
  await act(
    "update store_member set role_id = (select id from role where store_id = $1 and name = 'manager') where store_id = $1 and user_id = $2",
    [lowered!.userId],
  )
  await act(
    "update role set permissions = '{cdp-core.profile.read}' where store_id = $1 and id = (select role_id from store_member where store_id = $1 and user_id = $2)",
    [ofRole!.userId],
  )
  await act("update invitation set status = 'revoked' where store_id = $1 and id = $2", [things.invitation])
  await act("update open_api set status = 'inactive' where store_id = $1 and id = $2", [things.openApi])
  await act("update connector set status = 'inactive' where store_id = $1 and data_source_id = $2", [things.connector])
  await act('delete from profile_api_field where store_id = $1 and field_id = 1')
  await act("update credential_field set writes = 'fill' where store_id = $1 and credential_id = $2 and field_id = 1", [
    things.rotated,
  ])
  // Written anew as it was: no decision.
  const list = 'delete from credential_field where store_id = $1 and credential_id = $2 and field_id = 2'
  await inStore(core.pool, store.storeId, async (_, client) => {
    await client.query(list, [store.storeId, things.rotated])
    await client.query(
      "insert into credential_field (store_id, credential_id, field_id, reads, writes) values ($1, $2, 2, true, 'overwrite')",
      [store.storeId, things.rotated],
    )
  })
  await act('update profile_field set sensitive = true where store_id = $1 and id = $2', [things.field])
  await act('update profile set restricted_at = now() where store_id = $1 and id = $2', [made.people[1]!.id])
  await inStore(core.pool, gone.storeId, (_, client) =>
    client.query('update store set deleted_at = now() where store_id = $1', [gone.storeId]),
  )
  await admin.query('select auth.set_password($1, $2)', [changed!.email, 'another'])
  await listLeftDecisions(core)
  await triedLater(0)
  for (const id of [tried, due]) await settled(made, id)
  sent = { due, tried, accepted: acceptedUsers(made) }
  await erase(store, await profileWith(store, '+66893334441'))
  restored = await restoredCore(core.lists)
}, 180_000)

/** Restores the backup into a database of its own, and starts on it. */
async function restoredCore(lists: SideLists): Promise<typeof restored> {
  const { core } = await testServer()
  const { ownerUrl, superUrl } = await newDatabase()
  await restoreInto({ file, databaseUrl: ownerUrl, dataFolder: await newFolder() })
  const appUrl = appUrlOf(ownerUrl, core.config.secretKey)
  const { close, ...connections } = await openConnections({ appUrl, directAppUrl: appUrl, pooled: false }, () => {})
  const admin = createPool(superUrl, { max: 2 })
  atEndOfFile(async () => {
    await close()
    await admin.end()
  })
  const there = { ...core, ...connections, servers: undefined, lists } as Core
  const said: string[] = []
  await afterRestore(there, ownerUrl, (line) => said.push(line))
  return { ...there, admin, ownerUrl, said }
}

const one = async (text: string, values: unknown[] = []) =>
  (await restored.admin.query(text, [store.storeId, ...values])).rows[0]

describe('a restored backup keeps', () => {
  test('keys and tokens ended, and former secrets', async () => {
    const app = await createApp(restored, { web: false })
    for (const secret of Object.values(secrets)) {
      const reply = await app.inject({ url: '/open-api/v1/profiles', headers: { authorization: `Bearer ${secret}` } })
      expect(reply.statusCode).toBe(401)
    }
    const login = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: people.changed.email, password: PASSWORD },
    })
    expect(login.statusCode).toBe(401)
    await app.close()
    expect(
      await one('select count(*)::int as n from credential where store_id = $1 and id = $2', [things.token]),
    ).toEqual({ n: 0 })
  })

  test('members out, roles low, and passwords unusable', async () => {
    const { rows } = await restored.admin.query(
      `select m.user_id, m.removed_at is null as member, r.name = 'owner' as owner, 'cdp-core.profile.edit' = any(r.permissions) as edits
      from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id where m.store_id = $1 and m.user_id = any($2)`,
      [store.storeId, Object.values(people).map(({ userId }) => userId)],
    )
    const found = (of: Member) => rows.find(({ user_id }) => user_id === of.userId)
    expect(found(people.removed)).toMatchObject({ member: false })
    expect(found(people.lowered)).toMatchObject({ member: true, owner: false })
    expect(found(people.ofRole)).toMatchObject({ member: true, edits: false })
    expect(await one('select password_hash from users where $1 > 0 and id = $2', [people.changed.userId])).toEqual({
      password_hash: '',
    })
  })

  test('closings, disconnections and withdrawals', async () => {
    const state = await one(
      `select (select status from channel where store_id = $1 and id = $2) as channel,
        (select status from invitation where store_id = $1 and id = $3) as invitation,
        (select status from open_api where store_id = $1 and id = $4) as open_api,
        (select status from connector where store_id = $1 and data_source_id = $5) as connector,
        (select sensitive from profile_field where store_id = $1 and id = $6) as sensitive,
        (select count(*)::int from sql_login where store_id = $1) as logins,
        (select status from consent_entry where store_id = $1 and profile_id = $7 order by at desc, id desc limit 1) as consent,
        (select restricted_at is not null from profile where store_id = $1 and id = $8) as restricted,
        (select deleted_at is not null from store where store_id = $9) as gone`,
      [
        ...[things.channel, things.invitation, things.openApi, things.connector, things.field],
        ...[made.people[0]!.id, made.people[1]!.id, gone.storeId],
      ],
    )
    expect(state).toEqual({
      ...{
        channel: 'inactive',
        invitation: 'revoked',
        open_api: 'inactive',
        connector: 'inactive',
        sensitive: true,
        logins: 0,
      },
      ...{ consent: 'withdrawn', restricted: true, gone: true },
    })
  })

  test('fields closed to programs, and those that were not closed open', async () => {
    const { rows } = await restored.admin.query(
      `select field_id, reads, writes::text from profile_api_field where store_id = $1 and field_id = any($2)
       union all select field_id + 100, reads, writes from credential_field where store_id = $1 and credential_id = $3 and field_id in (1, 2) order by 1`,
      [store.storeId, [things.field, 1, 2], things.rotated],
    )
    expect(rows).toEqual([
      { field_id: 1, reads: false, writes: 'false' },
      { field_id: 2, reads: true, writes: 'true' },
      { field_id: 101, reads: true, writes: 'fill' },
      { field_id: 102, reads: true, writes: 'overwrite' },
    ])
  })

  test('erased customers hidden from the first moment', async () => {
    const hidden = await one(
      "select deleted_at is not null as hidden from profile where store_id = $1 and phone = '+66893334441'",
    )
    expect(hidden).toEqual({ hidden: true })
    expect(await one("select count(*)::int as n from job where store_id = $1 and request ? 'again'")).toEqual({ n: 1 })
  })

  test('messages that LINE accepted, and sends nobody twice when somebody lets them go on', async () => {
    const state = (id: number) =>
      one('select status, sub_status, reason, accepted, queued from broadcast where store_id = $1 and id = $2', [id])
    const held = { status: 'pending', sub_status: 'paused', reason: 'restored' }
    expect(await state(sent.tried)).toEqual({ ...held, accepted: 3, queued: 0 })
    expect(await state(sent.due)).toEqual({ ...held, accepted: 0, queued: 0 })
    await restored.admin.query(
      "update broadcast set sub_status = 'queued', reason = null, due_at = now() where store_id = $1 and reason = 'restored'",
      [store.storeId],
    )
    const before = made.state.accepted.length
    await sendChannel(restored, store.storeId, made.account.id, new AbortController().signal)
    expect(made.state.accepted.length).toBe(before)
    expect(await state(sent.tried)).toMatchObject({ status: 'published', accepted: 3 })
    expect(
      await one(
        "select count(*)::int as n from broadcast_recipient where store_id = $1 and broadcast_id = $2 and reason = 'sent_before'",
        [sent.due],
      ),
    ).toEqual({ n: sent.accepted.length - 3 })
  })

  test('an act and a notice in each store that say from when and without what', async () => {
    const row = await one("select details from audit_log where store_id = $1 and action = 'database_restored'")
    expect(row.details).toMatchObject({ held: 2, acts: null, without: 'acts', backup_at: expect.any(String) })
    expect(row.details.decisions).toBeGreaterThan(12)
    expect(await one("select ending, data from notification where store_id = $1 and kind = 'restored'")).toMatchObject({
      ending: 'cancel',
      data: { held: 2 },
    })
    expect(await lostActs(restored.pool)).toMatchObject([{ backup_at: expect.any(String) }])
    expect(restored.said.join()).toMatch(/decisions since then were applied again/)
  })
})

test('a second start applies nothing again', async () => {
  await restored.admin.query("update credential set status = 'active' where store_id = $1 and id = $2", [
    store.storeId,
    things.key,
  ])
  const said: string[] = []
  await afterRestore(restored, restored.ownerUrl, (line) => said.push(line))
  expect(said).toEqual([])
  expect(await one('select status from credential where store_id = $1 and id = $2', [things.key])).toEqual({
    status: 'active',
  })
})

describe('a start', () => {
  const linesOf = async () => restored.lists.lines('decisions')
  /** The list, as somebody left it. */
  const changed = (lines: string[]): SideLists => ({
    ...restored.lists,
    lines: async (name) => (name === 'decisions' ? lines : restored.lists.lines(name)),
  })
  const startWith = (lists: SideLists) =>
    afterRestore({ ...restored, lists }, restored.ownerUrl, () => {}).then(
      () => 'started',
      (error: Error) => error.message,
    )

  test('is refused when the list lacks its last lines, which the database knows', async () => {
    await restored.admin.query(`select auth.record_decision('session_ended', null, '{"session": 987654321}')`)
    await listLeftDecisions(restored)
    const lines = await linesOf()
    const cut = lines.filter((line) => !line.includes('987654321'))
    expect(cut.length).toBe(lines.length - 1)
    expect(await startWith(changed(cut))).toMatch(/a decision that the database knows is not on it/)
    expect(await startWith(changed(lines))).toBe('started')
  })

  test('on a new machine without the list says that decisions are unknown, once', { tags: ['verify'] }, async () => {
    const machine = await restoredCore(diskLists(await newFolder()))
    expect(machine.said.join()).toMatch(/Decisions since then are UNKNOWN/)
    const row = async (text: string) => (await machine.admin.query(text, [store.storeId])).rows
    const acts = "select details from audit_log where store_id = $1 and action = 'database_restored'"
    expect(await row(acts)).toMatchObject([{ details: { without: 'decisions,acts', decisions: null } }])
    expect(await row("select ending from notification where store_id = $1 and kind = 'restored'")).toEqual([
      { ending: 'failed' },
    ])
    const said: string[] = []
    await afterRestore(machine, machine.ownerUrl, (line) => said.push(line))
    expect([said, await row(acts)]).toMatchObject([[], { length: 1 }])
  })
})
