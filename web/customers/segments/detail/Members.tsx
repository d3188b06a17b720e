import { profiles } from '@ruam/contract/customers/profiles.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { IconPin, IconUsers } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useRead, useRefresh } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import type { View } from '../../../ui/view.ts'
import { useCalled } from '../../profiles/use-called.ts'
import { useProfiles } from '../../profiles/use-profiles.ts'
import { fieldNameOf, fieldValueText } from '../../profiles/values.ts'
import type { Segment } from '../segment.ts'
import { segmentText } from '../segment-text.ts'
import { CustomerTable } from './CustomerTable.tsx'
import { text } from './text.ts'
import type { ReasonQuery } from './WhyPanel.tsx'

export interface ListProps {
  segment: Segment
  asked: number | undefined
  onAsk: ((asked: ReasonQuery) => void) | undefined
}

/** Orders of the members. */
export const memberSorts = ['updated_at', 'first_name', 'bought_at', 'spent'] as const

/** Customers of a segment: the profile list, narrowed. */
export function Members({ segment, view, ...rest }: ListProps & { view: View<(typeof memberSorts)[number]> }) {
  const t = useWords(text)
  const s = useWords(segmentText)
  const called = useCalled()
  const { offset, limit, sortBy, sortDir, keyword } = view.query
  const found = useProfiles({
    offset,
    limit,
    sortBy,
    sortDir,
    filter: {
      ...(keyword && { keyword }),
      rule: { condition: 'and', rules: [{ kind: 'label', operator: 'has_any', labelIds: [segment.id] }] },
    },
  })
  const page = found.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: names follow the language, which draws the screen again
  const data = useMemo(
    () =>
      page && {
        ...page,
        data: page.data.map((row) => ({
          id: row.id,
          name: fieldNameOf(row) || called(row),
          called: called(row),
          phone: fieldValueText(row, 'phone'),
        })),
      },
    [page],
  )
  const since = useSince(segment.id, data?.data)
  useEachCalculation(segment)
  return (
    <CustomerTable
      {...rest}
      label={t.members}
      read={{ ...found, data }}
      view={view}
      sorts={{ name: 'first_name', bought: 'bought_at', spent: 'spent' }}
      last={{
        title: t.since,
        cell: ({ id }) =>
          since(id)?.pinned ? (
            <span title={since(id)?.when}>
              <IconPin size={14} stroke={1.6} /> {t.pinned}
            </span>
          ) : (
            since(id)?.when
          ),
      }}
      summary={page && <strong>{s.count({ count: page.total })}</strong>}
      empty={{ icon: IconUsers, title: t.emptyTitle, text: t.emptyText }}
    />
  )
}

/** Reads the members again after each calculation that ends while they are shown. */
function useEachCalculation({ state }: Segment) {
  const refresh = useRefresh()
  const evaluatedAt = state?.evaluatedAt
  const shown = useRef(evaluatedAt)
  useEffect(() => {
    if (shown.current === evaluatedAt) return
    shown.current = evaluatedAt
    void refresh(profiles.query)
  }, [evaluatedAt, refresh])
}

/** Since when each of these profiles is in a segment, to be shown; undefined until known. */
function useSince(id: number, rows: readonly { id: number }[] | undefined) {
  const format = useFormat()
  const profiles = (rows ?? []).map((row) => row.id).join(',')
  const { data } = useRead(segments.joined, { params: { id }, query: { profiles } }, { enabled: profiles !== '' })
  const known = new Map(data?.data.map((one) => [one.profileId, one]))
  return (profileId: number) => {
    const one = known.get(profileId)
    return one && { when: format.when(one.since), pinned: one.pinned }
  }
}
