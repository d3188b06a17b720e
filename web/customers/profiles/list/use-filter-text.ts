import { labels } from '@ruam/contract/customers/labels.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { filterText } from './filter-text.ts'

/** Every label and segment of the store, by name; for people who may read them. */
function useEveryLabel(enabled: boolean) {
  const mayRead = useMayCall(labels.list)
  return useRead(
    labels.list,
    { query: { offset: 0, limit: -1, sortBy: 'name', sortDirection: 'asc' } },
    { enabled: enabled && mayRead, staleTime: 60_000 },
  )
}

/** The label filter in words: what it is about, and “VIP or Gold member”. */
export function useLabelFilterText(ids: readonly number[]) {
  const t = useWords(filterText)
  const { data } = useEveryLabel(ids.length > 0)
  if (ids.length === 0) return undefined
  const chosen = data?.data.filter((label) => ids.includes(label.id)) ?? []
  const types = new Set(chosen.map((label) => label.type))
  const title = types.size === 2 ? t.filterBoth : types.has('advanced') ? t.filterSegments : t.filterLabels
  const said = chosen.length === ids.length && chosen.map((label) => label.name).join(t.or)
  return { title, said: said || t.someLabels({ count: ids.length }) }
}

/** The data source of the filter by its name. */
export function useSourceFilterText(id: number | undefined) {
  const t = useWords(filterText)
  const mayRead = useMayCall(dataSources.list)
  const { data } = useRead(
    dataSources.get,
    { params: { id: id ?? 0 } },
    { enabled: id !== undefined && mayRead, staleTime: 60_000 },
  )
  if (id === undefined) return undefined
  return { title: t.filterSource, said: data?.name ?? t.someSource }
}
