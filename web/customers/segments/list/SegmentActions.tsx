import { labels } from '@ruam/contract/customers/labels.ts'
import { IconEye, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import type { Segment } from '../segment.ts'
import { segmentText } from '../segment-text.ts'
import { useCalculate } from '../use-calculate.ts'
import { text } from './text.ts'

const icon = { size: 16, stroke: 1.6 }

/** Permitted actions on a segment. */
export function SegmentActions({ segment, onDelete }: { segment: Segment; onDelete: (segment: Segment) => void }) {
  const t = useWords(text)
  const s = useWords(segmentText)
  const c = useWords(common)
  const may = { edit: useMayCall(labels.update), delete: useMayCall(labels.delete) }
  const calculate = useCalculate(segment.id)
  const params = { labelId: segment.id }
  return (
    <ActionMenu label={t.actionsOf({ name: segment.name })}>
      {(close) => (
        <ul>
          <li>
            <RouteLink to="segmentation-detail" params={params} onClick={close}>
              <IconEye {...icon} />
              {t.open}
            </RouteLink>
          </li>
          {may.edit && (
            <li>
              <RouteLink to="segmentation-edit" params={params} onClick={close}>
                <IconPencil {...icon} />
                {t.edit}
              </RouteLink>
            </li>
          )}
          {may.edit && segment.type === 'advanced' && (
            <MenuAction icon={IconRefresh} label={s.calculate} close={close} onAct={calculate} />
          )}
          {may.delete && (
            <MenuAction icon={IconTrash} label={c.delete} close={close} onAct={() => onDelete(segment)} danger />
          )}
        </ul>
      )}
    </ActionMenu>
  )
}
