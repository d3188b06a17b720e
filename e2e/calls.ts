import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { ownerState } from './owner.ts'

type Json = Record<string, unknown>
type Reply = Awaited<ReturnType<APIRequestContext['get']>>

const BUSY = new Set<unknown>(['pipeline_busy', 'profile_locked'])

/** Calls of the server as the owner, for what a test needs to be there before its screen opens. */
export function callsOf(request: APIRequestContext) {
  const state = JSON.parse(readFileSync(ownerState, 'utf8')) as {
    origins: { localStorage: { name: string; value: string }[] }[]
  }
  const kept = state.origins[0]!.localStorage.find(({ name }) => name.startsWith('ruam.store-data.'))!
  const { id: store, token } = JSON.parse(kept.value) as { id: number; token: { token: string } }
  const headers = { authorization: `Bearer ${token.token}` }
  const answer = async (reply: Reply) => {
    if (!reply.ok()) throw new Error(`${reply.url()} answered ${reply.status()}: ${await reply.text()}`)
    return (reply.status() === 204 ? {} : await reply.json()) as Json
  }
  const write = async (method: 'post' | 'put' | 'patch' | 'delete', path: string, data: Json): Promise<Json> => {
    let reply: Reply | undefined
    // The import of a parallel test blocks other writes for a moment.
    await until(async () => {
      reply = await request[method](`/api${path}`, { headers, data })
      return !(reply.status() === 409 && BUSY.has(((await reply.json()) as Json).error))
    })
    return answer(reply!)
  }
  const calls = {
    store,
    get: async (path: string) => answer(await request.get(`/api${path}`, { headers })),
    post: (path: string, data: Json = {}) => write('post', path, data),
    put: (path: string, data: Json) => write('put', path, data),
    patch: (path: string, data: Json) => write('patch', path, data),
    delete: (path: string) => write('delete', path, {}),

    /** Uploads a CSV and waits until it can be mapped; answers the data source's id. */
    async load(name: string, csv: string): Promise<number> {
      const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
      const { file_id } = await answer(await request.post('/api/file/import', { headers, multipart: { file } }))
      const { datasource_id: id } = await calls.post('/datasource', { name, file_id, file_type: 'csv' })
      await until(async () => (await calls.get(`/datasource/${id}`)).status === 'ready_to_map')
      return id as number
    },

    /** Saves the suggested mapping and waits for its dry run; answers the run's id. Keys are those that are suggested, or these. */
    async dryRun(id: number, keys?: number[]): Promise<string> {
      const { mapping, match } = await calls.get(`/datasource/${id}/mapping`)
      await calls.put(`/datasource/${id}/mapping`, { mapping, match: { ...(match as Json), ...(keys && { keys }) } })
      const { run_id } = await calls.post(`/datasource/${id}/execute/dry`)
      await calls.ended(id, run_id as string)
      return run_id as string
    },

    /** The whole import; answers the data source's id. */
    async importFile(name: string, csv: string, keys?: number[]): Promise<number> {
      const id = await calls.load(name, csv)
      const { run_id } = await calls.post(`/datasource/${id}/execute`, { run_id: await calls.dryRun(id, keys) })
      await calls.ended(id, run_id as string)
      return id
    },

    /** The text of an exported file. */
    async exported(asked: Json): Promise<string> {
      const { export_id } = await calls.post('/v2/export', asked)
      const item = async () =>
        ((await calls.get('/export?limit=0')).data as Json[]).find((one) => one.export_id === export_id)
      await until(async () => (await item())?.status === 'completed')
      const { url } = await calls.post(`/export/${export_id}/link`)
      return (await request.get(url as string)).text()
    },

    /** The activity type of purchases that a new store has, with its fields of amounts and goods. */
    async purchaseType() {
      const { data } = (await calls.get('/activity-type')) as { data: { id: number; name: string; fields: Json[] }[] }
      const type = data.find(({ fields }) => fields.some(({ purpose }) => purpose === 'amount'))!
      const idOf = (found: (field: Json) => boolean) => type.fields.find(found)!.id as number
      const amount = idOf(({ purpose }) => purpose === 'amount')
      return { ...type, amount, goods: idOf(({ field_name }) => field_name === 'items') }
    },

    /** Waits until a segment is up to date. */
    calculated: (id: number) =>
      until(async () => ((await calls.get(`/label/${id}`)).state as { status: string }).status === 'fresh'),

    ended: (id: number, run: string) =>
      until(async () => (await calls.get(`/datasource/${id}/history/${run}`)).status === 'completed'),
  }
  return calls
}

async function until(happened: () => Promise<boolean>): Promise<void> {
  const patience = Date.now() + 30_000
  while (!(await happened())) {
    if (Date.now() > patience) throw new Error('It did not happen within 30 s')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
