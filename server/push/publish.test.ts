import { RunStats } from '@ruam/contract/imports/run-state.ts'
import { PushEvent } from '@ruam/contract/push.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'

const big = 2_147_483_647
const share = 0.1234567890123456

test('the longest event there can be fits into a notification of PostgreSQL', () => {
  const common = { store_id: big, user_id: big, permission: 'datasource-open-api-token.delete' as const }
  const count = Number.MAX_SAFE_INTEGER
  const stats = Object.fromEntries(Object.keys(RunStats.shape).map((name) => [name, count])) as z.output<
    typeof RunStats
  >
  const run = { run_id: `run_${'9'.repeat(10)}_${'9'.repeat(15)}_${'9'.repeat(15)}_zzzzzzzz`, kind: 'real' as const }
  const longest: PushEvent[] = [
    {
      ...common,
      event_type: 'datasource',
      event_data: {
        datasource_id: big,
        status: 'waiting_for_load',
        load_progress: share,
        run: { ...run, status: 'processing', progress: share, stats, eta: share },
      },
    },
    {
      ...common,
      event_type: 'export',
      event_data: { export_id: big, progress: share, status: 'processing', url: '\u{1d306}'.repeat(500) },
    },
  ]
  for (const event of longest) {
    expect(Buffer.byteLength(JSON.stringify(PushEvent.parse(event)))).toBeLessThan(8000)
  }
})
