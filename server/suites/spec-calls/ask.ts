import { type TestStore, testServer } from '../../testing/store.testing.ts'

// Makes calls as the specification describes them, independent of the contract.

export interface Body {
  id: number
  status: string
  updated_at: string
  datasource_id: number
  run_id: string
  file_id: number
  file_type: string
  data: { id: number; updated_at: string }[]
}
interface Words {
  query?: Record<string, string>
  body?: object
  /** For the calls that take the person's own token. */
  person?: true
}

/** A call, what is sent with it, and what it answers. */
export interface SpecCall {
  /** As the specification has it, ids in braces. */
  call: string
  /** The ids and the words. */
  sent: (store: TestStore) => Promise<[path: string, words?: Words]> | [path: string, words?: Words]
  /** The fields of the answer, and of the first of its list. */
  fields?: string[]
  listed?: string[]
}

export async function callAs(store: TestStore, call: string, { query, body, person }: Words = {}) {
  const { app } = await testServer()
  const [method, path] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]
  const reply = await app.inject({
    method,
    url: `/api${path}`,
    query,
    headers: { authorization: `Bearer ${person ? store.personToken : store.token}` },
    ...(body && { payload: body }),
  })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  return { status: reply.statusCode, text: reply.body, body: (isJson ? reply.json() : undefined) as Body }
}

/** Asks for what has to be there already. */
export async function had(store: TestStore, call: string, words?: Words): Promise<Body> {
  const { status, body, text } = await callAs(store, call, words)
  if (status >= 300) throw new Error(`${call} answered ${status}: ${text}`)
  return body
}

export const idOf = async (store: TestStore, call: string, words: Words): Promise<number> =>
  (await had(store, call, words)).id

/** The version of a thing, as edits send it back. */
export const currentVersion = async (store: TestStore, call: string): Promise<{ origin_time: string }> => ({
  origin_time: (await had(store, call)).updated_at,
})

/** The fields of a page of a list. */
export const page = ['data', 'total', 'pages', 'page', 'limit', 'sort_by', 'order']

/** A range that all days are in. */
export const days = { from: '2020-01-31', to: '2099-12-31T23:59:59.999+07:00' }
