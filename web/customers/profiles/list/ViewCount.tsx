import { profileViews } from '@ruam/contract/customers/views.ts'
import { useEffect } from 'react'
import { useRead } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { isMasked, type VisibleScreenRule } from '../../rules/rule-address.ts'
import styles from './ViewsBar.module.css'
import type { SavedView } from './view-definition.ts'

interface ViewCountProps {
  view: SavedView
  /** Another view is counted first: one at a time. */
  wait: boolean
  onSettled: () => void
}

/** Matches of a saved view. */
export function ViewCount({ view: { id, definition }, wait, onSettled }: ViewCountProps) {
  const masked = definition.rule !== null && isMasked(definition.rule as VisibleScreenRule)
  const { data, error } = useRead(
    profileViews.count,
    { params: { id } },
    { enabled: !wait && !masked, staleTime: 60_000 },
  )
  const settled = masked || data !== undefined || error !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, by whichever function is the latest
  useEffect(() => {
    if (settled && !wait) onSettled()
  }, [settled, wait])
  return (
    data && (
      <span className={styles.count}>
        {formatNumber(data.total)}
        {data.totalCapped && '+'}
      </span>
    )
  )
}
