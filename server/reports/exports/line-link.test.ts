import { expect, test } from 'vitest'
import { addFriend } from '../../../tools/line/state.ts'
import { follow } from '../../../tools/line/webhooks.ts'
import { personalWords } from '../../channels/line-link/words.ts'
import { connectLine, namesStored, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { csvRows, exported, startedExport } from '../../testing/reports/exports.testing.ts'
import { coreOf, newStore, testServer } from '../../testing/store.testing.ts'

test('a file has a personal link for each customer, which the server reads, and keeps no row of it', async () => {
  await testLine()
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const ids = []
  for (const name of ['ญาดา', 'มานี', 'ปิติ'])
    ids.push((await madeProfile(store, { [field.firstName]: name, [field.phone]: `08612${ids.length}7788` })).id)
  const { file } = await exported(store, { type: 'profile', file_type: 'csv', columns: ['firstName'], line_link: true })
  const { admin } = await testServer()
  const core = await coreOf(store)
  const word = personalWords({ secretKey: core.config.secretKey, storeId: store.storeId }, account.id, Date.now())
  const address = `https://line.me/R/oaMessage/${encodeURIComponent(line.basicId)}/?`
  expect(csvRows(file).map(([, link]) => link)).toEqual(['ลิงก์เชื่อม LINE', ...ids.map((id) => address + word(id))])
  const { rows } = await admin.query('select from line_link where store_id = $1', [store.storeId])
  expect(rows).toEqual([])
})

test('links are exported only for customers, with the permission to edit them', async () => {
  const store = await newStore()
  const body = { type: 'profile', file_type: 'csv', line_link: true } as const
  const reader = await store.member(['cdp-core.profile.read', 'cdp-core.profile.download'])
  await expect(startedExport(reader, body)).rejects.toThrow()
})

test('a file says how customers are reached on LINE where the list shows it', async () => {
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const { state } = await testLine()
  const { userId } = addFriend(line, { displayName: 'ญาดา' })
  await postEvents(line, account.webhook.url, [follow(state, userId)])
  await namesStored(store.storeId)
  await madeProfile(store, { [field.firstName]: 'มานี' })
  const { file } = await exported(store, {
    type: 'profile',
    file_type: 'csv',
    columns: ['firstName', 'lineReach'],
  })
  const [head, ...rows] = csvRows(file)
  expect(head?.[1]).toBe('การติดต่อทาง LINE')
  expect(rows.sort()).toEqual([
    ['', 'เพื่อน'],
    ['มานี', 'ยังไม่เชื่อม'],
  ])
})
