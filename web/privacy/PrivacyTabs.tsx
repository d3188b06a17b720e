import { consents } from '@ruam/contract/customers/consents.ts'
import { exposures } from '@ruam/contract/privacy/exposure.ts'
import { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { myDataSettings } from '@ruam/contract/privacy/my-data.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { useRead } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useMayCall } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import tabs from '../ui/Tabs.module.css'
import styles from './Privacy.module.css'
import { privacyText } from './privacy-text.ts'

type Part = 'requests' | 'consents' | 'seen' | 'incidents' | 'processing' | 'retention' | 'my-data'

/** Parts of the privacy desk that the person may open, with the number of open requests. */
export function PrivacyTabs({ here }: { here: Part }) {
  const t = useWords(privacyText)
  const mayRequests = useMayCall(privacyRequests.list)
  const mayConsents = useMayCall(consents.purposes)
  const mayExposure = useMayCall(exposures.get)
  const mayIncidents = useMayCall(privacyIncidents.list)
  const mayMyData = useMayCall(myDataSettings.get)
  const query = { offset: 0, limit: 1, status: 'open' } as const
  const open = useRead(privacyRequests.list, { query }, { enabled: mayRequests }).data?.open.total
  return (
    <nav className={tabs.tabs} aria-label={t.tabs}>
      {mayRequests && (
        <RouteLink to="setting-privacy" aria-current={here === 'requests' ? 'page' : undefined}>
          {t.requests}
          <span className={styles.tabCount}>{open !== undefined && open > 0 && formatNumber(open)}</span>
        </RouteLink>
      )}
      {mayConsents && (
        <RouteLink to="setting-consents" aria-current={here === 'consents' ? 'page' : undefined}>
          {t.consents}
        </RouteLink>
      )}
      {mayExposure && (
        <RouteLink to="privacy-exposure" aria-current={here === 'seen' ? 'page' : undefined}>
          {t.seen}
        </RouteLink>
      )}
      {mayIncidents && (
        <RouteLink to="privacy-incidents" aria-current={here === 'incidents' ? 'page' : undefined}>
          {t.incidents}
        </RouteLink>
      )}
      <RouteLink to="setting-retention" aria-current={here === 'retention' ? 'page' : undefined}>
        {t.retention}
      </RouteLink>
      <RouteLink to="privacy-processing" aria-current={here === 'processing' ? 'page' : undefined}>
        {t.processing}
      </RouteLink>
      {mayMyData && (
        <RouteLink to="setting-my-data" aria-current={here === 'my-data' ? 'page' : undefined}>
          {t.myData}
        </RouteLink>
      )}
    </nav>
  )
}
