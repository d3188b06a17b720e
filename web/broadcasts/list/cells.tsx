import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { LabelChips } from '../../customers/profiles/LabelChips.tsx'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import type { BroadcastSummary } from '../broadcast.ts'
import { percentOf, signed } from '../signed.ts'
import { useAudience } from '../use-audience.ts'
import styles from './List.module.css'
import { listText } from './list-text.ts'
import type { useEffects } from './use-effects.ts'

/** Chips of the segments and labels that a broadcast is for, or its target in words. */
export function TargetCell({ broadcast, max }: { broadcast: BroadcastSummary; max?: number }) {
  const audienceOf = useAudience()
  const { type, labels } = broadcast.audience
  if (type !== 'segments' || labels.length === 0) return audienceOf(broadcast)
  return <LabelChips labels={labels} {...(max !== undefined && { max })} />
}

/** People whom LINE accepted it for, or who are planned. */
export const sentOf = ({ startedAt, counts, estimate, audience }: BroadcastSummary) =>
  startedAt === null
    ? estimate && <span className={styles.quiet}>{formatNumber(estimate.target)}</span>
    : // LINE counted them the day before.
      `${isToAll(audience) ? '≈ ' : ''}${formatNumber(counts.accepted)}`

/** People who opened a link, with their share; undefined if none is counted. */
export const clicksOf = ({ clickers, counts }: BroadcastSummary) =>
  clickers === null ? undefined : `${formatNumber(clickers)} · ${percentOf(clickers, counts.accepted)}`

interface EffectCellProps {
  broadcast: BroadcastSummary
  effects: ReturnType<typeof useEffects>
}

/** The amount that a broadcast added to each customer's purchases, or the day when it is known. */
export function EffectCell({ broadcast, effects }: EffectCellProps) {
  const t = useWords(listText)
  if (broadcast.startedAt === null) return <Loaded of={null} width="9ch" />
  return <Loaded of={effects && effectIn(t, effects(broadcast.id))} width="9ch" />
}

function effectIn(
  t: ReturnType<(typeof listText)['in']>,
  effect: ReturnType<NonNullable<ReturnType<typeof useEffects>>>,
) {
  if (!effect) return null
  const { difference, daysLeft } = effect
  if (daysLeft !== null) return <span className={styles.quiet}>{t.daysLeft({ count: daysLeft })}</span>
  if (difference === null) return <span className={styles.quiet}>{t.unclear}</span>
  return (
    <>
      <strong>{t.gain({ baht: signed(difference) })}</strong> <span className={styles.quiet}>{t.perCustomer}</span>
    </>
  )
}
