import { useWords } from '../../../data/text.ts'
import { RouteLink, type Target } from '../../../ui/route.tsx'
import { SegmentName } from '../SegmentName.tsx'
import { SegmentState } from '../SegmentState.tsx'
import { SegmentSwitch } from '../SegmentSwitch.tsx'
import type { Segment } from '../segment.ts'
import { segmentText } from '../segment-text.ts'
import { SegmentActions } from './SegmentActions.tsx'
import styles from './SegmentList.module.css'

interface SegmentCardProps {
  segment: Segment
  link: Target
  onDelete: (segment: Segment) => void
}

/** A segment in the list on a phone. */
export function SegmentCard({ segment, link, onDelete }: SegmentCardProps) {
  const s = useWords(segmentText)
  return (
    <div className={styles.card}>
      <div>
        <RouteLink {...link} className={styles.open}>
          <SegmentName segment={segment} />
        </RouteLink>
        <span className={styles.people}>
          <strong>{s.count({ count: segment.targetCount })}</strong> · {s[segment.type]}
        </span>
        <SegmentState segment={segment} />
        <span className={styles.switches}>
          <SegmentSwitch segment={segment} which="display" labelled />
          {segment.type === 'advanced' && <SegmentSwitch segment={segment} which="autoApply" labelled />}
        </span>
      </div>
      <SegmentActions segment={segment} onDelete={onDelete} />
    </div>
  )
}
