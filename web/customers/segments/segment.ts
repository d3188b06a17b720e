import type { labels } from '@ruam/contract/customers/labels.ts'
import type { Got } from '../../data/api.ts'

/** A label or a segment with all that is known of it. */
export type Segment = Got<typeof labels.get>
export type SegmentUsage = Got<typeof labels.usage>

/** Milliseconds between two looks at what is being calculated. */
export const LOOK_MS = 1500

/** True if members are about to change. */
export const isCalculating = ({ state }: Pick<Segment, 'state'>) =>
  state?.status === 'waiting' || state?.status === 'calculating'

/** True if the segment is in use. */
export const isUsed = ({ segments, views, hiddenViews, dataSources, broadcasts }: SegmentUsage) =>
  segments.length + views.length + hiddenViews + dataSources.length + broadcasts.length > 0
