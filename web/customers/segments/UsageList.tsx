import { useWords } from '../../data/text.ts'
import type { SegmentUsage } from './segment.ts'
import { segmentText } from './segment-text.ts'

/** Uses of a label, one line per kind, within a list. */
export function UsageList({ usage }: { usage: SegmentUsage }) {
  const t = useWords(segmentText)
  const names = (of: readonly { name: string }[]) => of.map(({ name }) => name).join(', ')
  return (
    <>
      {usage.segments.length > 0 && <li>{t.usedInSegments({ names: names(usage.segments) })}</li>}
      {usage.views.length > 0 && <li>{t.usedInViews({ names: names(usage.views) })}</li>}
      {usage.hiddenViews > 0 && <li>{t.usedInHidden({ count: usage.hiddenViews })}</li>}
      {usage.dataSources.length > 0 && <li>{t.usedInSources({ names: names(usage.dataSources) })}</li>}
      {usage.broadcasts.length > 0 && <li>{t.usedInBroadcasts({ names: names(usage.broadcasts) })}</li>}
      {usage.automations.length > 0 && <li>{t.usedInAutomations({ names: names(usage.automations) })}</li>}
    </>
  )
}
