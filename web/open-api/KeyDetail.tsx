import { Button } from '@mantine/core'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { IconKeyOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { usePageTitle } from '../app/page-title.ts'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { Bones } from '../ui/Bones.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useMayCall } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import tabStyles from '../ui/Tabs.module.css'
import { Unread } from '../ui/Unread.tsx'
import { useView } from '../ui/view.ts'
import { Facts } from './Facts.tsx'
import { accessText } from './field-access-text.ts'
import { type ApiKey, KeyAccess } from './KeyAccess.tsx'
import styles from './OpenApi.module.css'
import { State } from './State.tsx'
import { text } from './text.ts'

const tabs = ['access', 'about'] as const

/** One API key: what it may do and which fields it reads and writes, and its life. */
export function KeyDetail() {
  const t = useWords(text)
  const a = useWords(accessText)
  const mayRead = useMayCall(apiKeys.get)
  const { keyId = '', id = keyId } = useParams({ strict: false }) as { keyId?: string; id?: string }
  const valid = mayRead && /^[1-9]\d{0,8}$/.test(id)
  const read = useRead(apiKeys.get, { params: { id } }, { enabled: valid, staleTime: 0 })
  usePageTitle(read.data?.name)
  if (!valid || (read.error?.status === 404 && !read.data)) {
    const list = (
      <Button component={RouteLink} to="data-source-openapi-key">
        {a.toList}
      </Button>
    )
    return <EmptyState icon={IconKeyOff} title={mayRead ? t.gone : t.noRight} action={mayRead && list} />
  }
  // An edit begins from what is there now.
  if (read.data && read.isFetchedAfterMount) return <Detail apiKey={read.data} />
  return read.error ? <Unread read={read} /> : <Bones />
}

function Detail({ apiKey: key }: { apiKey: ApiKey }) {
  const t = useWords(text)
  const a = useWords(accessText)
  const format = useFormat()
  const tab = useView({ sorts: ['name'], sort: 'name', filters: { tab: tabs } }).filters.tab ?? 'access'
  const used = key.lastUsedAt ? `${t.lastUsed} ${format.dateTime(key.lastUsedAt)}` : t.never
  return (
    <>
      <div className={styles.bar}>
        <State status={key.status} />
        <span className={styles.quiet}>
          API key …{key.secretEnd} · {used} · {t.expires} {format.dateTime(key.expiredAt)}
        </span>
        <Button component={RouteLink} to="docs-get-started">
          {t.docs}
        </Button>
      </div>
      <nav className={tabStyles.tabs} aria-label={a.sections}>
        {tabs.map((one) => (
          <RouteLink
            key={one}
            to="data-source-openapi-key-detail"
            params={{ keyId: key.id }}
            search={one === 'access' ? {} : { tab: one }}
            aria-current={one === tab ? 'page' : undefined}
          >
            {a[one]}
          </RouteLink>
        ))}
      </nav>
      {tab === 'access' ? <KeyAccess key={`${key.id} ${key.updatedAt}`} apiKey={key} /> : <Life apiKey={key} />}
    </>
  )
}

function Life({ apiKey: key }: { apiKey: ApiKey }) {
  const t = useWords(text)
  const format = useFormat()
  const at = (time: string | null) => time && format.dateTime(time)
  const address = key.lastAddress ?? ''
  return (
    <div className={styles.page}>
      <Facts
        facts={[
          [t.status, <State key="state" status={key.status} />],
          ['API key', <span key="code" className={styles.code}>{`ruam_${key.id}_…${key.secretEnd}`}</span>],
          [t.madeBy, key.createdBy?.name],
          [t.madeAt, at(key.createdAt)],
          [t.rotatedBy, key.rotatedBy?.name],
          [t.expires, at(key.expiredAt)],
          [t.lastUsed, key.lastUsedAt ? t.from({ at: format.dateTime(key.lastUsedAt), address }) : t.never],
          [t.overlapEnds, at(key.previousUntil)],
          [t.revokedAt, at(key.revokedAt)],
        ]}
      />
    </div>
  )
}
