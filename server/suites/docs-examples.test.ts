import { execFile, execFileSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { privacy } from '@ruam/contract/customers/privacy.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { callWords } from '@ruam/contract/open-api/call-words.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { callExamples } from '../../web/open-api/docs/call-examples.ts'
import { exampleRequest } from '../../web/open-api/docs/example-request.ts'
import type { ExampleField, ExampleStore } from '../../web/open-api/docs/example-store.ts'
import { type ExampleLanguage, writeExample } from '../../web/open-api/docs/write-example.ts'
import { createApp } from '../app/app.ts'
import { segment, settled } from '../testing/customers/segments.testing.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { newCredential, openFields } from '../testing/open-api/keys.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { mappedConnector } from '../testing/things/connectors.ts'
import { webhookDelivery } from '../testing/things/webhooks.ts'
import { fingerprint } from './rows.ts'

// The examples of the documentation for developers, run as they are written there.

const run = promisify(execFile)

/** Runs a program that is given as text. */
const runners: Record<ExampleLanguage, (code: string) => [command: string, args: string[]]> = {
  curl: (code) => ['bash', ['-c', code.replace(/^curl/, 'curl --silent --show-error --write-out " %{http_code}"')]],
  JavaScript: (code) => [process.execPath, ['--input-type=module', '--eval', code]],
  PHP: (code) => ['php', ['-r', code.replace(/^<\?php/, '')]],
  Python: (code) => ['python3', ['-c', code]],
}

const canRun = (command: string, ...args: string[]) => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const installed: Record<ExampleLanguage, boolean> = {
  curl: true,
  JavaScript: true,
  PHP: canRun('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
  Python: canRun('python3', '-c', 'import requests'),
}

let made: TestStore
let example: ExampleStore

beforeAll(async () => {
  const { core } = await testServer()
  const app = await createApp(core, { web: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  atEndOfFile(() => app.close())
  made = await newStore()
  const key = await newCredential(made)
  const { credential } = key
  const fields: ExampleField[] = []
  for (const [name, type] of [
    ['points', 'Number'],
    ['joinedOn', 'Date'],
    ['isMember', 'Boolean'],
  ] as const) {
    await made.call(profileFields.create, { body: { field_name: name, display_name: name, data_type: type } })
    fields.push({ name, type, title: name, custom: true })
  }
  await openFields(key)
  const amount = { name: 'amountPaid', display_name: 'amountPaid', data_type: 'Number' as const }
  const { id: fieldId } = await made.call(activities.createField, { query: {}, body: amount })
  const type = await made.call(activities.createType, { body: { name: "It's a sale", fields: [fieldId] } })
  const vip = await segment(made, { kind: 'profile', field_id: 1, operator: 'eq', value: 'Yada' })
  const label = await made.call(labels.create, { body: { name: 'VIP', color: 'teal', type: 'general' } })
  const purpose = await made.call(privacy.createPurpose, { body: { name: 'News', description: '' } })
  // Its members are counted by a job, which changes the store.
  await settled(made)
  const hook = await webhookDelivery(made)
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const sent = await fetch(`${address}/open-api/v1/profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify({ values: { phone: '0895550190' } }),
  })
  const { receipt_id, results } = (await sent.json()) as { receipt_id: number; results: { profile_id: number }[] }
  example = {
    ...{ address, key: credential, language: 'en', fields },
    activityTypes: [{ id: type.id, name: 'a', fields: [{ ...amount, type: 'Number', title: 'a', custom: true }] }],
    ids: {
      profile: results[0]!.profile_id,
      label: label.id,
      segment: vip.id,
      purpose: purpose.id,
      connector: await mappedConnector(made),
      receipt: receipt_id,
      webhook: Number(hook.id),
      delivery: Number(hook.delivery_id),
    },
  }
})

/** Runs an example and returns its status and its answer. */
async function answerOf(language: ExampleLanguage, title: string, dry = false) {
  const [command, args] = runners[language](writeExample(language, exampleRequest(title, example, { dry })))
  const { stdout } = await run(command, args)
  // curl writes the status behind the answer, the other languages before it.
  const [status] = (language === 'curl' ? /\d{3}$/ : /^\d{3}/).exec(stdout.trim())!
  return { status: Number(status), text: stdout }
}

/** Adds a customer for the examples that follow a deletion. */
async function anotherProfile() {
  const body = { fields: [{ id: 1, value: 'Yada' }] }
  const { id } = await made.call(profiles.create, { body })
  example.ids.profile = id
}

/** Adds a webhook for the examples that follow its deletion. */
async function anotherWebhook() {
  const { id, delivery_id } = await webhookDelivery(made)
  Object.assign(example.ids, { webhook: Number(id), delivery: Number(delivery_id) })
}

/** True for calls that answer without content. */
const isEmpty = (title: string) =>
  ['DELETE /open-api/v1/profiles/{id}', 'DELETE /open-api/v1/webhooks/{id}'].includes(title) || title.endsWith('/send')

test('each call of programs has an example, and no other call has', () => {
  expect(Object.keys(callExamples).toSorted()).toEqual(Object.keys(callWords).toSorted())
})

test('the examples with the header of a test run change nothing in a store with three fields of its own', async () => {
  const { admin } = await testServer()
  const before = await fingerprint(admin, made.storeId)
  const sends = ['profiles', 'profiles/batch', 'activities', 'activities/batch']
  for (const title of sends.map((path) => `POST /open-api/v1/${path}`)) {
    const { status, text } = await answerOf('curl', title, true)
    expect([status, text]).toEqual([200, expect.stringMatching(/"receipt_id":null.*"after":\{/)])
  }
  expect(await answerOf('curl', 'POST /open-api/v1/profiles', true)).toMatchObject({
    text: expect.stringMatching(/"points":120.*"joinedOn":"1990-07-06".*"isMember":true/),
  })
  expect(await fingerprint(admin, made.storeId)).toEqual(before)
})

describe.each(Object.entries(installed).filter(([, is]) => is))('the examples in %s', (language) => {
  const tags = language === 'Python' ? ['verify'] : []
  test.each(Object.keys(callExamples))('of %s runs as it is written', { tags }, async (title) => {
    const { status, text } = await answerOf(language as ExampleLanguage, title)
    if (title === 'DELETE /open-api/v1/profiles/{id}') await anotherProfile()
    if (title === 'DELETE /open-api/v1/webhooks/{id}') await anotherWebhook()
    expect([status, text]).toEqual([isEmpty(title) ? 204 : 200, expect.not.stringContaining('"status":"failed"')])
    expect(text).not.toMatch(/"error":"\w/)
  })
})
