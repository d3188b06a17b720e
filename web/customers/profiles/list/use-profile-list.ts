import { formatNumber } from '../../../data/format.ts'
import { useKeysWait } from '../../../ui/buffer-keys.ts'
import { useCurrentList } from '../current-list.ts'
import { useProfiles } from '../use-profiles.ts'
import type { ListedProfile } from '../values.ts'
import { useListView } from './list-view.ts'
import { useOwnPreference } from './use-own-preference.ts'
import { useViews } from './use-views.ts'

const noRows: ListedProfile[] = []

/** Reads the list: its view, rows and totals. */
export function useProfileList() {
  const preference = useOwnPreference()
  const views = useViews(preference)
  const { view, filter, query } = useListView(views.open?.definition)
  const read = useProfiles(query, { enabled: !view.masked && !views.unread })
  const rows = read.data?.data ?? noRows
  const total = read.data?.total ?? 0
  const capped = read.data?.totalCapped ?? false
  const deleted = filter.deleted === true
  const unanswered = read.error !== null && read.isPlaceholderData
  useCurrentList(query, rows, capped ? undefined : read.data?.total)
  useKeysWait(!read.data && !read.error && !view.masked)
  return {
    view,
    filter,
    read,
    // Hidden until columns and view are known: rows would only be drawn to change again.
    shown: preference.settled && !views.waits ? read : { ...read, data: undefined, error: null },
    preference,
    views,
    rows,
    deleted,
    total,
    capped,
    matching: `${formatNumber(total)}${capped ? '+' : ''}`,
    // The deleted are another list, not a narrower one.
    narrowed: view.keyword !== '' || view.rule !== undefined,
    nobody: read.data?.totalAll === 0 && !deleted,
    more: !unanswered && (total > rows.length || capped),
    unanswered,
  }
}

export type ProfileListState = ReturnType<typeof useProfileList>
