import { openAsBlob } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { auth } from '@ruam/contract/access/auth.ts'
import { stores, users } from '@ruam/contract/access/stores.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { Run } from '@ruam/contract/imports/run-state.ts'
import { type Job, jobs } from '@ruam/contract/jobs.ts'
import type { Answer, Endpoint, Sent } from '@ruam/contract/platform/endpoint.ts'
import { owner } from './ruam-process.ts'

type Args<E extends Endpoint> = Record<string, never> extends Sent<E> ? [sent?: Sent<E>] : [sent: Sent<E>]

export interface RuamClient {
  /** Token of the store, for requests without `call`. */
  token: string
  /** Throws on a refusal, and on a server that does not answer. */
  call<E extends Endpoint>(endpoint: E, ...sent: Args<E>): Promise<Answer<E>>
  /** Uploads a CSV, starts to load it and answers the data source's id. */
  upload(path: string, name: string): Promise<number>
  loaded(id: number): Promise<void>
  /** Saves the mapping that is suggested, with the match keys given. */
  map(id: number, keys?: MappingBody['match']['keys']): Promise<void>
  /** Waits until a run is over, also while the server is away; `pollMs` milliseconds between two looks. */
  ended(id: number, runId: string, pollMs?: number): Promise<Run>
  /** Waits until a job is over, also while the server is away. */
  jobEnded(id: number): Promise<Job>
}

/** Signs the owner in at a running server and enters the store. */
export async function signIn(address: string): Promise<RuamClient> {
  const request = async <E extends Endpoint>(token: string, endpoint: E, ...[sent]: Args<E>): Promise<Answer<E>> => {
    const {
      params = {},
      query = {},
      body,
    } = (sent ?? {}) as { params?: Record<string, string>; query?: Record<string, string>; body?: object }
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const url = `${address}/api${path}?${new URLSearchParams(query)}`
    for (;;) {
      const reply = await fetch(url, { method: endpoint.method, headers, body: body && JSON.stringify(body) })
      if (reply.status !== 429) return answerOf(reply)
      // Refused for its pace alone: nothing was done.
      await sleep(Number(reply.headers.get('retry-after')) * 1000)
    }
  }
  const { access_token, user } = await request('', auth.login, {
    body: { email: owner.email, password: owner.password },
  })
  const memberships = await request(access_token, users.stores, { params: { user_id: String(user.id) } })
  const { token } = await request(access_token, stores.token, { body: { id: memberships.data[0]!.store.id } })
  const client: RuamClient = {
    token,
    call: (endpoint, ...sent) => request(token, endpoint, ...sent),
    async upload(path, name) {
      const form = new FormData()
      form.set('file', await openAsBlob(path), 'customers.csv')
      const reply = await fetch(`${address}/api${files.import.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      const { file_id } = await answerOf<Answer<typeof files.import>>(reply)
      return (await client.call(dataSources.create, { body: { name, file_id, file_type: 'csv' } })).datasource_id
    },
    async loaded(id) {
      for (;;) {
        const source = await patiently(() => client.call(dataSources.get, { params: { id: String(id) } }))
        if (source.status === 'ready_to_map') return
        if (source.status === 'load_failed') throw new Error(source.error?.message)
        await sleep(20)
      }
    },
    async map(id, keys) {
      const params = { id: String(id) }
      const { mapping, match } = await client.call(dataSources.getMapping, { params })
      await client.call(dataSources.putMapping, {
        params,
        body: { mapping, match: { ...match, keys: keys ?? match.keys } },
      })
    },
    async jobEnded(id) {
      for (;;) {
        const job = await patiently(() => client.call(jobs.get, { params: { id: String(id) } }))
        if (job.status !== 'pending' && job.status !== 'processing') return job
        await sleep(20)
      }
    },
    async ended(id, run_id, pollMs = 20) {
      for (;;) {
        const run = await patiently(() =>
          client.call(importRun.getRun, { params: { id: String(id), run_id }, query: {} }),
        )
        if (run.status !== 'pending' && run.status !== 'processing') return run
        await sleep(pollMs)
      }
    },
  }
  return client
}

async function answerOf<T>(reply: Response): Promise<T> {
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

const PATIENCE_MS = 60_000

/** For reads alone: they may be asked again. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(100)
    }
  }
}
