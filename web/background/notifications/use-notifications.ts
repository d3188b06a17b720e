import { notificationEvent, notifications } from '@ruam/contract/notifications.ts'
import { type Got, useRead } from '../../data/api.ts'
import { usePush, usePushAlive } from '../../data/push.ts'
import { useMayCall } from '../../ui/may.ts'

type Page = Got<typeof notifications.list>
export type Notice = Page['data'][number]

/** Milliseconds between two looks: where nothing is pushed, and where it is. */
const POLL_MS = 30_000
const RARE_POLL_MS = 300_000

/** The newest of what has ended, for who may read any of it, kept current by what is pushed, and by looking where nothing is. */
export function useNotifications() {
  const alive = usePushAlive()
  const may = useMayCall(notifications.list)
  const read = useRead(
    notifications.list,
    { query: { limit: '50' } },
    { enabled: may, poll: () => (alive ? RARE_POLL_MS : POLL_MS) },
  )
  const { refetch } = read
  const readAgain = () => void (may && refetch())
  usePush(notificationEvent, readAgain, readAgain)
  return read
}
