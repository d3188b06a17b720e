import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Sending } from '../../../data/api.ts'
import { useMayCall } from '../../../ui/may.ts'
import { useView, type View } from '../../../ui/view.ts'
import { isMasked, type ScreenRule } from '../../rules/rule-address.ts'
import { isListSort } from './list-sorts.ts'
import { joinRule, splitRule } from './rule-parts.ts'
import { addressedRule, fragmentOf, type SavedView } from './view-definition.ts'

/** Filters in the address; other filters are in the rule of its fragment. */
const addressFilters = { deleted: ['true'] } as const
/** Filters shown in the panel. */
type ListFilters = typeof addressFilters & Record<'updated' | 'created' | 'labels' | 'source' | 'reach', 'text'>

export interface ListView extends View<string, ListFilters> {
  rule: ScreenRule | undefined
  /** The rules that the filter panel has no place for. */
  rest: readonly ScreenRule['rules'][number][]
  showRule(rule: ScreenRule | undefined): void
  /** Takes one of the rest away. */
  dropRest(place: number): void
  /** The rule compares with a value that is hidden from the person: it can't be asked. */
  masked: boolean
}

/** Filter of the calls. */
export type CallFilter = NonNullable<Sending<typeof profiles.query>['body']['filter']>

/**
 * The list as its address says, over what the open view defines. What cannot be understood, or may not be asked, is as if it were not
 * there.
 */
export function useListView(definition: SavedView['definition'] | undefined) {
  const mayRestore = useMayCall(profiles.restore)
  const state = useView({
    sorts: isListSort,
    sort: definition?.sortBy ?? 'updated_at',
    dir: definition?.sortDir ?? 'desc',
    filters: addressFilters,
    saved: definition && {
      keyword: definition.keyword,
      filters: definition.deleted ? { deleted: 'true' as const } : {},
    },
  })
  const rule = addressedRule(state.fragment, definition)
  const { parts, rest } = splitRule(rule)
  const hashOf = (next: ScreenRule | undefined) => fragmentOf(next, definition)
  const show: ListView['show'] = ({ filters, ...change }, fragment) => {
    if (!filters) return state.show(change, fragment)
    const { deleted, ...others } = filters
    state.show({ ...change, filters: { deleted } }, hashOf(joinRule(others, rest)))
  }
  const view: ListView = {
    ...state,
    // The list of deleted customers is closed to people who may not restore them.
    filters: { ...parts, ...(mayRestore && state.filters) },
    show,
    narrowed: state.narrowed || rule !== undefined,
    clear: () => state.clear(hashOf(undefined)),
    rule,
    rest,
    showRule: (next) => state.show({}, hashOf(next)),
    dropRest: (place) => state.show({}, hashOf(joinRule(parts, rest.toSpliced(place, 1)))),
    masked: rule !== undefined && isMasked(rule),
  }
  const filter: CallFilter = {
    ...(view.keyword && { keyword: view.keyword }),
    ...(view.filters.deleted && { deleted: true }),
    ...(rule && { rule }),
  }
  const { offset, limit, sortBy, sortDir } = view.query
  return { view, filter, query: { offset, limit, sortBy, sortDir, filter } }
}
