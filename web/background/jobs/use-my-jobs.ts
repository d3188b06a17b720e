import { activities } from '@ruam/contract/customers/activities.ts'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { jobDefinitions, jobEvent, jobs } from '@ruam/contract/jobs.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { usePatch, useRead, useRefresh, useWrite } from '../../data/api.ts'
import { usePush } from '../../data/push.ts'
import { usePushPace } from '../../data/push-pace.ts'
import { useSession } from '../../data/session.ts'
import { wordsNow } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useMayCall } from '../../ui/may.ts'
import { jobText } from './text.ts'
import { isActive, type JobView, withPushed } from './use-job.ts'
import { awaited, onWatch, watchJob } from './watch-job.ts'

/** Data that jobs may change, by feature. */
const changedByJobs = [
  profiles.list,
  profileHistory.list,
  labels.list,
  profileFields.list,
  activities.fields,
  dataSources.list,
  jobs.list,
  notifications.list,
]

/** The person's jobs that wait or work; undefined until they are read, and of who may read none. Their end is announced and refreshes the screen; the bell keeps it. */
export function useMyJobs(): JobView[] | undefined {
  const sent = { query: { mine: 'true' as const, limit: 10 } }
  const pace = usePushPace()
  const may = useMayCall(jobs.list)
  const read = useRead(jobs.list, sent, {
    enabled: may,
    poll: (page) => (page?.data.some(isActive) ? pace.pause() : false),
  })
  const { refetch, data: page } = read
  const patch = usePatch(jobs.list, sent)
  const refresh = useRefresh()
  // A job may have ended, and been fetched, before a caller waits for its end.
  const [watched, noteWatch] = useReducer((count: number) => count + 1, 0)
  useEffect(
    () =>
      onWatch(() => {
        noteWatch()
        if (may) void refetch()
      }),
    [may, refetch],
  )
  usePush(jobEvent, (pushed) => {
    const isIt = ({ id }: JobView) => id === pushed.jobId
    if (!page?.data.some(isIt)) return
    pace.note()
    patch((list) => ({ ...list, data: list.data.map((job) => (isIt(job) ? withPushed(job, pushed) : job)) }))
    if (!isActive(pushed)) void refetch()
  })
  const { mutateAsync: undo } = useWrite(jobs.undo)
  const takeBack = useCallback(
    (id: number) =>
      undo({ params: { id } }).then(
        (begun) => watchJob(begun.jobId),
        () => undefined,
      ),
    [undo],
  )
  const storeId = useSession().store?.id
  /** Newest job in the list. Newer ones may have started elsewhere since, and ended before the next fetch. */
  const seen = useRef<{ storeId: number | undefined; id: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when a job is watched.
  useEffect(() => {
    if (!page) return
    const newest = Math.max(0, ...page.data.map(({ id }) => id))
    const { current } = seen
    const before = current && current.storeId === storeId ? current.id : newest
    for (const job of page.data) if (job.id > before && !beginsByItself(job)) awaited.add(job.id)
    seen.current = { storeId, id: newest }
    for (const job of page.data.filter(wasAskedFor)) {
      if (isActive(job)) awaited.add(job.id)
      else if (job.finishedAt !== null && awaited.delete(job.id)) {
        showEnd(job, takeBack)
        void refresh(...changedByJobs)
      }
    }
  }, [page, storeId, watched, refresh, takeBack])
  return page?.data.filter((job) => wasAskedFor(job) && isActive(job))
}

const beginsByItself = ({ kind }: JobView) => 'automatic' in jobDefinitions[kind]

/** Automatic kinds are shown only if started in this tab. */
const wasAskedFor = (job: JobView) => !beginsByItself(job) || awaited.has(job.id)

/** Milliseconds for which the alert of an end offers the way back; the bell does so for longer. */
const UNDO_MS = 10_000

function showEnd({ id, title, status, skipped, error, undoableUntil }: JobView, takeBack: (id: number) => unknown) {
  const t = wordsNow(jobText)
  const undo = { action: { label: t.undo, onClick: () => takeBack(id) }, autoClose: UNDO_MS }
  const options = { id: `job-${id}`, ...(undoableUntil !== null && undo) }
  if (status === 'failed') alerts.error(t.endedFailed({ title, reason: error?.message ?? '' }), options)
  else if (status === 'cancel') alerts.success(t.endedCancelled({ title }), options)
  else alerts.success(skipped > 0 ? t.endedSkipped({ title, count: skipped }) : t.endedWell({ title }), options)
}
