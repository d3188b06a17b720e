import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../../data/text.ts'
import styles from './Bell.module.css'
import { text } from './text.ts'

/** As many as stand on the bell. */
const MOST = 99

interface BellButtonProps {
  popover: string
  unread: number
  /** Additional announcements, and the drawing of each. */
  besides?: readonly string[]
  children?: ReactNode
}

/** The bell with how many of what has ended are unread. */
export function BellButton({ popover, unread, besides = [], children }: BellButtonProps) {
  const t = useWords(text)
  const shown = unread > MOST ? `${MOST}+` : String(unread)
  const label = [unread > 0 ? t.openUnread({ count: shown }) : t.title, ...besides].join(', ')
  return (
    <ActionIcon className={styles.button} size={36} popoverTarget={popover} title={label}>
      {children}
      <IconBell size={20} stroke={1.6} />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {shown}
        </span>
      )}
    </ActionIcon>
  )
}
