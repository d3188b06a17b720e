import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operationsFile, withMetrics } from './write-metrics.ts'

test('docs/operations.md lists every metric: `npx node tools/write-metrics.ts` writes its table again', () => {
  const text = readFileSync(operationsFile, 'utf8')
  expect(text).toBe(withMetrics(text))
})
