import type { CSSProperties } from 'react'
import { labelColor } from '../../ui/label-color.ts'
import styles from '../labels/LabelPicker.module.css'
import type { Segment } from './segment.ts'

/** The name of a label behind its dot: round for a label, square for a segment. */
export function SegmentName({ segment }: { segment: Pick<Segment, 'name' | 'color' | 'type'> }) {
  return (
    <span className={styles.option}>
      <span
        className={styles.dot}
        data-type={segment.type}
        style={{ '--dot': labelColor(segment.color) } as CSSProperties}
      />
      <span className={styles.name}>{segment.name}</span>
    </span>
  )
}
