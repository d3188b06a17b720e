import { fileURLToPath } from 'node:url'
import { features } from '@ruam/contract/endpoints.ts'
import { type ErrorName, errors } from '@ruam/contract/errors/catalog.ts'
import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import { callWords } from '@ruam/contract/open-api/call-words.ts'
import type { ExampleAnswers } from '@ruam/contract/open-api/example-answers.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { callExamples } from '../../web/open-api/docs/call-examples.ts'
import { exampleRequest } from '../../web/open-api/docs/example-request.ts'
import { itemErrors } from '../../web/open-api/docs/item-errors.ts'
import { errorsOf } from '../http/openapi.ts'
import { answeredErrors } from './docs-errors.ts'
import { type ItemAnswer, itemsWithErrors } from './docs-items.ts'
import { answerOf, type DocsScene, docsScene } from './docs-scene.ts'
import { listening } from './docs-server.ts'
import { stableAnswers } from './docs-stable.ts'

// Answers that the documentation shows, from a server: `vitest run docs-answers -u` writes them after a change that is meant.

const dryCalls = ['profiles', 'profiles/batch', 'activities', 'activities/batch'].map(
  (path) => `POST /open-api/v1/${path}`,
)

/** Errors of items that depend on more than the item: a file, a connector and its mapping, work at the same moment, other customers. */
const notOfAnItem: readonly RowFailure[] = [
  ...(['choice_unknown', 'code_not_found', 'consent_unreadable', 'house_number_date', 'letters_broken'] as const),
  ...(['date_day_unknown', 'date_in_future', 'date_order_unknown', 'date_too_early', 'date_year_impossible'] as const),
  ...(['date_year_unknown', 'match_key_too_long', 'nobody_in_row', 'text_not_plain', 'total_row'] as const),
  ...([
    'mapping_broken',
    'mapping_missing',
    'match_keys_missing',
    'match_contradiction',
    'maybe_somebody_else',
  ] as const),
  ...(['order_elsewhere', 'order_two_buyers', 'order_two_days', 'order_two_totals'] as const),
  ...(['erased_person', 'field_converting', 'item_not_processed'] as const),
]

/** Names of all errors that a program can get. */
const errorNames = [
  ...new Set<ErrorName>([
    ...Object.values(features).flatMap((feature) =>
      Object.values<Endpoint>(feature).flatMap((call) => (call.permission === 'program' ? errorsOf(call) : [])),
    ),
    'internal',
  ]),
]

let address: string
beforeAll(async () => {
  address = await listening()
})

async function answersOf({ example, ended, after }: DocsScene, stable: ReturnType<typeof stableAnswers>) {
  const calls: Record<string, ExampleAnswers['calls'][string]> = {}
  const ask = async (title: string, dry: boolean) => {
    const { url, method, headers, body } = exampleRequest(title, example, { dry })
    const payload = body === undefined ? {} : { body: JSON.stringify(body) }
    return ended(await answerOf(await fetch(url, { method, headers: Object.fromEntries(headers), ...payload })))
  }
  for (const title of Object.keys(callExamples)) {
    const dry = dryCalls.includes(title) && (await ask(title, true))
    const answer = await ask(title, false)
    await after(title, answer)
    const shown = (one: typeof answer) => ({ status: one.status, body: stable(title, one.body) })
    calls[title] = { ...shown(answer), ...(dry && { dry: shown(dry) }) }
  }
  return calls
}

describe.each(['th', 'en'] as const)('the answers that the pages show in %s', (language) => {
  let shown: ExampleAnswers
  beforeAll(async () => {
    const scene = await docsScene(address, language)
    const stable = stableAnswers(scene)
    const calls = await answersOf(scene, stable)
    const items = Object.fromEntries(
      [...(await itemsWithErrors(scene))].map(([name, sent]) => [name, stable('', sent) as ItemAnswer]),
    )
    const answered = await answeredErrors(scene, address)
    const errors = [...answered].map(([name, { call, status, body }]) => [
      name,
      { call, status, body: stable('', body) },
    ])
    shown = { calls, errors: Object.fromEntries(errors), items }
  })

  test('have a success of each call', () => {
    expect(Object.keys(shown.calls).toSorted()).toEqual(Object.keys(callWords).toSorted())
    expect(Object.entries(shown.calls).filter(([, { status }]) => status !== 200 && status !== 204)).toEqual([])
    expect(JSON.stringify(shown.calls)).not.toMatch(/"status":"(failed|conflict)"/)
  })

  test('have each error that a program can get, with its status', () => {
    const statuses = Object.entries(shown.errors).map(([name, { status, body }]) => [name, status, body])
    const expected = errorNames.map((name) => [name, errors[name].status, expect.objectContaining({ error: name })])
    const byName = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]))
    expect(statuses.toSorted(byName)).toEqual(expected.toSorted(byName))
  })

  test('have an item for each error of items, but for those that no item alone can have', () => {
    const names = [...Object.keys(shown.items), ...notOfAnItem]
    expect(names.toSorted()).toEqual(itemErrors.map(([name]) => name as string).toSorted())
  })

  test('are those of the server', async () => {
    const file = fileURLToPath(new URL(`../../contract/open-api/answers/${language}.json`, import.meta.url))
    await expect(`${JSON.stringify(shown, null, 2)}\n`).toMatchFileSnapshot(file)
  })
})
