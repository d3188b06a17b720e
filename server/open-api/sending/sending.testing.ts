import type { ItemResult } from '@ruam/contract/imports/items.ts'
import { expect } from 'vitest'
import { ingestItems } from '../../channels/inbox/ingest-items.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../platform/core/store.testing.ts'
import { until } from '../../platform/core/until.testing.ts'
import { newCredential, openFields } from '../keys.testing.ts'
import { callAs, type ProgramReply } from '../programs.testing.ts'

interface Sent {
  receipt_id: number
  status: string
  results: ItemResult[] | null
  error?: string
  details?: unknown
}

/** A new store with a program that sends to it. */
export interface Sender {
  store: TestStore
  /** The credential of the program. */
  key: string
  post: (
    path: string,
    payload: unknown,
    headers?: Record<string, string>,
    credential?: string,
  ) => Promise<ProgramReply<Sent>>
  /** Sends items and returns their results, also of a request that was answered before it was done. */
  send: (kind: 'profiles' | 'activities', items: unknown[]) => Promise<ItemResult[]>
  /** Opens the fields that were made since the key was. */
  open: () => Promise<void>
  /** Results of a receipt; false while it waits. */
  resultsAt: (receipt: number) => Promise<ItemResult[] | false>
  /** Rows of a statement as the superuser; $1 is the store. */
  rows: <T>(text: string) => Promise<T[]>
}

/** Makes a store, and a key with all scopes and fields that sends to it. */
export async function newSender(): Promise<Sender> {
  const store = await newStore()
  const made = await newCredential(store)
  await openFields(made)
  const key = made.credential
  const post: Sender['post'] = (path, payload, headers = {}, credential = key) =>
    callAs<Sent>(credential, 'POST', path, payload, headers)
  const resultsAt: Sender['resultsAt'] = async (receipt) =>
    (await callAs<Sent>(key, 'GET', `receipts/${receipt}`)).body.results ?? false
  return {
    ...{ store, key, post, resultsAt, open: () => openFields(made) },
    async send(kind, items) {
      const { status, body } = await post(`${kind}/batch`, { items })
      if (status === 200) return body.results!
      expect(body).toEqual({ receipt_id: expect.any(Number), status: 'waiting', results: null })
      const core = await coreOf(store)
      return until(async () => {
        // The clock does so every 15 s.
        await ingestItems(core, store.storeId)
        return resultsAt(body.receipt_id)
      })
    },
    rows: async <T>(text: string) =>
      (await (await testServer()).admin.query(text.replace('$1', String(store.storeId)))).rows as T[],
  }
}
