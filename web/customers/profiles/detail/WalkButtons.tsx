import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { keysWaitFor } from '../../../ui/hold-keys.ts'
import { useKeys } from '../../../ui/keys.ts'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'
import type { PageType } from './ProfileDetailTabs.tsx'
import { useWalk } from './use-walk.ts'

/** Buttons for the previous and next customer of the list; none if the page was opened by its address. */
export function WalkButtons({ profileId, page }: { profileId: number; page: PageType }) {
  const t = useWords(detail)
  const walk = useWalk(profileId, page === 'overview' ? undefined : page)
  const key = (on: string, label: string, by: -1 | 1) => ({
    on: [on],
    label: walk && label,
    // A second step need not wait for the first; what is meant for whom it leads to does.
    run: () => (walk ? keysWaitFor(walk.step(by), 'JK') : false),
  })
  useKeys(t.walk, [key('J', t.next, 1), key('K', t.previous, -1)])
  if (!walk) return null
  return (
    <fieldset className={styles.walk} aria-label={t.walk}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t.previous}
        title={`${t.previous} (K)`}
        aria-disabled={!walk.before}
        onClick={() => void walk.step(-1)}
      >
        <IconChevronLeft size={18} stroke={1.6} />
      </ActionIcon>
      {walk.total !== undefined && (
        <span className={styles.place}>
          {t.place({ place: formatNumber(walk.place), total: formatNumber(walk.total) })}
        </span>
      )}
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t.next}
        title={`${t.next} (J)`}
        aria-disabled={!walk.after}
        onClick={() => void walk.step(1)}
      >
        <IconChevronRight size={18} stroke={1.6} />
      </ActionIcon>
    </fieldset>
  )
}
