import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Rehearsal } from '@ruam/contract/automations/rehearsal.ts'
import pg from 'pg'
import { startLine } from '../tools/line/server.ts'
import { fillShop, fourAutomations, insertAutomation } from './automation-data.ts'
import { atMost } from './bars.ts'
import { startProduct } from './product.ts'
import { Figures, formatNumber, printFigures, timed } from './table.ts'

// Rehearses four automations of a shop with ROWS customers, each with PURCHASES activities of the last twelve months.

const ROWS = Number(process.env.ROWS ?? 100_000)
const PURCHASES = Number(process.env.PURCHASES ?? 10)
/** Seconds for 100,000 customers and a million activities. */
const WITHIN = 60

const folder = await mkdtemp(join(tmpdir(), 'ruam-automation-rehearsal-'))
const line = await startLine()
const product = await startProduct({ kept: folder, settings: { LINE_API_URL: line.url, RUAM_REWRITE_HOUR: 'off' } })
const admin = new pg.Client({ connectionString: product.superUrl })
const figures = new Figures()
try {
  await admin.connect()
  const shop = await fillShop(product, admin, line.state, { people: ROWS, purchases: PURCHASES })
  await product.idle()
  const [draft, ...others] = fourAutomations(shop)
  const id = await insertAutomation(admin, shop.storeId, draft!, 'draft')
  for (const other of others) await insertAutomation(admin, shop.storeId, other, 'active')
  const read = async () => (await product.call('GET', `/automation/${id}/rehearsal`)) as unknown as Rehearsal
  const { seconds } = await read()
  for (const months of [3, 12] as const) {
    const before = product.cpu()
    const [ms] = await timed(async () => {
      await product.call('POST', `/automation/${id}/rehearse`, { months })
      for (let state = 'waiting'; state !== 'done'; state = (await read()).state) {
        if (state === 'failed') throw new Error('The rehearsal failed.')
        await sleep(500)
      }
    })
    const after = product.cpu()
    const estimate = seconds.find((one) => one.months === months)!.seconds
    const { figures: found } = await read()
    figures.add({
      work: `${months} months, ${formatNumber(found!.entered)} entries and ${formatNumber(found!.messages)} messages of the draft`,
      figure: `${(ms / 1000).toFixed(1)} s`,
      cpu: `${((after.node - before.node) / 1000).toFixed(1)} + ${((after.postgres - before.postgres) / 1000).toFixed(1)} s`,
      floor: `${estimate} s announced`,
      ratio: (ms / 1000 / estimate).toFixed(2),
      bar: atMost(ms / 1000, WITHIN, 's'),
    })
  }
  printFigures(
    figures,
    `${formatNumber(ROWS)} customers, ${formatNumber(ROWS * PURCHASES)} activities, four automations`,
  )
} finally {
  await admin.end()
  await product.stop()
  await line.stop()
  await rm(folder, { recursive: true, force: true })
}
