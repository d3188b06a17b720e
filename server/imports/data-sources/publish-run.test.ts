import { profileEvent } from '@ruam/contract/customers/profile-event.ts'
import { expect, test } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { grantOf, listener, pushServer } from '../../testing/push/push.testing.ts'
import { newStore } from '../../testing/store.testing.ts'

interface Told {
  datasource_id: number
  status: string
  load_progress?: number
  run?: { kind: string; status: string; progress: number; stats: { total: number; added: number } }
}

test('a connected client is notified of the load, the dry run and the run until each has ended', async () => {
  const { address } = await pushServer()
  const store = await newStore()
  const { connection, next } = await listener(address, await grantOf(store))
  const { id } = await importFile(store, 'ชื่อ,เบอร์โทร\nญาดา,0812345670\nสมชาย,0898765432\n')
  const told: Told[] = []
  while (told.at(-1)?.status !== 'success') {
    const event = (await next())!
    // Events about the imported customers arrive in between.
    if (event.event_type !== profileEvent.event_type) told.push(event.event_data as Told)
  }
  await connection.close()
  expect(new Set(told.map((event) => event.datasource_id))).toEqual(new Set([id]))
  expect(told.map((event) => event.status)).toContain('ready_to_map')
  const ends = told.flatMap(({ run }) =>
    run?.status === 'completed' ? [[run.kind, run.progress, run.stats.added]] : [],
  )
  expect(ends).toEqual([
    ['dry', 1, 2],
    ['real', 1, 2],
  ])
})

test('a client without the right to read data sources is not notified of them', async () => {
  const { address } = await pushServer()
  const store = await newStore()
  const exporter = await store.member(['cdp-core.profile.download'])
  const { connection, next } = await listener(address, await grantOf(exporter))
  let heard = false
  next().then((event) => {
    heard = event !== undefined
  })
  await importFile(store, 'ชื่อ,เบอร์โทร\nญาดา,0812345670\n')
  await connection.flush()
  expect(heard).toBe(false)
  await connection.close()
})
