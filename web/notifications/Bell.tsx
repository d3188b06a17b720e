import { ActionIcon } from '@mantine/core'
import { notifications } from '@ruam/contract/notifications.ts'
import { IconBell } from '@tabler/icons-react'
import { Suspense } from 'react'
import { HeaderPopover } from '../core/HeaderPopover.tsx'
import { lazyPart } from '../core/lazy-part.ts'
import { useMayCall } from '../core/may.ts'
import { useWords } from '../core/text.ts'
import styles from './Bell.module.css'
import { text } from './text.ts'
import { useNotifications } from './use-notifications.ts'

const BellPanel = lazyPart(() => import('./BellPanel.tsx'))

/** As many as stand on the bell. */
const MOST = 99

/** What has ended, for those who may read any of it (spec section 6). */
export default function Bell() {
  return useMayCall(notifications.list) ? <OpenBell /> : null
}

function OpenBell() {
  const t = useWords(text)
  const read = useNotifications()
  const unread = read.data?.unread ?? 0
  const shown = unread > MOST ? `${MOST}+` : String(unread)
  const label = unread > 0 ? t.openUnread({ count: shown }) : t.title
  return (
    <HeaderPopover
      button={(popover) => (
        <ActionIcon className={styles.button} size={36} popoverTarget={popover} title={label}>
          <IconBell size={20} stroke={1.6} />
          {unread > 0 && (
            <span className={styles.count} aria-hidden>
              {shown}
            </span>
          )}
        </ActionIcon>
      )}
    >
      {(close) => (
        <Suspense>
          <BellPanel read={read} onLeave={close} />
        </Suspense>
      )}
    </HeaderPopover>
  )
}
