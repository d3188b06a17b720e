import type { lineLink } from '@ruam/contract/channels/line-link.ts'
import { counter } from '@ruam/contract/customers/counter.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Got, useRead } from '../../data/api.ts'
import { storedCopies } from '../../data/device.ts'
import { useSession } from '../../data/session.ts'
import { followReads, type ReadKind } from '../../data/stored-reads.ts'

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

const homeKind: ReadKind<Home> = {
  name: 'counter-home',
  call: 'GET /counter',
  pick: ({ birthdays, served }) => ({
    birthdays: { total: birthdays.total, data: birthdays.data.map(known) },
    served: served.map(({ id, name, type, at }) => ({ id, name, type, at })),
  }),
}

const followUpKind: ReadKind<FollowUps> = {
  name: 'follow-ups',
  call: 'GET /follow-up',
  pick: ({ data, ...page }) => ({
    ...page,
    data: data.map(({ activityId, text, followOn, by, profile }) => ({ activityId, text, followOn, by, profile })),
  }),
}

const cardKind: ReadKind<Card> = {
  name: 'counter-card',
  call: 'GET /counter/{id}',
  // Only paper shows the days of a year.
  pick: ({ phone, usual, note, past, restriction, ...one }) => ({
    ...known(one),
    ...{ phone, usual, note, past, days: [], restriction: restriction && { ...restriction, reason: null } },
  }),
}

/** How a customer is reached on LINE. */
const lineKind: ReadKind<Got<typeof lineLink.get>> = {
  name: 'line-reach',
  call: 'GET /profile/{id}/line-link',
  pick: ({ reach, accounts }) => ({ reach, accounts, word: null, mergeId: null, duplicateId: null }),
}

const kinds = [homeKind, followUpKind, cardKind, lineKind] as unknown as readonly ReadKind[]

/** Shows and keeps copies of what the counter reads. */
export function useStoredCounter() {
  const cache = useQueryClient()
  useEffect(() => followReads(cache, kinds), [cache])
}

/** Home: birthdays of today, follow-ups that are due, and whom the person served last. */
export function useCounterHome() {
  const home = useRead(counter.home, {}, { staleTime: 60_000 })
  const followUps = useRead(profileActivities.followUps, { query: { offset: 0, limit: 20 } })
  return { home, followUps }
}

/** Cards that this device has, while they are all that can be searched. */
export function useStoredCards(enabled: boolean): Card[] | undefined {
  const { user, store } = useSession()
  const [userId, storeId] = [user?.id ?? 0, store?.id ?? 0]
  const [cards, setCards] = useState<Card[]>()
  useEffect(() => {
    if (enabled) void storedCopies({ userId, storeId }, cardKind).then((all) => setCards(all.map(({ value }) => value)))
  }, [enabled, userId, storeId])
  return enabled ? cards : undefined
}
