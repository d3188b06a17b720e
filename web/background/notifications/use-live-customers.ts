import { profileHistory } from '@ruam/contract/customers/history.ts'
import { profileEvent } from '@ruam/contract/customers/profile-event.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../data/api.ts'
import { usePush } from '../../data/push.ts'
import { useSession } from '../../data/session.ts'
import { words, wordsNow } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useMayCall } from '../../ui/may.ts'

const live = words({
  changedBy: ['{name} เพิ่งแก้ไขลูกค้ารายนี้', '{name} has just changed this customer'],
  changed: ['ลูกค้ารายนี้เพิ่งถูกแก้ไข', 'This customer has just been changed'],
})

/** Milliseconds for which changes are collected: several of one act, or of a busy counter, are read once. */
const COLLECT_MS = 400

/** Reads what is on screen again when a colleague changes a customer in it, and says who it was where that customer is open. */
export function useLiveCustomers() {
  const cache = useQueryClient()
  const { user } = useSession()
  const mayName = useMayCall(profileHistory.list)
  const changed = useRef(new Map<number, number | null>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  usePush(profileEvent, ({ profileId, userId }) => {
    // Reads of one's own acts are refreshed by the act.
    if (userId === user?.id) return
    changed.current.set(profileId, userId)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const ids = changed.current
      changed.current = new Map()
      readAgain(cache, ids)
      for (const [id, by] of ids) if (isOpen(id)) void sayWho(id, mayName ? by : null)
    }, COLLECT_MS)
  })
}

const isOpen = (id: number) => new RegExp(`/profile-(detail|edit)/${id}(/|$)`).test(location.pathname)

async function sayWho(id: number, by: number | null) {
  const history =
    by && (await call(profileHistory.list, { params: { id }, query: { limit: 1 } }).catch(() => undefined))
  const name = history ? history.people.find(({ userId }) => userId === by)?.name : undefined
  const t = wordsNow(live)
  alerts.download(name ? t.changedBy({ name }) : t.changed, { id: `changed-${id}` })
}

/** Only what is on screen and shows one of these customers: what is typed there stays. */
function readAgain(cache: QueryClient, ids: ReadonlyMap<number, unknown>) {
  const shows = ({ queryKey, state }: { queryKey: readonly unknown[]; state: { data?: unknown } }) =>
    mentions(queryKey[3], ids) || mentions(state.data, ids)
  void cache.invalidateQueries({ predicate: (query) => query.isActive() && shows(query) })
}

/** True if a customer is named in an answer, or in the parameters of its call. */
function mentions(value: unknown, ids: ReadonlyMap<number, unknown>): boolean {
  if (Array.isArray(value)) return value.some((one) => mentions(one, ids))
  if (typeof value !== 'object' || value === null) return false
  const { id, profileId } = value as { id?: unknown; profileId?: unknown }
  return ids.has(Number(profileId ?? id)) || Object.values(value).some((one) => mentions(one, ids))
}
