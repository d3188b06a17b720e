import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { type Got, useRead } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'
import type { BroadcastSummary } from '../broadcast.ts'

type ListedEffect = Got<typeof broadcasts.effects>['results'][number]

/** Effects of the listed broadcasts, which come after the list; undefined until they are there. */
export function useEffects(
  rows: readonly BroadcastSummary[] | undefined,
): ((id: number) => ListedEffect | undefined) | undefined {
  const may = useMayCall(broadcasts.effects)
  const ids = (rows ?? []).flatMap(({ id, startedAt }) => (startedAt === null ? [] : id))
  const isAsked = may && ids.length > 0
  const { data, error } = useRead(broadcasts.effects, { query: { ids: ids.join(',') } }, { enabled: isAsked })
  if (isAsked && !data && !error) return undefined
  return (id) => data?.results.find((one) => one.id === id)
}
