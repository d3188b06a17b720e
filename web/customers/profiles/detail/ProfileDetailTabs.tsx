import { useWords } from '../../../data/text.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'

const pageTypes = ['overview', 'activity', 'history', 'data-sources'] as const
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
  return (
    <nav className={styles.tabs} aria-label={t.pages}>
      {pageTypes.map((one) => (
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
