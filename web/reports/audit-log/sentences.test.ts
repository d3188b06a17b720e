import { features } from '@ruam/contract/endpoints.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { expect, test } from 'vitest'
import { sentences } from './sentences.ts'

test('every act that a call of the contract writes down has a sentence', () => {
  const audits = Object.values(features).flatMap((feature) =>
    Object.values<Endpoint>(feature).flatMap(({ audit }) => audit || []),
  )
  expect(audits.length).toBeGreaterThan(60)
  for (const language of ['th', 'en'] as const) {
    const said = sentences.in(language) as Record<string, string>
    expect(audits.filter((action) => !said[action])).toEqual([])
  }
})
