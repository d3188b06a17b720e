import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconPlayerPause,
  IconRefresh,
} from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './SegmentState.module.css'
import type { Segment } from './segment.ts'
import { segmentText } from './segment-text.ts'

const looks = {
  fresh: [IconCircleCheck, 'success'],
  waiting: [IconClock, 'quiet'],
  calculating: [IconRefresh, 'info'],
  broken: [IconAlertTriangle, 'danger'],
  failed: [IconAlertCircle, 'danger'],
} as const

type StateProps = { segment: Pick<Segment, 'state' | 'autoApplyEnabled'> }

/** State of a segment as icon and word. */
export function SegmentState({ segment }: StateProps) {
  const t = useWords(segmentText)
  const format = useFormat()
  const { state, autoApplyEnabled } = segment
  if (!state) return <span className={styles.quiet}>{t.byHand}</span>
  const { status, moves, evaluatedAt, error } = state
  // Without automatic calculation the state may be outdated.
  const stale = status === 'fresh' && !autoApplyEnabled
  const [Icon, tone] = stale ? ([IconPlayerPause, 'quiet'] as const) : looks[status]
  return (
    <span className={styles.state} title={error?.message}>
      <span className={styles.word} data-tone={tone}>
        <Icon size={16} stroke={1.6} />
        {stale ? t.off : t[status]}
      </span>
      {moves && <span className={styles.quiet}>{t.moves(moves)}</span>}
      {status === 'fresh' && (
        <span className={styles.quiet}>{evaluatedAt ? t.freshAt({ when: format.when(evaluatedAt) }) : t.notYet}</span>
      )}
    </span>
  )
}
