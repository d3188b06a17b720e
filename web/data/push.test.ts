import { readFile } from 'node:fs/promises'
import { events } from '@ruam/contract/push.ts'
import { expect, test } from 'vitest'
import { pushedOf } from './push.ts'

test('an event arrives as screens see calls: its keys in camelCase at every depth', () => {
  const run = { run_id: 'run_1_2_3_abcdefgh', kind: 'real', progress: 0.5, stats: { added: 1 }, eta: null }
  const text = JSON.stringify({ event_type: 'datasource', event_data: { datasource_id: 7, status: 'processing', run } })
  const { run_id: runId, ...rest } = run
  expect(pushedOf(text)).toEqual({
    eventType: 'datasource',
    data: { datasourceId: 7, status: 'processing', run: { runId, ...rest } },
  })
})

test('unknown messages are ignored', () => {
  for (const text of ['', 'x', 'null', '3', '[]']) expect(pushedOf(text)?.data).toBeUndefined()
})

test('an event leads to a screen that there is, and is heard by its type', async () => {
  const screens = await readFile(new URL('../routes.tsx', import.meta.url), 'utf8')
  for (const { event_type, leadsTo } of events) {
    expect(event_type).toMatch(/^[a-z]+(-[a-z]+)*$/)
    if (leadsTo) expect(screens).toContain(`name: '${leadsTo.screen}'`)
  }
})
