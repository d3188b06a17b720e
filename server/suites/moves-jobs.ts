// Long work that a store does while it moves: an import, a broadcast and an export, each to its end.
import { setTimeout as sleep } from 'node:timers/promises'
import Papa from 'papaparse'
import { crashFile } from './crash-file.ts'
import type { MovesScene } from './moves-scene.ts'
import type { WorkedStore } from './moves-store.ts'

const LOOK_MS = 300

/** Does long work again and again while a store moves. */
export async function workWhile(
  scene: MovesScene,
  store: WorkedStore,
  rows: number,
  moves: () => boolean,
): Promise<void> {
  const again = async (work: () => Promise<void>) => {
    do await work()
    while (moves())
  }
  await Promise.all([
    again(() => importFile(scene, store, ++store.begunFiles, rows)),
    again(() => sendBroadcast(scene, store)),
    again(() => exportCustomers(scene, store).then(() => sleep(1000))),
  ])
}

/** Imports a file. `number`: no two files of a store have the same one. */
async function importFile({ ask }: MovesScene, store: WorkedStore, number: number, rows: number): Promise<void> {
  const { visitor } = store
  const file = crashFile(number, rows)
  const form = new FormData()
  form.set('file', new Blob([file.csv]), 'customers.csv')
  const { file_id } = await visitor.surely('POST', '/file/import', form)
  let id: number | undefined
  for (let tries = 1; id === undefined; tries++)
    id = (await visitor.call('POST', '/datasource', { name: `ไฟล์ ${number} ${tries}`, file_id, file_type: 'csv' }))
      ?.body.datasource_id
  const path = `/datasource/${id}`
  for (;;) {
    const { status, error } = await visitor.surely('GET', path)
    if (status === 'ready_to_map') break
    if (status === 'load_failed') return void store.faults.push(`file ${number}: ${error?.message}`)
    await sleep(LOOK_MS)
  }
  const { mapping, match } = await visitor.surely('GET', `${path}/mapping`)
  await visitor.surely('PUT', `${path}/mapping`, { mapping, match })
  // A call whose answer was lost may have begun the run: the table knows.
  const runOf = async (kind: string) =>
    (
      await ask<{ run_id: string }>(
        store.id,
        'select run_id from run where store_id = $1 and data_source_id = $2 and kind = $3 order by id desc limit 1',
        [store.id, id, kind],
      )
    )[0]?.run_id
  const runs = []
  for (const kind of ['dry', 'real']) {
    let runId: string | undefined
    while (runId === undefined) {
      const body = runs[0] && { run_id: runs[0].run_id }
      await visitor.call('POST', `${path}/execute${kind === 'dry' ? '/dry' : ''}`, body)
      runId = await runOf(kind)
      await sleep(LOOK_MS)
    }
    for (;;) {
      const run = await visitor.surely('GET', `${path}/history/${runId}`)
      if (run.status !== 'pending' && run.status !== 'processing') {
        if (run.status !== 'completed') store.faults.push(`file ${number}: its ${kind} run ended as ${run.status}`)
        runs.push(run)
        break
      }
      await sleep(LOOK_MS)
    }
  }
  store.files.push({ file, runs })
}

/** Sends a message to all friends of the store's account. */
async function sendBroadcast(_: MovesScene, store: WorkedStore): Promise<void> {
  const { visitor, channelId, purposeId } = store
  const text = `ข่าว ${store.id}-${store.broadcasts.size}`
  const { id } = await visitor.surely('POST', '/broadcast', {
    ...{ name: text, channel: { type: 'lineOA', channel_id: channelId }, purpose_id: purposeId },
    messages: [{ type: 'text', text }],
    holdout: { share: 0, off_reason: 'unneeded', repeats_id: null },
  })
  store.broadcasts.set(text, id)
  for (;;) {
    const { status, updated_at } = await visitor.surely('GET', `/broadcast/${id}`)
    if (status === 'published') return
    if (status === 'failed') return void store.faults.push(`broadcast ${text} failed`)
    if (status === 'draft') await visitor.call('PUT', '/broadcast', { id, origin_time: updated_at, status: 'pending' })
    await sleep(LOOK_MS)
  }
}

/** Exports all customers, and checks that the file contains each earlier customer once. */
async function exportCustomers(_: MovesScene, store: WorkedStore): Promise<void> {
  const { visitor, customers, faults } = store
  const before = [...customers].flatMap(([name, { id }]) => (id === undefined ? [] : [name]))
  const body = { type: 'profile', file_type: 'csv', columns: ['id', 'firstName'] }
  const { export_id } = await visitor.surely('POST', '/v2/export', body)
  for (;;) {
    const { data } = await visitor.surely('GET', '/export?limit=0')
    const item = (data as { export_id: number; status: string; rows: number }[]).find(
      (one) => one.export_id === export_id,
    )
    if (item?.status === 'completed') {
      const rows = await downloaded(visitor, export_id)
      const ids = new Set(rows.map(([id]) => id))
      const names = new Set(rows.map(([, name]) => name))
      if (rows.length !== item.rows) faults.push(`export ${export_id}: ${rows.length} rows of ${item.rows}`)
      if (ids.size !== rows.length) faults.push(`export ${export_id}: rows twice`)
      const missing = before.filter((name) => !names.has(name))
      if (missing.length > 0) faults.push(`export ${export_id}: ${missing.length} customers are missing`)
      store.exports++
      return
    }
    if (item?.status !== 'processing') return void faults.push(`export ${export_id} is ${item?.status}`)
    await sleep(LOOK_MS)
  }
}

/** A link is good once: another one after a bad answer. */
async function downloaded(visitor: WorkedStore['visitor'], id: number): Promise<string[][]> {
  for (;;) {
    const { url } = await visitor.surely('POST', `/export/${id}/link`)
    const reply = await visitor.call('GET', url.replace(/^\/api/, ''))
    if (reply?.status === 200)
      return Papa.parse<string[]>(reply.body.replace(/^\ufeff/, ''), { skipEmptyLines: true }).data.slice(1)
    await sleep(LOOK_MS)
  }
}
