import { beforeEach, describe, expect, test } from 'vitest'
import { newStore, type TestStore } from '../testing/store.testing.ts'
import { callAs, had } from './spec-calls/ask.ts'
import { dashboardCalls } from './spec-calls/dashboard.ts'
import { dataSourceCalls, upload } from './spec-calls/data-sources.ts'
import { fieldCalls } from './spec-calls/fields.ts'
import { labelCalls } from './spec-calls/labels.ts'
import { label } from './spec-calls/made.ts'
import { olderCalls } from './spec-calls/older.ts'
import { peopleCalls } from './spec-calls/people.ts'
import { profileCalls } from './spec-calls/profiles.ts'

// Each call in the very words of the specification, whatever the contract says: written from its list of calls and entities alone.

const calls = [
  ...[peopleCalls, dataSourceCalls, fieldCalls, labelCalls, profileCalls, dashboardCalls],
  olderCalls,
].flat()

let store: TestStore

beforeEach(async () => {
  store = await newStore()
})

describe('in the words of the specification', () => {
  test.each(calls)('$call is answered with what it names', async ({ call, sent, fields = [], listed }) => {
    const [path, words] = await sent(store)
    const { status, body, text } = await callAs(store, `${call.split(' ')[0]} ${path}`, words)
    expect([status, status < 300 ? '' : text]).toEqual([body === undefined && text === '' ? 204 : 200, ''])
    expect(Object.keys(body ?? {})).toEqual(expect.arrayContaining(fields))
    if (listed) expect(Object.keys(body.data[0] ?? {})).toEqual(expect.arrayContaining(listed))
  })

  test('POST /file/import takes a file and answers its id', async () => {
    const { status, body } = await upload(store)
    expect([status, Object.keys(body)]).toEqual([200, expect.arrayContaining(['file_id', 'file_name', 'file_size'])])
  })
})

test('the note of a label is its description', async () => {
  const { description: note, ...rest } = label()
  expect(await had(store, 'POST /label', { body: { ...rest, note } })).toMatchObject({ description: note })
})
