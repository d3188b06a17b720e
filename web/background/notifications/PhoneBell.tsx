import { notifications } from '@ruam/contract/notifications.ts'
import { IconDownload } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useWords } from '../../data/text.ts'
import { HeaderPopover } from '../../ui/HeaderPopover.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { exportText } from '../exports/text.ts'
import { useExportPanel } from '../exports/use-export-panel.tsx'
import { JobsPanel } from '../jobs/JobsPanel.tsx'
import { percentOf, Ring } from '../jobs/Ring.tsx'
import { jobText } from '../jobs/text.ts'
import { useMyJobs } from '../jobs/use-my-jobs.ts'
import { BellButton } from './BellButton.tsx'
import styles from './PhoneBell.module.css'
import { useNotifications } from './use-notifications.ts'

const BellPanel = lazyPart(() => import('./BellPanel.tsx'))

/** On a phone, whose header has room for one: the bell, with how far the work in the background and the exports are around it. */
export default function PhoneBell() {
  const j = useWords(jobText)
  const e = useWords(exportText)
  const mayRead = useMayCall(notifications.list)
  const read = useNotifications()
  const mine = useMyJobs() ?? []
  const { may: mayExport, running, show, panel } = useExportPanel()
  const works = [...mine, ...running]
  const besides = [
    ...(mine.length > 0 ? [j.open({ percent: percentOf(mine) })] : []),
    ...(running.length > 0 ? [e.openRunning({ count: running.length })] : []),
  ]
  if (!mayRead && !mayExport && mine.length === 0) return null
  return (
    <>
      <HeaderPopover
        button={(popover) => (
          <BellButton popover={popover} unread={read.data?.unread ?? 0} besides={besides}>
            {works.length > 0 && (
              <span className={styles.ring}>
                <Ring percent={percentOf(works)} size={40} />
              </span>
            )}
          </BellButton>
        )}
      >
        {(close) => (
          <>
            {mine.length > 0 && <JobsPanel mine={mine} onAsk={close} />}
            {mayExport && (
              <button
                type="button"
                className={styles.exports}
                onClick={() => {
                  close()
                  show(true)
                }}
              >
                <IconDownload size={20} stroke={1.6} />
                <strong>{e.title}</strong>
                {running.length > 0 && <span>{e.running({ count: running.length })}</span>}
              </button>
            )}
            {mayRead && (
              <Suspense>
                <BellPanel read={read} onLeave={close} />
              </Suspense>
            )}
          </>
        )}
      </HeaderPopover>
      {panel}
    </>
  )
}
