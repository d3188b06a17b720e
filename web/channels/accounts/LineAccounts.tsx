import { Button, SegmentedControl } from '@mantine/core'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { IconBrandLine, IconPlus, IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { PagingBar } from '../../ui/PagingBar.tsx'
import { ListSearch } from '../../ui/SearchBox.tsx'
import { SplitView } from '../../ui/SplitView.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { AccountDetail } from './AccountDetail.tsx'
import { AccountItems } from './AccountItems.tsx'
import styles from './Accounts.module.css'
import { callsOf } from './account-calls.ts'
import { LineSteps } from './LineSteps.tsx'
import { text } from './text.ts'

const loadConnect = () => import('./ConnectDialog.tsx')
const ConnectDialog = lazyPart(async () => ({ default: (await loadConnect()).ConnectDialog }))

const POLL_MS = 30_000
/** While a list of friends is read. */
const READING_MS = 3000

/** Accounts up to which a list needs no search. */
const FEW_ACCOUNTS = 8

/** The LINE official accounts of the store on the left, the chosen one on the right; on a phone one after the other. */
export function LineAccounts() {
  const t = useWords(text)
  const phone = usePhone()
  const mayConnect = useMayCall(lineOa.create)
  const view = useView({
    sorts: ['name'],
    sort: 'name',
    filters: { account: 'text', type: ['module'], connect: ['yes'] },
  })
  const { account: asked, type, connect } = view.filters
  const calls = callsOf(type === 'module' ? 'lineModule' : 'lineOA')
  const { offset, limit } = view.query
  // The server checks the accounts by itself.
  const read = useRead(
    calls.list,
    { query: { offset, limit, keyword: view.keyword } },
    {
      poll: (page) => (page?.data.some(({ friends }) => friends.list.jobId !== null) ? READING_MS : POLL_MS),
    },
  )
  const accounts = read.data?.data ?? []
  const listed = accounts.find(({ id }) => String(id) === asked)
  const isElsewhere = asked !== undefined && /^[1-9]\d{0,8}$/.test(asked) && read.data !== undefined && !listed
  const other = useRead(calls.get, { params: { id: Number(asked) || 0 } }, { enabled: isElsewhere })
  const total = read.data?.total
  // On a phone a list of one is a tap for nothing.
  const only = phone && total === 1 && asked === undefined && view.keyword === '' ? accounts[0] : undefined
  const chosen = listed ?? (isElsewhere ? other.data : phone ? only : accounts[0])
  const choose = (id: number | undefined) =>
    view.show({ page: view.page, filters: { type, account: id === undefined ? undefined : String(id) } })
  const [connecting, setConnecting] = useState(false)
  const connectButton = mayConnect && (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.6} />}
      onPointerEnter={() => void loadConnect()}
      onClick={() => setConnecting(true)}
    >
      {t.connect}
    </Button>
  )
  const isEmpty = total === 0 && view.keyword === ''
  const isShown = accounts.length > 0 || isElsewhere
  return (
    <>
      <SettingTabs />
      {(!isEmpty || type) && !(phone && chosen && !only) && (
        <Toolbar actions={!only && connectButton}>
          <SegmentedControl
            transitionDuration={0}
            aria-label={t.kind}
            value={type ?? ''}
            onChange={(value) => view.show({ filters: { type: value === 'module' ? value : undefined } })}
            data={[
              { value: '', label: t.kindOa },
              { value: 'module', label: t.kindModule },
            ]}
          />
          {((total ?? 0) > FEW_ACCOUNTS || view.keyword !== '') && <ListSearch view={view} label={t.search} />}
          {total !== undefined && <span className={styles.total}>{t.count({ count: total })}</span>}
        </Toolbar>
      )}
      {read.error && (
        <ErrorBanner message={read.error.message} onRetry={() => void read.refetch()} busy={read.isFetching} />
      )}
      {!read.data && !read.error && <Bones />}
      {isEmpty && !isElsewhere && (
        <div className={styles.empty}>
          <EmptyState
            icon={IconBrandLine}
            title={type ? t.emptyModule : t.emptyTitle}
            text={type ? t.emptyModuleText : mayConnect ? t.emptyText : `${t.emptyText} ${t.emptyRead}`}
            action={connectButton}
          />
          {mayConnect && <LineSteps />}
        </div>
      )}
      {total === 0 && !isEmpty && !isElsewhere && (
        <EmptyState icon={IconSearch} title={t.noneFound} text={t.noneFoundText} />
      )}
      {read.data && isShown && (
        <SplitView
          read={read}
          list={
            <>
              <AccountItems accounts={accounts} chosen={chosen?.id} onChoose={choose} />
              {(total ?? 0) > limit && (
                <PagingBar compact total={total} view={view} onShow={(change) => view.show(change)} />
              )}
            </>
          }
          none={t.chooseAccount}
          detail={
            chosen ? (
              <>
                <AccountDetail
                  key={chosen.id}
                  account={chosen}
                  onGone={() => choose(undefined)}
                  onBack={phone && !only ? () => choose(undefined) : undefined}
                />
                {only && connectButton && <div className={styles.another}>{connectButton}</div>}
              </>
            ) : (
              isElsewhere && (other.error ? <ErrorBanner message={other.error.message} /> : <Bones />)
            )
          }
        />
      )}
      {mayConnect && (connecting || connect) && (
        <Suspense>
          <ConnectDialog
            type={type ? 'lineModule' : 'lineOA'}
            onClose={() => {
              setConnecting(false)
              if (connect) choose(undefined)
            }}
            onConnected={({ id }) => {
              setConnecting(false)
              choose(id)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
