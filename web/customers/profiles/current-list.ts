import type { profiles } from '@ruam/contract/customers/profiles.ts'
import { useEffect } from 'react'
import type { Sending } from '../../data/api.ts'

type Query = Pick<Sending<typeof profiles.query>['body'], 'offset' | 'limit' | 'sortBy' | 'sortDir' | 'filter'>

/** Page of the list from which a customer was opened: its query, and its customers in order. */
export interface Walk {
  query: Query & { offset: number; limit: number }
  ids: readonly number[]
  /** Size of the list, if known. */
  total?: number | undefined
}

declare module '@tanstack/history' {
  interface HistoryState {
    walk?: Walk
  }
}

export const walkOf = (query: Walk['query'], rows: readonly { id: number }[], total: number | undefined): Walk => ({
  query,
  ids: rows.map(({ id }) => id),
  total,
})

let shown: Walk | undefined

/** Remembers the list that is on screen, for its links to be left by. */
export function useCurrentList(...list: Parameters<typeof walkOf>) {
  useEffect(() => {
    shown = walkOf(...list)
    return () => {
      shown = undefined
    }
  })
}

/** The state of a link from the list to one of its people: where they stand in it, and the address of the list. Read when it is followed. */
export const fromList = () => ({
  ...(shown && { walk: shown }),
  from: {
    search: Object.fromEntries(new URLSearchParams(window.location.search)),
    hash: window.location.hash.slice(1),
  },
})
