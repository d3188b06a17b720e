import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { callWords } from '@ruam/contract/open-api/call-words.ts'
import type { ExampleAnswers } from '@ruam/contract/open-api/example-answers.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { callExamples } from '../../web/open-api/docs/call-examples.ts'
import { exampleRequest } from '../../web/open-api/docs/example-request.ts'
import type { ExampleField, ExampleStore } from '../../web/open-api/docs/example-store.ts'
import { type ExampleLanguage, writeExample } from '../../web/open-api/docs/write-example.ts'
import { newCredential, openFields } from '../testing/open-api/keys.testing.ts'
import { callAs } from '../testing/open-api/programs.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'
import { typeWithField } from '../testing/things/fields.ts'
import { type DocsAnswer, type DocsScene, docsScene } from './docs-scene.ts'
import { listening } from './docs-server.ts'
import { stableAnswers } from './docs-stable.ts'
import { fingerprint } from './rows.ts'

// The examples of the documentation for developers, run as they are written there. docs-answers.test.ts writes the answers.

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

let address: string
beforeAll(async () => {
  address = await listening()
})

/** Runs an example and returns its answer. curl writes the status behind it, the other languages before it. */
async function answerTo(language: ExampleLanguage, title: string, example: ExampleStore, dry = false) {
  const [command, args] = runners[language](writeExample(language, exampleRequest(title, example, { dry })))
  const { stdout } = await run(command, args)
  const [, before, text, behind] = /^(\d{3})? ?(.*?) ?(\d{3})?$/s.exec(stdout.trim())!
  return { status: Number(before ?? behind), body: text ? JSON.parse(text) : undefined } as DocsAnswer
}

test('each call of programs has an example, and no other call has', () => {
  expect(Object.keys(callExamples).toSorted()).toEqual(Object.keys(callWords).toSorted())
})

test('the examples with the header of a test run change nothing in a store with three fields of its own', async () => {
  const store = await newStore()
  const key = await newCredential(store)
  const fields: ExampleField[] = []
  for (const [name, type] of [
    ['points', 'Number'],
    ['joinedOn', 'Date'],
    ['isMember', 'Boolean'],
  ] as const) {
    await store.call(profileFields.create, { body: { field_name: name, display_name: name, data_type: type } })
    fields.push({ name, type, title: name, custom: true })
  }
  await openFields(key)
  const { type, name } = await typeWithField(store)
  const ids = { profile: 1, label: 1, segment: 1, purpose: 1, connector: 1, receipt: 1, webhook: 1, delivery: 1 }
  const activityField: ExampleField = { name, type: 'String', title: name, custom: true }
  const example: ExampleStore = {
    ...{ address, key: key.credential, language: 'en', fields, ids },
    activityTypes: [{ id: type, name: 'a', fields: [activityField] }],
  }
  // The first request of a key makes its data source.
  await callAs(key.credential, 'POST', 'profiles', { values: { phone: '0895550190' } })
  const { admin } = await testServer()
  const before = await fingerprint(admin, store.storeId)
  const sends = ['profiles', 'profiles/batch', 'activities', 'activities/batch']
  for (const title of sends.map((path) => `POST /open-api/v1/${path}`)) {
    const { status, body } = await answerTo('curl', title, example, true)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        receipt_id: null,
        results: expect.arrayContaining([expect.objectContaining({ after: expect.any(Object) })]),
      }),
    ])
  }
  expect(await answerTo('curl', 'POST /open-api/v1/profiles', example, true)).toMatchObject({
    body: { results: [{ after: { points: 120, joinedOn: '1990-07-06', isMember: true } }] },
  })
  expect(await fingerprint(admin, store.storeId)).toEqual(before)
})

const languageOf: Record<ExampleLanguage, 'th' | 'en'> = { curl: 'th', JavaScript: 'en', PHP: 'th', Python: 'en' }

describe.each(Object.entries(installed).filter(([, is]) => is))('the examples in %s', (name) => {
  const programming = name as ExampleLanguage
  const tags = programming === 'Python' ? ['verify'] : []
  const language = languageOf[programming]
  let shown: ExampleAnswers
  let scene: DocsScene
  let stable: ReturnType<typeof stableAnswers>
  beforeAll(async () => {
    const file = new URL(`../../contract/open-api/answers/${language}.json`, import.meta.url)
    shown = JSON.parse(readFileSync(file, 'utf8')) as ExampleAnswers
    scene = await docsScene(address, language)
    stable = stableAnswers(scene)
  })

  test.each(Object.keys(callExamples))('of %s gets the answer that the page shows', { tags }, async (title) => {
    const answer = await scene.ended(await answerTo(programming, title, scene.example))
    await scene.after(title, answer)
    const { status, body } = shown.calls[title]!
    expect({ status: answer.status, body: stable(title, answer.body) }).toEqual({ status, body })
  })
})
