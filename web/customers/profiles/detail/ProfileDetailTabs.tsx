import { readers } from '@ruam/contract/reports/readers.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'

const pageTypes = ['overview', 'activity', 'history', 'data-sources', 'readers'] as const
export type PageType = (typeof pageTypes)[number]
export const isPage = (text: string): text is PageType => pageTypes.some((page) => page === text)

interface ProfileDetailTabsProps {
  profileId: number
  page: PageType
  onChoose: () => void
}

/** The pages of a customer, each with an address of its own. */
export function ProfileDetailTabs({ profileId, page, onChoose }: ProfileDetailTabsProps) {
  const t = useWords(detail)
  const mayReaders = useMayCall(readers.ofProfile)
  return (
    <nav className={styles.tabs} aria-label={t.pages}>
      {pageTypes
        .filter((one) => one !== 'readers' || mayReaders)
        .map((one) => (
          <RouteLink
            key={one}
            to="profile-detail"
            params={{ profileId, pageType: one === 'overview' ? undefined : one }}
            state
            aria-current={one === page ? 'page' : undefined}
            onClick={onChoose}
          >
            {t[one]}
          </RouteLink>
        ))}
    </nav>
  )
}
