import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, expect, test } from 'vitest'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const PHONE = 9
const header = 'ชื่อ,นามสกุล,เบอร์โทร\n'
const names = ['สมชาย', 'มานี', 'กมล', 'ขวัญ', 'ชาลี', 'อรทัย', 'ธนกร', 'ญาดา', 'วิชัย', 'ดวงใจ', 'ประยุทธ', 'สุดา']
const row = (no: number, name = names[no]!) => `${name},ใจดี,08155503${10 + no}`

test('rows that wait in a correction file do not make its other rows wait', async () => {
  await importFile(store, `${header}${names.map((_, no) => row(no)).join('\n')}\n`, { keys: [PHONE] })
  // Five rows are about other people, and the last one cannot be read.
  const others = names.map((_, no) => row(no, no < 5 ? 'เจษฎาภรณ์' : names[no]))
  const more = Array.from({ length: 20 }, (_, no) => `ลูกค้า${no},ดีใจ,08944412${10 + no}`)
  const file = `${header}${[...others, ...more, 'สมหมาย,ใจดี,0815'].join('\n')}\n`
  const first = await importFile(store, file, { keys: [PHONE], name: 'แรก' })
  expect(first.stats.held).toBeGreaterThan(0)
  const params = { id: String(first.id), run_id: first.real }
  const blob = await store.call(importRun.correction, { params, query: { rows: 'failed' } })
  const text = Buffer.from(await blob.arrayBuffer()).toString('utf8')
  const [head, ...lines] = text.replace('0815,', '0815550399,').trimEnd().split('\r\n')
  const line = (cells: string) => `${cells},1,`
  const left = [...lines, ...others.slice(0, 5).map(line), ...others.slice(8).map(line)]
  const { id } = await createDataSource(store, `${head}\r\n${left.join('\r\n')}\r\n`, 'แก้ไข')
  const { mapping, match } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  const run = await runMapping(store, id, { mapping, match })
  expect(run.stats).toMatchObject({ added: 1, duplicated: 4, held: 5 })
})
