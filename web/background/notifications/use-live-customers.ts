import { counter } from '@ruam/contract/customers/counter.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileEvent } from '@ruam/contract/customers/profile-event.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { workListCalls, workLists } from '@ruam/contract/reports/work-lists.ts'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readKey } from '../../data/api.ts'
import { usePush } from '../../data/push.ts'
import { useSession } from '../../data/session.ts'
import { useMayCall } from '../../ui/may.ts'
import { nameOfColleague, sayChanged, sayDone } from './say-changed.ts'

/** Milliseconds for which changes of named customers are collected: several of one act, or of a busy counter, are read once. */
const COLLECT_MS = 400
/** Milliseconds without a further change after which lists are read, and for which they wait at most: an import has many batches. */
const QUIET_MS = 800
const LONGEST_MS = 10_000

/** Lists that a customer joins or leaves by a change: read again whether they show that customer or not. */
const lists = new Set(
  [workListCalls.list, profileActivities.followUps, counter.home, dashboard.today, dashboard.todo].map(callOf),
)

/** Reads what is on screen again when a colleague changes a customer in it, and says who it was. */
export function useLiveCustomers() {
  const cache = useQueryClient()
  const { user } = useSession()
  const mayName = useMayCall(profileActivities.list)
  const soon = useRef(new Map<number, { act: string; by: number | null }>())
  const soonTimer = useRef<Timer>(undefined)
  const wide = useRef({ since: 0, all: false })
  const wideTimer = useRef<Timer>(undefined)
  useEffect(
    () => () => {
      clearTimeout(soonTimer.current)
      clearTimeout(wideTimer.current)
    },
    [],
  )

  function readNamed() {
    soonTimer.current = undefined
    const ids = soon.current
    soon.current = new Map()
    const shown = new Set(showing(cache, ids))
    const kind = workLists.find((one) => location.pathname.endsWith(`/work/${one}`))
    const worked = [...shown].some(({ queryKey }) => queryKey[2] === callOf(workListCalls.list))
    void cache.invalidateQueries({ predicate: (query) => shown.has(query) })
    if (kind && worked) void sayDone(kind, ids)
    for (const [id, { act, by }] of ids)
      if (act === 'changed') void sayChanged(id, () => (mayName ? nameOfColleague(id, by) : Promise.resolve(undefined)))
  }

  async function readLists() {
    wideTimer.current = undefined
    const { all } = wide.current
    wide.current = { since: 0, all: false }
    const before = openCustomer(cache)
    await cache.invalidateQueries({
      predicate: (query) => query.isActive() && (lists.has(String(query.queryKey[2])) || (all && isOfCustomers(query))),
    })
    // More were changed than the event names: this one was, if its answer differs.
    if (all && before && openCustomer(cache)?.data !== before.data)
      void sayChanged(before.id, () => Promise.resolve(undefined))
  }

  usePush(profileEvent, ({ profileIds, act, userId }) => {
    // Reads of one's own acts are refreshed by the act.
    if (userId === user?.id) return
    for (const id of profileIds ?? []) soon.current.set(id, { act, by: userId })
    if (profileIds) soonTimer.current ??= setTimeout(readNamed, COLLECT_MS)
    const now = performance.now()
    wide.current.since ||= now
    wide.current.all ||= profileIds === null
    clearTimeout(wideTimer.current)
    const wait = Math.min(QUIET_MS, Math.max(0, wide.current.since + LONGEST_MS - now))
    wideTimer.current = setTimeout(() => void readLists(), wait)
  })
}

type Timer = ReturnType<typeof setTimeout> | undefined

function callOf(endpoint: Endpoint) {
  return String(readKey(0, endpoint, {})[2])
}

/** True for reads of customers, by the right that they need. */
const isOfCustomers = ({ meta }: Query) => [meta?.permission].flat().includes(profileEvent.visibleTo)

/** The customer whose page is open, as it was read. */
function openCustomer(cache: QueryClient) {
  const [, id] = /\/profile-(?:detail|edit)\/(\d+)/.exec(location.pathname) ?? []
  const [read] = id ? cache.getQueryCache().findAll({ predicate: ({ queryKey }) => isRead(queryKey, id) }) : []
  return read && { id: Number(id), data: read.state.data }
}

const isRead = ([, , call, params]: readonly unknown[], id: string) =>
  call === 'GET /profile/{id}' && String((params as { id?: unknown } | null)?.id) === id

/** Reads on screen that show one of these customers. What is typed there stays. */
const showing = (cache: QueryClient, ids: ReadonlyMap<number, unknown>) =>
  cache
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey, state }) => mentions(queryKey[3], ids) || mentions(state.data, ids))

/** True if a customer is named in an answer, or in the parameters of its call. */
function mentions(value: unknown, ids: ReadonlyMap<number, unknown>): boolean {
  if (Array.isArray(value)) return value.some((one) => mentions(one, ids))
  if (typeof value !== 'object' || value === null) return false
  const { id, profileId } = value as { id?: unknown; profileId?: unknown }
  return ids.has(Number(profileId ?? id)) || Object.values(value).some((one) => mentions(one, ids))
}
