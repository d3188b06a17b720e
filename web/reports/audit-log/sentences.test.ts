import { features } from '@ruam/contract/endpoints.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { auditTopicGroups, auditTopicNames, auditTopics } from '@ruam/contract/reports/audit-topics.ts'
import { expect, test } from 'vitest'
import { sentences } from './sentences.ts'

test('every act that a call of the contract writes down has a sentence', () => {
  const audits = Object.values(features).flatMap((feature) =>
    Object.values<Endpoint>(feature).flatMap(({ audit }) => audit || []),
  )
  expect(audits.length).toBeGreaterThan(60)
  for (const language of ['th', 'en'] as const) {
    const said = sentences.in(language) as Record<string, unknown>
    expect(audits.filter((action) => !said[action])).toEqual([])
  }
})

test('every act with a sentence belongs to one topic, and every topic to one group', () => {
  const listed = Object.values(auditTopics).flat()
  expect(listed.toSorted()).toEqual(Object.keys(sentences.in('en')).toSorted())
  expect(Object.values(auditTopicGroups).flat().toSorted()).toEqual(auditTopicNames.toSorted())
})
