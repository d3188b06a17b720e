import type { profileBulk } from '@ruam/contract/profile-bulk.ts'
import { profiles } from '@ruam/contract/profiles.ts'
import type { Sending } from '../../core/api.ts'
import { useMayCall } from '../../core/may.ts'
import { useStore } from '../../core/session.ts'
import { useView, type View } from '../../core/view.ts'
import { instantsOf, readDays } from '../day-range.ts'
import { isListSort } from './list-sorts.ts'

/** What narrows the list, by its name in the address. */
const listFilters = {
  updated: 'text',
  created: 'text',
  /** Ids, joined by commas: any of them. */
  labels: 'text',
  source: 'text',
  deleted: ['true'],
} as const
export type ListFilters = typeof listFilters
export type ListView = View<string, ListFilters>

type Target = Extract<Sending<typeof profileBulk.preview>['body']['target'], { filter: unknown }>
/** The filters as the calls take them. */
export type CallFilter = Target['filter']

const ids = /^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/
const id = /^[1-9]\d{0,8}$/

/** The labels of the filter. */
export const labelIdsOf = (text: string | undefined) => (text && ids.test(text) ? text.split(',').map(Number) : [])
/** The data source of the filter. */
export const sourceIdOf = (text: string | undefined) => (text && id.test(text) ? Number(text) : undefined)

/** The list as its address says; what cannot be understood, or may not be asked, is as if it were not there. */
export function useListView() {
  const { timeZone } = useStore()
  const mayRestore = useMayCall(profiles.restore)
  const view: ListView = useView({
    sorts: isListSort,
    sort: 'updated_at',
    dir: 'desc',
    filters: listFilters,
  })
  const { updated, created, labels, source, deleted } = view.filters
  const change = instantsOf(readDays(updated), timeZone)
  const birth = instantsOf(readDays(created), timeZone)
  const filter: CallFilter = {
    ...(view.keyword && { keyword: view.keyword }),
    ...(birth.from && { createdFrom: birth.from }),
    ...(birth.to && { createdTo: birth.to }),
    ...(change.from && { updatedFrom: change.from }),
    ...(change.to && { updatedTo: change.to }),
    ...(labelIdsOf(labels).length > 0 && { labels }),
    ...(sourceIdOf(source) && { source }),
    ...(deleted && mayRestore && { deleted }),
  }
  const { offset, limit, sortBy, sortDir } = view.query
  return { view, filter, query: { offset, limit, sortBy, sortDir, ...filter } }
}
