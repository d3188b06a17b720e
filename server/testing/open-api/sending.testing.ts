import type { ItemResult } from '@ruam/contract/imports/items.ts'
import { expect } from 'vitest'
import { ingestItems } from '../../ingest/receipts/ingest-items.ts'
import { coreOf, newStore, type TestStore, testServer } from '../store.testing.ts'
import { until } from '../until.testing.ts'
import { newCredential, openFields } from './keys.testing.ts'
import { callAs, type ProgramReply } from './programs.testing.ts'

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
  /** Sends items and returns their results. */
  send: (kind: 'profiles' | 'activities', items: unknown[]) => Promise<ItemResult[]>
  /** Returns the results of a request, also of one that was answered before it was done. */
  ended: (sent: Sent, credential?: string) => Promise<ItemResult[]>
  /** Opens the fields that were made since the key was. */
  open: () => Promise<void>
  /** Results of a receipt; false while it waits. */
  resultsAt: (receipt: number) => Promise<ItemResult[] | false>
  /** Rows of a statement as the superuser; $1 is the store. */
  rows: <T>(text: string) => Promise<T[]>
}

/** Makes a store, and a key with all scopes and fields that sends to it. */
export const newSender = async (): Promise<Sender> => senderTo(await newStore())

/** Makes a key with all scopes and fields that sends to a store. */
export async function senderTo(store: TestStore): Promise<Sender> {
  const made = await newCredential(store)
  await openFields(made)
  const key = made.credential
  const post: Sender['post'] = (path, payload, headers = {}, credential = key) =>
    callAs<Sent>(credential, 'POST', path, payload, headers)
  const resultsOf = async (receipt: number, credential: string) =>
    (await callAs<Sent>(credential, 'GET', `receipts/${receipt}`)).body.results ?? false
  const resultsAt: Sender['resultsAt'] = (receipt) => resultsOf(receipt, key)
  const ended: Sender['ended'] = async (sent, credential = key) => {
    if (sent.results) return sent.results
    expect(sent).toEqual({ receipt_id: expect.any(Number), status: 'waiting', results: null })
    const core = await coreOf(store)
    return until(async () => {
      // The clock does so every 15 s.
      await ingestItems(core, store.storeId)
      return resultsOf(sent.receipt_id, credential)
    })
  }
  return {
    ...{ store, key, post, resultsAt, ended, open: () => openFields(made) },
    async send(kind, items) {
      return ended((await post(`${kind}/batch`, { items })).body)
    },
    rows: async <T>(text: string) =>
      (await (await testServer()).admin.query(text.replace('$1', String(store.storeId)))).rows as T[],
  }
}
