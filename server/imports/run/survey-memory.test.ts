import { expect, test } from 'vitest'
import type { StoredFile } from '../../formats/files/queries.ts'
import type { Plan } from './plan.ts'
import type { Survey } from './survey.ts'
import { onceSurveyed, type SurveyInputs } from './survey-memory.ts'

const file = {
  id: 1,
  storage_key: 'a',
  rows_key: null,
  settings: {},
  columns: ['ชื่อ'],
  facts: [],
} as unknown as StoredFile
const plan = { width: 1, keys: [0], fields: [], nameOf: () => ({ key: '', who: '' }) } as unknown as Plan
const inputs: SurveyInputs = {
  ...{ storeId: 1, file, rows: 3, plan },
  options: { timeZone: 'Asia/Bangkok', columns: ['ชื่อ'], today: '2026-11-28' },
}
const survey: Survey = {
  fillerDays: new Set(['1970-01-02']),
  commonContacts: new Set(['+66811111111']),
  divided: new Set(),
  several: new Set(),
  contactsAlone: null,
  sample: [{ no: 1, values: ['สมชาย'], further: new Map([[0, ['สมหญิง']]]) }],
}

test('a file is surveyed once for the same plan, and again once anything that the survey reads has changed', async () => {
  let made = 0
  const look = (of: SurveyInputs) =>
    onceSurveyed(of, async () => {
      made++
      return survey
    })
  expect([await look(inputs), await look(inputs)]).toEqual([survey, survey])
  expect(made).toBe(1)
  // The import of a preview knows other things of the store.
  await look({ ...inputs, plan: { ...plan, madeBy: 2, contacts: true, nameOf: undefined } })
  expect(made).toBe(1)

  const others: SurveyInputs[] = [
    { ...inputs, storeId: 2 },
    { ...inputs, rows: 4 },
    { ...inputs, file: { ...file, storage_key: 'without an erased person' } },
    { ...inputs, plan: { ...plan, strict: true } },
    { ...inputs, options: { ...inputs.options, today: '2026-11-29' } },
  ]
  for (const [place, other] of others.entries()) {
    await look(other)
    expect(made).toBe(2 + place)
  }
})
