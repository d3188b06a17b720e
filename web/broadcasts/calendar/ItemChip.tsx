import { IconCalendarTime, IconEye, IconPencil } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { RouteLink } from '../../ui/route.tsx'
import { text } from '../text.ts'
import styles from './Calendar.module.css'
import { type CalendarItem, countsIn, kindOf } from './calendar.ts'
import { calendarText } from './calendar-text.ts'

interface ItemChipProps {
  item: CalendarItem
  month: string
  /** Undefined for what cannot be moved. */
  onMove?: ((item: CalendarItem) => void) | undefined
  onDrag?: ((item: CalendarItem | undefined) => void) | undefined
}

const icon = { size: 16, stroke: 1.6 }

/** A broadcast in the calendar: its name and people, a way to it, and a menu. */
export function ItemChip({ item, month, onMove, onDrag }: ItemChipProps) {
  const t = useWords(calendarText)
  const w = useWords(text)
  const kind = kindOf(item)
  const name = item.name || w.noName
  const isDraft = item.status === 'draft'
  const link = {
    to: isDraft ? ('broadcast-edit' as const) : ('broadcast-detail' as const),
    params: { broadcastId: item.id },
  }
  const draggable = onDrag !== undefined && onMove !== undefined
  return (
    <li
      className={styles.item}
      data-kind={kind}
      draggable={draggable || undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', name)
        onDrag?.(item)
      }}
      onDragEnd={() => onDrag?.(undefined)}
    >
      <RouteLink {...link} draggable={false}>
        <strong>{name}</strong>
        <span>
          <span className="ruam-heard">{t[kind]} </span>
          {item.people === null ? isDraft && t.counting : t.people({ count: item.people })}
        </span>
        {kind !== 'sent' && !countsIn(month, item.at) && <span>{t.nextMonth}</span>}
      </RouteLink>
      {onMove && (
        <ActionMenu label={t.actionsOf({ name })}>
          {(close) => (
            <ul>
              <li>
                <RouteLink {...link} onClick={close}>
                  {isDraft ? <IconPencil {...icon} /> : <IconEye {...icon} />}
                  {isDraft ? w.edit : t.open}
                </RouteLink>
              </li>
              <MenuAction icon={IconCalendarTime} label={t.move} close={close} onAct={() => onMove(item)} />
            </ul>
          )}
        </ActionMenu>
      )}
    </li>
  )
}
