import { auth } from '@ruam/contract/access/auth.ts'
import { people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { runNotice } from '@ruam/contract/imports/run-notices.ts'
import { notices, notifications } from '@ruam/contract/notifications.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { purge } from '../../jobs/purge.ts'
import { watchDisk } from '../../notifications/disk.ts'
import { notify } from '../../notifications/notify.ts'
import { invited, newcomer } from '../../testing/access/people.testing.ts'
import { madeRole } from '../../testing/access/roles.testing.ts'
import { bulk, people as madePeople, newLabel, undo } from '../../testing/customers/profile-bulk.testing.ts'
import { segment, settled } from '../../testing/customers/segments.testing.ts'
import { createDataSource, importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { exportEvent, grantOf, listener, published, pushServer } from '../../testing/push/push.testing.ts'
import { exported } from '../../testing/reports/exports.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { notifyRun } from './notify-run.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const file = 'ชื่อ,เบอร์โทรศัพท์\nมาลี,0812345670\nสมชาย,0823456789\n'
const bell = (who: Member, query: { unread?: 'true' | 'false'; offset?: string; limit?: string } = {}) =>
  who.call(notifications.list, { query })
const kinds = async (who: Member) => (await bell(who, { limit: '100' })).data.map(({ kind }) => kind)
const read = (who: Member, body: { ids: number[] } | { up_to: number }) => who.call(notifications.read, { body })

/** As if a kind of thing had ended. */
async function ended(kind: string, userId: number | null = null, data = '{}'): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into notification (store_id, kind, ending, user_id, data) values ($1, $2, 'completed', $3, $4) returning id`,
    [store.storeId, kind, userId, data],
  )
  return rows[0]!.id
}

describe('notices about ended work', () => {
  test('an ended import has its figures and the current name of its data source', async () => {
    const { id } = await importFile(store, file, { name: 'หน้าร้าน' })
    const { data, total, unread } = await bell(store)
    expect([total, unread]).toEqual([1, 1])
    expect(data[0]).toMatchObject({
      kind: 'import_ended',
      ending: 'completed',
      title: 'นำเข้า หน้าร้าน สำเร็จ',
      text: 'เพิ่ม 2 · อัปเดต 0 · ซ้ำ 0 · ผิดพลาด 0',
      read: false,
      leads_to: { screen: 'data-source-v2-list-output', param: 'dataSourceId', id },
      job: null,
    })
  })

  test('a dry run is notified only if it took long enough for its author to leave', async () => {
    const { id } = await createDataSource(store, file, 'หน้าร้าน')
    const { core } = await testServer()
    const counts = { added: 2, updated: 0, duplicated: 0, failed: 0, held: 0 }
    const took = (until: string) =>
      inStore(core.pool, store.storeId, (db) =>
        notifyRun(db, store.storeId, {
          ...{ id: 0, kind: 'dry', status: 'completed', data_source_id: id, ...counts },
          started_at: '2026-11-24T02:00:00.000Z',
          finished_at: `2026-11-24T02:00:${until}.000Z`,
        }),
      )
    await took('12')
    await took('09')
    const { data } = await bell(store)
    expect(data.map(({ title, text }) => [title, text])).toEqual([
      ['ทดลองนำเข้า หน้าร้าน เสร็จแล้ว', 'จะเพิ่ม 2 · อัปเดต 0 · ซ้ำ 0 · ผิดพลาด 0'],
    ])
  })

  test('an ended undo leads to the same data source', { tags: ['verify'] }, async () => {
    const { id, real } = await importFile(store, file, { name: 'หน้าร้าน' })
    await undone(store, id, real)
    const [newest] = (await bell(store)).data
    expect(newest).toMatchObject({ kind: 'import_undone', title: 'เลิกทำการนำเข้า หน้าร้าน', leads_to: { id } })
    expect(newest!.job).toMatchObject({ kind: 'run_undo', status: 'completed', changed: 2 })
  })

  test('an ended bulk change can be undone from its notice', async () => {
    const ids = await madePeople(store, ['นก', 'กา'])
    const label = await newLabel(store, 'ลูกค้าประจำ')
    const { id } = await bulk(store, { ids }, { type: 'add_labels', label_ids: [label] })
    const [first] = (await bell(store)).data
    expect(first).toMatchObject({ kind: 'bulk_ended', title: 'เพิ่มป้ายกำกับ ลูกค้าประจำ ให้ลูกค้า 2 ราย' })
    expect(first!.text).toBe('เปลี่ยน 2 · ไม่ได้เปลี่ยน 0')
    expect(first!.job!.undoable_until).not.toBeNull()
    await undo(store, id)
    const both = (await bell(store, { limit: '2' })).data
    expect(both.map(({ job }) => [job!.kind, job!.undone_at !== null])).toEqual([
      ['bulk_undo', false],
      ['profile_bulk', true],
    ])
  })

  test('an ended export is notified to its owner only', async () => {
    await importFile(store, file)
    const other = await store.member('owner')
    const { item } = await exported(store, { type: 'profile', file_type: 'csv', filter: {} })
    const [first] = (await bell(store)).data
    expect(first).toMatchObject({ kind: 'export_ended', title: item.file_name, text: 'ส่งออกแล้ว 2 แถว', job: null })
    expect(await kinds(other)).toEqual(['import_ended'])
  })

  test('joined members and changed roles are notified', async () => {
    const { app } = await testServer()
    const { id: role } = await madeRole(store, ['user.user.read'])
    const { token } = await invited(store, role)
    const url = `/api${auth.acceptInvitation.path}`
    const reply = await app.inject({ method: 'POST', url, payload: newcomer(token) })
    expect(reply.statusCode).toBe(200)
    const { data } = await store.call(people.list, { query: { role_id: String(role) } })
    const user = data[0]!
    const [joined] = (await bell(store)).data
    expect(joined).toMatchObject({
      kind: 'invitation_accepted',
      title: `${user.first_name} ${user.last_name} เข้าร่วมร้านแล้ว`,
      leads_to: { screen: 'setting-user-management-create-edit', id: user.id },
    })
    const manager = (await store.call(roles.listOfSettings, { query: {} })).data.find(({ name }) => name === 'manager')!
    await store.call(people.update, { params: { id: String(user.id) }, body: { role_id: manager.id } })
    const changed = (await bell(store)).data[0]!
    expect([changed.kind, changed.text]).toEqual(['member_role_changed', 'บทบาท ผู้จัดการ'])
    const params = { id: String(store.storeId), role_id: String(role) }
    const { updated_at } = await store.call(roles.get, { params })
    await store.call(roles.update, { params, body: { permissions: [], origin_time: updated_at } })
    expect((await bell(store)).data[0]).toMatchObject({ kind: 'role_changed', leads_to: { id: role } })
  })

  test('a segment that stops following its rule is notified once', async () => {
    const made = { field_name: 'size', display_name: 'ขนาด', data_type: 'String' as const }
    const { id } = await store.call(profileFields.create, { body: made })
    const followed = await segment(store, { kind: 'profile', field_id: id, operator: 'empty' })
    await segment(store, { kind: 'profile', field_id: id, operator: 'not_empty' }, { auto: false })
    await settled(store)
    await store.call(profileFields.delete, { params: { id: String(id) }, query: { confirm: 'true' } })
    await settled(store)
    const broken = (await bell(store)).data.filter(({ topic }) => topic === 'segment')
    expect(broken.map(({ kind, leads_to }) => [kind, leads_to!.id])).toEqual([['segment_broken', followed.id]])
  })

  test('a new agreement is notified to stores that decided about an earlier one', async () => {
    const { admin } = await testServer()
    const undecided = await newStore({ dpa: 'none' })
    const client = await admin.connect()
    try {
      await client.query('begin')
      await client.query("select auth.publish_agreement('2999-01-01', '{}', 'hash')")
      await client.query("select auth.publish_agreement('2999-01-01', '{}', 'hash')")
      const { rows } = await client.query(
        "select store_id from notification where kind = 'agreement_new' and store_id = any($1)",
        [[store.storeId, undecided.storeId]],
      )
      expect(rows).toEqual([{ store_id: store.storeId }])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('a nearly full disk is notified once a week', async () => {
    const { core } = await testServer()
    const disk = (bavail: number) => async () => ({ blocks: 100, bavail }) as never
    await watchDisk(core, disk(10))
    expect(await kinds(store)).toEqual([])
    await Promise.all([1, 2, 3].map(() => watchDisk(core, disk(4))))
    const { data } = await bell(store)
    expect(data.map(({ text }) => text)).toEqual(['เหลือ 4% เพิ่มพื้นที่ หรือลบไฟล์ที่ไม่ใช้ ก่อนนำเข้าข้อมูลต่อ'])
  })
})

describe('the bell', () => {
  test('holds only what the person may read, and opens with any such right or with that to exports', async () => {
    for (const { kind } of notices) await ended(kind)
    const own = await store.member(['cdp-core.profile.download'])
    expect(await kinds(own)).toEqual(['export_ended'])
    const needed = [...new Set(notices.map(({ readBy }) => readBy))]
    for (const permission of needed) {
      const member = await store.member([permission])
      const expected = notices.filter(({ readBy }) => readBy === permission).map(({ kind }) => kind)
      expect(await kinds(member)).toEqual(expected.toReversed())
    }
    const others: Permission[] = ['cdp-core.dashboard.read', 'cdp-core.broadcast.create']
    const closed = await (await store.member(others)).try(notifications.list, { query: {} })
    expect([closed.status, closed.body.error]).toEqual([403, 'forbidden'])
  })

  test('has nothing of another store, nor of another person', async () => {
    const other = await newStore()
    const somebody = await store.member('owner')
    const ids = [await ended('import_ended'), await ended('export_ended', somebody.userId)]
    expect(await kinds(other)).toEqual([])
    await read(other, { ids })
    expect(await read(store, { ids: [ids[1]!] })).toEqual({ unread: 1 })
    expect((await bell(somebody)).unread).toBe(2)
  })

  test('counts what a person has not read, each for themselves; of what was before they came nothing is new', async () => {
    const before = await ended('import_ended')
    const member = await store.member(['cdp-core.datasource.read'])
    expect(await bell(member)).toMatchObject({ total: 1, unread: 0, data: [{ id: before, read: true }] })
    const [first, second] = [await ended('import_ended'), await ended('import_ended')]
    expect(await read(member, { ids: [first] })).toEqual({ unread: 1 })
    expect(await read(member, { ids: [first] })).toEqual({ unread: 1 })
    expect((await bell(member, { unread: 'true' })).data.map(({ id }) => id)).toEqual([second])
    expect((await bell(member, { unread: 'false' })).data.map(({ id }) => id)).toEqual([first, before])
    expect((await bell(store)).unread).toBe(3)
  })

  test('is read up to the last notice the user has seen: later ones stay unread', async () => {
    const seen = [await ended('import_ended'), await ended('import_ended')]
    const since = await ended('import_ended')
    const both = await Promise.all([read(store, { up_to: seen[1]! }), read(store, { ids: seen })])
    expect(both).toEqual([{ unread: 1 }, { unread: 1 }])
    expect((await bell(store, { unread: 'true' })).data.map(({ id }) => id)).toEqual([since])
  })

  test('stops counting at a hundred, and answers page by page', async () => {
    const { admin } = await testServer()
    await admin.query(
      `insert into notification (store_id, kind, ending, data) select $1, 'import_ended', 'completed', '{"datasource_id": 1}'
       from generate_series(1, 120)`,
      [store.storeId],
    )
    const { total, unread, data } = await bell(store, { limit: '50', offset: '100' })
    expect([total, unread, data.length]).toEqual([120, 100, 20])
    expect(data[0]!.title).toBe('นำเข้า (แหล่งข้อมูลที่ลบไปแล้ว) สำเร็จ')
  })

  test('leaves out what a newer server has told of', async () => {
    await ended('something_of_tomorrow')
    expect(await bell(store)).toMatchObject({ total: 0, unread: 0 })
  })

  test('keeps what ended for ninety days', async () => {
    const { core, admin } = await testServer()
    const [old, young] = [await ended('import_ended'), await ended('import_ended')]
    await read(store, { ids: [old] })
    const age = 'update notification set at = now() - make_interval(days => $2) where id = $1'
    await admin.query(age, [old, 91])
    await admin.query(age, [young, 89])
    await purge(core)
    expect((await bell(store)).data.map(({ id }) => id)).toEqual([young])
  })
})

test('a connected user is notified of new notices they may read, and of nothing else', async () => {
  const { address } = await pushServer()
  const [sees, blind] = [
    await store.member(['cdp-core.profile.download', 'cdp-core.datasource.read']),
    await store.member(['cdp-core.profile.download']),
  ]
  const [hears, misses] = [await listener(address, await grantOf(sees)), await listener(address, await grantOf(blind))]
  const { core } = await testServer()
  const data = { datasource_id: 1, added: 0, updated: 0, duplicated: 0, failed: 0 }
  const write = (failing: boolean) =>
    inStore(core.pool, store.storeId, async (db) => {
      await notify(db, store.storeId, runNotice, { ending: 'completed', data })
      if (failing) throw new Error('rolled back')
    })
  await expect(write(true)).rejects.toThrow('rolled back')
  await write(false)
  const { id } = (await bell(sees)).data[0]!
  const event_data = { notification_id: id }
  expect(await hears.next()).toEqual({ event_type: 'notification', event_data })
  // Both sockets receive this event last: it was published after the others.
  await published(exportEvent(store.storeId, 7))
  expect(await misses.next()).toMatchObject({ event_type: 'export' })
})
