import { Button } from '@mantine/core'
import { restoreHold } from '@ruam/contract/broadcasts/broadcasts-paused-by-restore.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { OverviewTabs } from '../../app/OverviewTabs.tsx'
import { AccessDenied } from '../../app/pages.tsx'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useLackedRights, useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import styles from './Today.module.css'
import { Today } from './Today.tsx'
import { text } from './text.ts'

const Data = lazyPart(() => import('./Data.tsx'))
const HeldList = lazyPart(() => import('./PendingList.tsx'))

/** Today in the shop, and the data received and held as a second tab. */
export function Dashboard() {
  const t = useWords(text)
  const { tab } = useSearch({ strict: false }) as { tab?: unknown }
  const data = tab === 'data'
  const held = tab === 'held'
  const lacked = useLackedRights(restoreHold.list)
  const phone = usePhone()
  const mayImport = useMayOpen('data-source-v2-check')
  return (
    <>
      <div className={styles.head}>
        <OverviewTabs here={data ? 'data' : 'today'} />
        {mayImport && !phone && (
          <Button
            variant="filled"
            component={RouteLink}
            to="data-source-v2-check"
            leftSection={<IconFileImport size={16} stroke={1.6} />}
          >
            {t.import}
          </Button>
        )}
      </div>
      {data && (
        <Suspense fallback={<Bones />}>
          <Data />
        </Suspense>
      )}
      {held && (
        <Suspense fallback={<Bones />}>{lacked.length > 0 ? <AccessDenied lacked={lacked} /> : <HeldList />}</Suspense>
      )}
      {!data && !held && <Today />}
    </>
  )
}
