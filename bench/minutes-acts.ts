import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Rule } from '@ruam/contract/customers/rules.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { writeCustomers } from './customers.ts'
import type { Act, Shop } from './minutes-scene.ts'
import { makeKeys } from './programs.ts'
import { sendRequest } from './requests.ts'
import { calculated, newSegment, removeSegments, ruleOf } from './segment-calls.ts'
import { percentile, timed } from './table.ts'

const BATCH = 1000
/** Batches sent at the same time. */
const SENDERS = 2
const PAGES = 30
const ERASED = 5
/** Within the limit of calls. */
const CALL_PAUSE_MS = 60
/** First numbers of people, so that no two acts share any. */
const numbers = { file: 0, further: 20_000_000 }
const NEXT = 1_000_000

const act = (name: string, run: Act['run']): Act => ({ name, run })
const field = (name: string) => systemFields.find((one) => one.name === name)!.id

const fileOf = (shop: Shop) => join(shop.folder, `round ${shop.round}.csv`)

/** Runs a file that is loaded, mapped and tried before; only the run is measured. */
async function runFile(shop: Shop, path: string, name: string): Promise<number> {
  const id = await shop.product.load(path, name)
  await shop.product.map(id)
  const dry = await shop.product.dryRun(id)
  return (await timed(() => shop.product.run(id, dry.run_id as string)))[0]
}

const importNew = (rows: number) =>
  act('import, all new', async (shop) => {
    await writeCustomers(fileOf(shop), { rows, seed: 1, first: numbers.file + shop.round * NEXT })
    return { ms: await runFile(shop, fileOf(shop), `ลูกค้า ${shop.round}`), rows }
  })

const importAgain = act('import again, unchanged', async (shop) => ({
  ms: await runFile(shop, fileOf(shop), `อีกครั้ง ${shop.round}`),
}))

const undoImport = (rows: number) =>
  act('undo of an import', async (shop) => {
    const path = join(shop.folder, `undone ${shop.round}.csv`)
    await writeCustomers(path, { rows, seed: 1, first: numbers.further + shop.round * NEXT })
    const { product } = shop
    const id = await product.load(path, `ลูกค้าเพิ่ม ${shop.round}`)
    await product.map(id)
    const { run_id } = await product.run(id, (await product.dryRun(id)).run_id as string)
    await product.idle()
    const of = `/datasource/${id}/history/${run_id}`
    const [ms] = await timed(async () => {
      await product.call('POST', `${of}/undo`)
      while ((await product.call('GET', of)).undone_at === null) await sleep(50)
    })
    return { ms, rows }
  })

const scanDuplicates = act('search for duplicates', async ({ product }) => {
  const [ms] = await timed(async () => {
    await product.call('POST', '/profile-duplicate/scan')
    while ((await product.call('GET', '/profile-duplicate?limit=1')).scanning) await sleep(50)
  })
  return { ms }
})

async function jobOver({ product }: Shop, id: unknown): Promise<void> {
  for (;;) {
    const { status } = await product.call('GET', `/job/${id}`)
    if (status === 'completed') return
    if (status !== 'pending' && status !== 'processing') throw new Error(`The job ended as ${status}`)
    await sleep(50)
  }
}

/** Starts a bulk change of all customers; returns its job and milliseconds. */
async function bulk(shop: Shop, action: object): Promise<{ ms: number; job: number }> {
  let job = 0
  const [ms] = await timed(async () => {
    const { job_id } = await shop.product.call('POST', '/profile/bulk', { target: { filter: {} }, action })
    job = job_id as number
    await jobOver(shop, job)
  })
  return { ms, job }
}

const labelOf = ({ round }: Shop) => `ป้าย ${round}`

const labelAll = act('bulk label', async (shop) => {
  const body = { name: labelOf(shop), color: 'teal', type: 'general' }
  const { id } = await shop.product.call('POST', '/label', body)
  const { ms } = await bulk(shop, { type: 'add_labels', label_ids: [id] })
  return { ms }
})

const setValue = act('bulk value', async (shop) => {
  const { ms } = await bulk(shop, { type: 'set_field', field_id: field('address'), value: `9/${shop.round} ถนนใหม่` })
  return { ms }
})

const deleteAll = act('bulk delete', async (shop) => {
  const { ms, job } = await bulk(shop, { type: 'delete' })
  await jobOver(shop, (await shop.product.call('POST', `/job/${job}/undo`)).job_id)
  return { ms }
})

const exportAll = act('export with labels', async ({ product }) => {
  const [ms] = await timed(async () => {
    const { export_id } = await product.call('POST', '/v2/export', { type: 'profile', file_type: 'csv' })
    for (;;) {
      const { data } = (await product.call('GET', '/export?limit=0')) as { data: Record<string, unknown>[] }
      const found = data.find((one) => one.export_id === export_id)!
      if (found.status === 'completed') return
      if (found.status !== 'processing') throw new Error(`The export ended as ${found.status}`)
      await sleep(50)
    }
  })
  return { ms }
})

const listByLabel = act('list by label, p50', async (shop) => {
  const { data } = (await shop.product.call('GET', '/label?limit=-1')) as { data: { id: number; name: string }[] }
  const { id } = data.find(({ name }) => name === labelOf(shop))!
  const times: number[] = []
  for (let n = 0; n < PAGES; n++) {
    times.push((await timed(() => shop.product.call('GET', `/profile?limit=50&labels=${id}`)))[0])
    await sleep(CALL_PAUSE_MS)
  }
  return { ms: percentile(times, 0.5) }
})

/** Calculates a new segment and deletes it, so that the later one finds the same state. */
async function segment({ product }: Shop, rule: Rule): Promise<{ ms: number }> {
  const id = await newSegment(product, ruleOf([rule]))
  const ms = await calculated(product, id)
  await removeSegments(product, [id])
  return { ms }
}

const segmentOfField = act('segment of a tenth by a field', (shop) =>
  segment(shop, { kind: 'profile', field_id: field('amount'), operator: 'gt', value: 20_250 }),
)

const segmentOfPurchases = act('segment of all who bought', async (shop) =>
  segment(shop, { kind: 'activity', activity_type_id: await purchaseOf(shop), done: true }),
)

const PURCHASE = 'ขายหน้าร้าน'
async function purchaseOf({ admin, storeId }: Shop): Promise<number> {
  const text = 'select id from activity_type where store_id = $1 and name = $2'
  return (await admin.query<{ id: number }>(text, [storeId, PURCHASE])).rows[0]!.id
}

const phoneOf = ({ round }: Shop, n: number) => `08${round}${String(n).padStart(7, '0')}`

/** Sends items in batches and waits until all are written. */
async function send(shop: Shop, kind: 'profiles' | 'activities', rows: number, itemOf: (n: number) => object) {
  const [key] = await makeKeys(shop.admin, shop.storeId, 1)
  const left = Array.from({ length: Math.ceil(rows / BATCH) }, (_, n) => n * BATCH).reverse()
  const [ms] = await timed(async () => {
    const sender = async () => {
      for (let from = left.pop(); from !== undefined; from = left.pop()) {
        const first = from
        const items = Array.from({ length: Math.min(BATCH, rows - first) }, (_, n) => itemOf(first + n))
        const { status, text } = await sendRequest(`${shop.product.address}/open-api/v1/${kind}/batch`, {
          ...{ method: 'POST', headers: { authorization: `Bearer ${key}` } },
          body: JSON.stringify({ items }),
        })
        if (status !== 200 && status !== 202) throw new Error(`${kind} answered ${status}: ${text}`)
      }
    }
    await Promise.all(Array.from({ length: SENDERS }, sender))
    const waiting = 'select from receipt where store_id = $1 and done_at is null limit 1'
    while ((await shop.admin.query(waiting, [shop.storeId])).rows.length > 0) await sleep(20)
  })
  return { ms, rows }
}

const personOf = (shop: Shop, n: number) => ({
  firstName: `ลูกค้า${n % 997}`,
  lastName: `สกุล${n % 8999}`,
  phone: phoneOf(shop, n),
})

const till = (rows: number) =>
  act('till: purchases of new customers', async (shop) => {
    if (shop.round === 1) {
      const { id } = await shop.product.call('POST', '/activity-type', { name: PURCHASE })
      const paid = { name: 'paid', display_name: 'ยอดจ่าย', data_type: 'Number' }
      await shop.product.call('POST', `/activity-field?activity_type_id=${id}`, paid)
    }
    return send(shop, 'activities', rows, (n) => ({
      ...{ type: PURCHASE, at: new Date(Date.now() - n * 1000).toISOString(), reference: `${shop.round}-${n}` },
      ...{ values: { paid: n % 3000 }, profile: { values: personOf(shop, n) } },
    }))
  })

const tillAgain = (rows: number) =>
  act('till: the same customers, unchanged', (shop) =>
    send(shop, 'profiles', rows, (n) => ({ values: personOf(shop, n) })),
  )

const dashboard = act('dashboard, counted anew', async ({ product, admin, storeId }) => {
  for (const table of ['data_quality', 'returning_count', 'shop_count'])
    await admin.query(`delete from ${table} where store_id = $1`, [storeId])
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const range = `from=${day(30)}&to=${day(0)}`
  const paths = [
    `summarize/pipeline?${range}`,
    `summarize/channel?${range}`,
    `timeframe?${range}&timescale=day`,
    `datasource?${range}&limit=5`,
    'quality',
    'returning',
    'todo',
  ]
  const [ms] = await timed(async () => {
    for (const path of paths) await product.call('GET', `/dashboard/${path}`)
  })
  return { ms }
})

const erase = act(`erasure of ${ERASED} customers`, async (shop) => {
  const { rows } = await shop.admin.query<{ id: number }>(
    'select id from profile where store_id = $1 and deleted_at is null and merged_into is null order by id limit $2',
    [shop.storeId, ERASED],
  )
  const [ms] = await timed(async () => {
    for (const { id } of rows)
      await jobOver(shop, (await shop.product.call('POST', `/profile/${id}/erase`, { confirm: true })).job_id)
  })
  return { ms }
})

export const acts = {
  ...{ importNew, importAgain, undoImport, scanDuplicates, labelAll, setValue, deleteAll, exportAll, listByLabel },
  ...{ segmentOfField, segmentOfPurchases, till, tillAgain, dashboard, erase },
}
