import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconSettings } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { AuditDetails } from './AuditDetails.tsx'
import styles from './AuditLog.module.css'
import { AuditSentence } from './AuditSentence.tsx'
import { type AuditRow, deviceText, type OnFilter } from './audit-row.ts'
import { text } from './text.ts'

interface AuditItemProps {
  row: AuditRow
  times: number
  /** Further acts of the same export. */
  others: readonly AuditRow[]
  open: boolean
  onToggle: () => void
  onFilter: OnFilter
}

/** Acts that went wrong, in red. */
const alarming = ['sign_in_refused', 'password_refused', 'right_refused', 'session_copied']

/** One act as a sentence. A click anywhere on it shows its details. */
export function AuditItem({ row, times, others, open, onToggle, onFilter }: AuditItemProps) {
  const t = useWords(text)
  const format = useFormat()
  const alarm = alarming.includes(row.action)
  const onClick = ({ target }: MouseEvent) => {
    // Names are links of their own, and marked text is not a click.
    if (target instanceof Element && target.closest('a, button')) return
    if (window.getSelection()?.isCollapsed !== false) onToggle()
  }
  const device = deviceText(row.device)
  return (
    <li className={styles.item} data-open={open || undefined} data-alarm={alarm || undefined}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button at its end does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div className={styles.head} onClick={onClick}>
        <time className={styles.time} dateTime={row.at}>
          {format.time(row.at)}
        </time>
        <span className={styles.mark} aria-hidden>
          {alarm ? (
            <IconAlertTriangle size={16} stroke={1.6} />
          ) : (
            (initialsOf(row) ?? <IconSettings size={16} stroke={1.6} />)
          )}
        </span>
        <div className={styles.what}>
          <AuditSentence row={row} times={times} />
          <span className={styles.about}>
            {format.time(row.at)}
            {device && ` · ${device}`}
          </span>
        </div>
        <span className={styles.device}>{device}</span>
        <ActionIcon aria-label={open ? t.close : t.open} aria-expanded={open} onClick={onToggle}>
          {open ? <IconChevronUp size={16} stroke={1.6} /> : <IconChevronDown size={16} stroke={1.6} />}
        </ActionIcon>
      </div>
      {open && <AuditDetails row={row} others={others} onFilter={onFilter} />}
    </li>
  )
}

/** First letters of the author's names; undefined for the system. */
function initialsOf({ user, names }: AuditRow): string | undefined {
  const name = names.by?.[0]?.name ?? (user ? `${user.firstName} ${user.lastName}` : '')
  const letters = name.split(/\s+/).flatMap((part) => part.match(/(?![เแโใไ])\p{L}/u) ?? [])
  return letters.slice(0, 2).join('') || undefined
}
