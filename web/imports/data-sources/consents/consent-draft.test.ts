import { expect, test } from 'vitest'
import {
  consentColumns,
  type DraftConsent,
  type MappedConsents,
  sentConsents,
  unusedConsents,
} from './consent-draft.ts'

const consent = (column: string, change: Partial<DraftConsent> = {}): DraftConsent => ({
  ...{ column, purposeId: 1, grantedAtColumn: null, yesMeans: 'granted', statement: null },
  ...change,
})

test('half a statement is not sent', () => {
  const statements = [
    { collectedBy: ' ', collectedOn: '2026-10-01' },
    { collectedBy: 'สาขาสยาม', collectedOn: '' },
    { collectedBy: 'สาขาสยาม', collectedOn: '2026-10-01' },
  ]
  const sent = sentConsents(statements.map((statement) => consent('4', { statement })))
  expect(sent.map(({ statement }) => statement)).toEqual([null, null, statements[2]])
})

test('a column that holds consents is unused until it answers a purpose, dates one, or feeds a field', () => {
  const columns = ['1', '2', '3', '4', '5']
  const mapping = {
    sourceSchema: columns.map((id) => ({ id, name: `คอลัมน์ ${id}` })),
    sourceMapping: columns.map((id) => ({ sourceSchemaId: id, holds: id === '5' ? null : { what: 'consent' } })),
  } as Pick<MappedConsents, 'sourceMapping' | 'sourceSchema'>
  const consents = [consent('1', { grantedAtColumn: '2' })]
  expect([...consentColumns(consents)]).toEqual(['1', '2'])
  expect(unusedConsents(mapping, consents, (id) => id === '3').map(({ id }) => id)).toEqual(['4'])
})
