import {
  IconCalendarTime,
  IconCircleCheck,
  IconCircleX,
  IconFileText,
  IconPlayerPause,
  IconSend,
  IconUserCheck,
} from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { abText } from './ab-text.ts'
import styles from './Broadcasts.module.css'
import type { Broadcast, BroadcastSummary } from './broadcast.ts'
import { text } from './text.ts'

const icons = {
  draft: IconFileText,
  pending: IconSend,
  published: IconCircleCheck,
  failed: IconCircleX,
  awaiting_approval: IconUserCheck,
  scheduled: IconCalendarTime,
  queued: IconSend,
  sending: IconSend,
  paused: IconPlayerPause,
  canceled: IconCircleX,
}

/** The state of a broadcast: its sub-status if it has one. */
export function BroadcastStatus({
  broadcast: { status, subStatus, reason },
}: {
  broadcast: Pick<BroadcastSummary, 'status' | 'subStatus' | 'reason'>
}) {
  const t = useWords(text)
  const ab = useWords(abText)
  const state = subStatus ?? status
  const Icon = icons[state]
  return (
    <span className={styles.status} data-state={state}>
      <Icon size={16} stroke={1.6} />
      {reason === 'trial' ? ab.waiting : reason === 'choice' ? ab.choosing : t[state]}
    </span>
  )
}

const reasons = {
  user: 'reasonUser',
  quiet_hours: 'reasonQuietHours',
  rate: 'reasonRate',
  account: 'reasonAccount',
  quota: 'reasonQuota',
  missed: 'reasonMissed',
  target_broken: 'reasonTargetBroken',
  nobody: 'reasonNobody',
  refused: 'reasonRefused',
  picture: 'reasonPicture',
  restored: 'reasonRestored',
  word: 'reasonWord',
  coupon: 'reasonCoupon',
  friend_restricted: 'reasonFriendRestricted',
  line_count: 'reasonLineCount',
} as const

/** Returns the sentence about what stopped a broadcast, or undefined if nothing did. */
export function useReason({
  reason,
  stopped,
  subStatus,
}: Pick<Broadcast, 'reason' | 'stopped' | 'subStatus'>): string | undefined {
  const t = useWords(text)
  const ab = useWords(abText)
  const format = useFormat()
  if (stopped) {
    const said = { name: stopped.name, time: format.dateTime(stopped.at) ?? '' }
    return subStatus === 'paused' ? t.reasonPaused(said) : t.reasonStopped(said)
  }
  if (reason === 'trial' || reason === 'choice') return ab[reason]
  return reason ? t[reasons[reason]] : undefined
}
