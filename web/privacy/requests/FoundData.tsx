import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import styles from './Page.module.css'
import { requestPageText } from './page-text.ts'
import type { PrivacyRequest } from './request.ts'
import { Step } from './Step.tsx'

const counts = [
  ...(['values', 'purchases', 'messages', 'consents', 'notes', 'files', 'exports', 'programs', 'readings'] as const),
  ...(['activities', 'labels', 'segments'] as const),
]
const MINUTE = 60_000

/** Data of the requester by kind, with the entries that name other customers. */
export function FoundData({ request }: { request: PrivacyRequest }) {
  const t = useWords(requestPageText)
  const format = useFormat()
  const may = useMayCall(privacyRequests.data)
  const { id, identity, profiles, step } = request
  const [first] = profiles
  const enabled = may && identity !== null && first !== undefined && step !== 'done'
  const read = useRead(privacyRequests.data, { params: { id } }, { enabled, staleTime: MINUTE })
  if (step === 'done' || (identity && !first))
    return <Step place={3} state="done" title={t.data} note={first ? undefined : t.personGone} />
  if (!identity) return <Step place={3} state="next" title={t.data} note={t.dataLater} />
  const found = read.data
  return (
    <Step
      place={3}
      state={found ? 'done' : 'now'}
      title={t.data}
      note={found && t.searched({ time: format.dateTime(found.at) })}
    >
      {read.error && !found && <Unread read={read} />}
      <dl className={styles.found} aria-busy={read.isFetching}>
        {counts.map((count) => (
          <div key={count}>
            <dt>{t[count]}</dt>
            <dd>{found ? formatNumber(found[count]) : ' '}</dd>
          </div>
        ))}
      </dl>
      {found && found.othersTotal > 0 && first && (
        <p className={styles.warning}>
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
          <span>
            {t.others({ count: found.othersTotal })}{' '}
            <RouteLink to="profile-detail" params={{ profileId: first.id, pageType: 'activity' }}>
              {t.seeOthers}
            </RouteLink>
          </span>
        </p>
      )}
    </Step>
  )
}
