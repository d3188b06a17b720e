import { notifications } from '@ruam/contract/notifications.ts'
import { Suspense } from 'react'
import { HeaderPopover } from '../../ui/HeaderPopover.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { BellButton } from './BellButton.tsx'
import { useNotifications } from './use-notifications.ts'

const BellPanel = lazyPart(() => import('./BellPanel.tsx'))

/** Notifications the person may read (spec section 6). */
export default function Bell() {
  const read = useNotifications()
  if (!useMayCall(notifications.list)) return null
  return (
    <HeaderPopover button={(popover) => <BellButton popover={popover} unread={read.data?.unread ?? 0} />}>
      {(close) => (
        <Suspense>
          <BellPanel read={read} onLeave={close} />
        </Suspense>
      )}
    </HeaderPopover>
  )
}
