import { profiles } from '@ruam/contract/customers/profiles.ts'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconCheck,
  IconChevronDown,
  IconEyeOff,
  IconFilter,
  IconPin,
  IconPinnedOff,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useWords } from '../../../data/text.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { orderWords } from '../../../ui/order-words.ts'
import styles from './ColumnMenu.module.css'
import { columnText } from './column-text.ts'
import { changed, placed, visibleColumns } from './columns.ts'
import type { OpenFilter } from './FilterBar.tsx'
import type { ListView } from './list-view.ts'
import { sortKind } from './sort-kind.ts'
import { sortText } from './sort-text.ts'
import type { useColumns } from './use-columns.ts'

interface ColumnMenuProps {
  column: { id: string; title: string }
  view: ListView
  choice: ReturnType<typeof useColumns>
  onFilter: OpenFilter
}

const times: Readonly<Record<string, string>> = { updatedAt: 'updated_at', createdAt: 'created_at' }
const subjects: Readonly<Record<string, string>> = {
  updatedAt: 'time updated',
  createdAt: 'time created',
  labels: 'label',
  advanceLabels: 'label',
  lineReach: 'channel lineOA',
}

/** Menu at the head of a column: its order, a filter, its place, and to hide it. */
export function ColumnMenu({ column: { id, title }, view, choice, onFilter }: ColumnMenuProps) {
  const t = useWords(columnText)
  const words: Record<string, unknown> = { ...useWords(orderWords), ...useWords(sortText) }
  const maySeeAll = useMayCall(profiles.unmask)
  const box = useRef<HTMLSpanElement>(null)
  const { columns, fields, setColumns } = choice
  const field = fields.find(({ columnId }) => columnId === id)
  const allowed = field && (maySeeAll || !field.sensitive)
  const sort = times[id] ?? (allowed ? field.sort : undefined)
  const subject = subjects[id] ?? (allowed ? `profile ${field.id}` : undefined)
  const kind = field ? sortKind(field) : 'date'
  const shown = visibleColumns(columns)
  const own = shown.find(({ columnId }) => columnId === id)
  // Pinned columns stand before the others: a column moves among its own kind.
  const beside = shown.filter(({ pinned = false }) => pinned === (own?.pinned ?? false))
  const at = beside.findIndex(({ columnId }) => columnId === id)
  const moveTo = (to: number) => {
    const place = columns.findIndex(({ columnId }) => columnId === beside[to]!.columnId)
    setColumns(placed(columns, id, place))
  }
  const sorted = sort !== undefined && view.sort === sort ? view.dir : undefined
  const Mark = sorted === 'asc' ? IconArrowUp : sorted ? IconArrowDown : IconChevronDown
  const orderIn = (dir: 'asc' | 'desc') => words[`${kind}${dir === 'asc' ? 'Up' : 'Down'}`] as string
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!by || box.current?.querySelector(':popover-open')) return
    const heads = [...box.current!.closest('tr')!.querySelectorAll<HTMLElement>('[data-head-menu] > button')]
    const next = heads[heads.indexOf(event.target as HTMLElement) + by]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  if (!own) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows lead from one head to the next
    <span
      ref={box}
      className={styles.menu}
      data-head-menu
      data-sorted={sorted}
      onKeyDown={walk}
      onPointerEnter={() => void import('./FilterFields.tsx').catch(() => undefined)}
    >
      <ActionMenu
        label={sorted ? t.sortedOptions({ name: title, order: orderIn(sorted) }) : t.options({ name: title })}
        icon={<Mark size={14} stroke={1.6} />}
      >
        {(close) => (
          <>
            {sort && (
              <ul>
                {(['asc', 'desc'] as const).map((dir) => (
                  <MenuAction
                    key={dir}
                    icon={sorted === dir ? IconCheck : dir === 'asc' ? IconSortAscending : IconSortDescending}
                    label={orderIn(dir)}
                    close={close}
                    onAct={() => view.show({ sort, dir })}
                  />
                ))}
              </ul>
            )}
            <ul>
              {subject && (
                <MenuAction
                  icon={IconFilter}
                  label={t.filter}
                  close={close}
                  onAct={() => box.current && onFilter(subject, box.current)}
                />
              )}
              <MenuAction
                icon={own.pinned ? IconPinnedOff : IconPin}
                label={own.pinned ? t.unpinHere : t.pinHere}
                close={close}
                onAct={() => setColumns(changed(columns, id, { pinned: !own.pinned }))}
              />
              {at > 0 && (
                <MenuAction icon={IconArrowLeft} label={t.moveLeft} close={close} onAct={() => moveTo(at - 1)} />
              )}
              {at < beside.length - 1 && (
                <MenuAction icon={IconArrowRight} label={t.moveRight} close={close} onAct={() => moveTo(at + 1)} />
              )}
            </ul>
            {shown.length > 1 && (
              <ul>
                <MenuAction
                  icon={IconEyeOff}
                  label={t.hide}
                  close={close}
                  onAct={() => setColumns(changed(columns, id, { enabled: false }))}
                />
              </ul>
            )}
          </>
        )}
      </ActionMenu>
    </span>
  )
}
