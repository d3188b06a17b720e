import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import type { TableColumn } from '../../../ui/data-table.ts'
import { SegmentName } from '../SegmentName.tsx'
import { SegmentState } from '../SegmentState.tsx'
import { SegmentSwitch } from '../SegmentSwitch.tsx'
import type { Segment } from '../segment.ts'
import { segmentText } from '../segment-text.ts'
import { SegmentActions } from './SegmentActions.tsx'
import { text } from './text.ts'

export const sorts = ['updated_at', 'created_at', 'name', 'target_count'] as const

/** Columns of the list of segments. */
export function useSegmentColumns(
  onDelete: (segment: Segment) => void,
): TableColumn<Segment, (typeof sorts)[number]>[] {
  const t = useWords(text)
  const s = useWords(segmentText)
  const format = useFormat()
  return [
    { id: 'name', title: t.name, sort: 'name', cut: 240, cell: (segment) => <SegmentName segment={segment} /> },
    { id: 'type', title: t.type, width: 100, quiet: true, cell: (segment) => s[segment.type] },
    {
      id: 'people',
      title: s.people,
      sort: 'target_count',
      sortKind: 'number',
      align: 'right',
      width: 120,
      cell: (segment) => format.formatNumber(segment.targetCount),
    },
    { id: 'state', title: s.state, width: 244, cell: (segment) => <SegmentState segment={segment} /> },
    {
      id: 'display',
      title: s.display,
      width: 90,
      cell: (segment) => <SegmentSwitch segment={segment} which="display" />,
    },
    {
      id: 'autoApply',
      title: s.autoApply,
      width: 130,
      cell: (segment) => <SegmentSwitch segment={segment} which="autoApply" />,
    },
    {
      id: 'updatedAt',
      title: t.updatedAt,
      sort: 'updated_at',
      sortKind: 'date',
      quiet: true,
      width: 190,
      cell: (segment) => format.dateTime(segment.updatedAt),
    },
    {
      id: 'actions',
      pinned: 'end',
      title: t.actions,
      align: 'right',
      width: 80,
      cell: (segment) => <SegmentActions segment={segment} onDelete={onDelete} />,
    },
  ]
}
