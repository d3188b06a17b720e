import type { lineLink } from '@ruam/contract/channels/line-link.ts'
import { counter } from '@ruam/contract/customers/counter.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { useEffect, useState } from 'react'
import { type Got, type Sending, useRead } from '../../data/api.ts'
import {
  type CopyKind,
  type DeviceOwner,
  type StoredCopy,
  storeCopy,
  storedCopies,
  storedCopy,
} from '../../data/device.ts'
import { useSession } from '../../data/session.ts'

export type Card = Got<typeof counter.card>
type Home = Got<typeof counter.home>
type FollowUps = Got<typeof profileActivities.followUps>
export type CounterPerson = Home['birthdays']['data'][number]

const known = ({ id, name, label, visits, lastAt }: CounterPerson): CounterPerson => ({
  id,
  name,
  label,
  visits,
  lastAt,
})

const homeKind: CopyKind<Home> = {
  name: 'counter-home',
  pick: ({ birthdays, served }) => ({
    birthdays: { total: birthdays.total, data: birthdays.data.map(known) },
    served: served.map(({ id, name, type, at }) => ({ id, name, type, at })),
  }),
}

const followUpKind: CopyKind<FollowUps> = {
  name: 'follow-ups',
  pick: ({ data, ...page }) => ({
    ...page,
    data: data.map(({ activityId, text, followOn, by, profile }) => ({ activityId, text, followOn, by, profile })),
  }),
}

export const cardKind: CopyKind<Card> = {
  name: 'counter-card',
  // Only paper shows the days of a year.
  pick: ({ phone, usual, note, past, ...one }) => ({ ...known(one), phone, usual, note, past, days: [] }),
}

/** How a customer is reached on LINE. */
export const lineKind: CopyKind<Got<typeof lineLink.get>> = {
  name: 'line-reach',
  pick: ({ reach, accounts }) => ({ reach, accounts, word: null, mergeId: null, duplicateId: null }),
}

function useOwner(): DeviceOwner {
  const { user, store } = useSession()
  return { userId: user?.id ?? 0, storeId: store?.id ?? 0 }
}

/** Reads an endpoint, and shows what the device kept of it until the answer comes. */
export function useStoredRead<E extends Endpoint>(
  endpoint: E,
  sent: Sending<E>,
  {
    kind,
    id,
    enabled = true,
    staleTime,
  }: { kind: CopyKind<Got<E>>; id: string; enabled?: boolean; staleTime?: number },
) {
  const { userId, storeId } = useOwner()
  const read = useRead(endpoint, sent, { enabled, ...(staleTime !== undefined && { staleTime }) })
  const fresh = read.isPlaceholderData ? undefined : read.data
  const [kept, setKept] = useState<StoredCopy<Got<E>>>()
  useEffect(() => {
    let left = false
    if (enabled) void storedCopy({ userId, storeId }, kind, id).then((copy) => !left && setKept(copy))
    return () => {
      left = true
    }
  }, [userId, storeId, kind, id, enabled])
  useEffect(() => {
    if (fresh !== undefined) void storeCopy({ userId, storeId }, kind, id, fresh)
  }, [userId, storeId, kind, id, fresh])
  const copy = kept?.id === id ? kept : undefined
  return {
    data: fresh ?? copy?.value,
    /** Time of the copy, while it is all there is. */
    keptAt: fresh === undefined ? copy?.at : undefined,
    error: read.error,
  }
}

/** Home: birthdays of today, follow-ups that are due, and whom the person served last. */
export function useCounterHome() {
  const home = useStoredRead(counter.home, {}, { kind: homeKind, id: 'home', staleTime: 60_000 })
  const followUps = useStoredRead(
    profileActivities.followUps,
    { query: { offset: 0, limit: 20 } },
    { kind: followUpKind, id: 'due' },
  )
  return { home, followUps }
}

/** Cards that this device has, while they are all that can be searched. */
export function useStoredCards(enabled: boolean): Card[] | undefined {
  const { userId, storeId } = useOwner()
  const [cards, setCards] = useState<Card[]>()
  useEffect(() => {
    if (enabled) void storedCopies({ userId, storeId }, cardKind).then((all) => setCards(all.map(({ value }) => value)))
  }, [enabled, userId, storeId])
  return enabled ? cards : undefined
}
