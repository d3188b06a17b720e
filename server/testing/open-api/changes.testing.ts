import type { ChangeEvent } from '@ruam/contract/open-api/changes.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import type { z } from 'zod'
import type { Member } from '../store.testing.ts'
import { newCredential } from './keys.testing.ts'
import { callAs } from './programs.testing.ts'

export type Event = z.output<typeof ChangeEvent>

interface Page {
  data: Event[]
  next_cursor: string
  has_more: boolean
}

/** A program that follows the changes of a store from now on. */
export async function changesReader(store: Member, options: { scopes?: readonly Scope[] } = {}) {
  const { credential } = await newCredential(store, options)
  return readerOf(credential)
}

/** The same with a credential that exists, from a cursor of before. */
export async function readerOf(credential: string, since?: string) {
  const page = async (path: string): Promise<Page> => {
    const { status, body } = await callAs<Page>(credential, 'GET', `changes${path}`)
    if (status !== 200) throw new Error(`The stream answered ${status} ${JSON.stringify(body)}`)
    return body
  }
  const start = since ?? (await page('')).next_cursor
  let cursor = start
  return {
    credential,
    start,
    cursor: () => cursor,
    /** All events since the last read. */
    async read(limit = 1000): Promise<Event[]> {
      const events: Event[] = []
      for (let more = true; more; ) {
        const { data, next_cursor, has_more } = await page(`?after=${cursor}&limit=${limit}`)
        events.push(...data)
        cursor = next_cursor
        more = has_more
      }
      return events
    },
  }
}
