import { callExamples } from './call-examples.ts'
import { type ExampleStore, samplePeople } from './example-store.ts'

/** A request of an example. */
export interface ExampleRequest {
  method: string
  url: string
  headers: readonly (readonly [name: string, value: string])[]
  /** JSON; undefined without a body. */
  body: unknown
}

interface Options {
  /** Sends the header of a test run. */
  dry?: boolean
  /** Sends the next customer or sale, under a key of its own. */
  next?: boolean
}

/** Builds the example of a call with the data of a store. */
export function exampleRequest(title: string, store: ExampleStore, { dry, next }: Options = {}): ExampleRequest {
  const [method, path] = title.split(' ') as [string, string]
  const { params = {}, query = {}, idempotencyKey, body } = callExamples[title]!(store, samplePeople[next ? 1 : 0])
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const search = new URLSearchParams(query).toString()
  return {
    method,
    url: `${store.address}${filled}${search && `?${search}`}`,
    headers: [
      ['Authorization', `Bearer ${store.key}`],
      ...(store.language === 'en' ? ([['Accept-Language', 'en']] as const) : []),
      ...(body === undefined ? [] : ([['Content-Type', 'application/json']] as const)),
      ...(dry ? ([['Ruam-Dry-Run', 'true']] as const) : []),
      ...(idempotencyKey && !dry ? ([['Idempotency-Key', idempotencyKey]] as const) : []),
    ],
    body,
  }
}
