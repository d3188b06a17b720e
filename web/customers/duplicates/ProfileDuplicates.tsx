import { Button } from '@mantine/core'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { IconArrowsJoin2, IconListSearch, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { PagingBar } from '../../ui/PagingBar.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { useGo } from '../../ui/route.tsx'
import { SplitView } from '../../ui/SplitView.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { ChosenPair } from './ChosenPair.tsx'
import { type Merged, MergedNote } from './MergedNote.tsx'
import { PairDetail } from './PairDetail.tsx'
import { PairList } from './PairList.tsx'
import { ScanNote } from './ScanNote.tsx'
import { text } from './text.ts'
import { useScan } from './use-scan.ts'

const statuses = ['open', 'merged', 'dismissed'] as const

/** `two`: ids of two customers chosen in the list, joined by a comma. */
const filters = { status: statuses, pair: 'text', two: 'text' } as const

/** Pairs of profiles that may be one person: the queue on the left, the two side by side on the right. */
export function ProfileDuplicates() {
  const t = useWords(text)
  const phone = usePhone()
  const go = useGo()
  const view = useView({ sorts: ['gain'], sort: 'gain', filters })
  const { status = 'open', pair, two } = view.filters
  const ids = /^([1-9]\d{0,14}),([1-9]\d{0,14})$/.exec(two ?? '')
  const { offset, limit } = view.query
  const read = useRead(profileDuplicates.list, { query: { offset, limit, status } })
  const scan = useScan(read.data?.scanning ?? false)
  const pairs = read.data?.data ?? []
  const asked = pair && /^[1-9]\d{0,8}$/.test(pair) ? Number(pair) : undefined
  const chosen = asked ?? (phone ? undefined : pairs[0]?.id)
  const place = pairs.findIndex(({ id }) => id === chosen)
  const next = place < 0 ? undefined : (pairs[place + 1] ?? pairs[place - 1])?.id
  const choose = (id: number | undefined) =>
    view.show({ page: view.page, filters: { status, pair: id === undefined ? undefined : String(id) } })
  const empty = {
    open: { icon: IconUsers, title: t.emptyTitle, text: t.emptyText },
    merged: { icon: IconArrowsJoin2, title: t.emptyMerged, text: t.emptyMergedText },
    dismissed: { icon: IconListSearch, title: t.emptyDismissed, text: t.emptyDismissedText },
  }[status]
  const scanButton = (
    <Button
      leftSection={<IconListSearch size={16} stroke={1.6} />}
      loading={scan.starting}
      disabled={scan.scanning}
      onClick={scan.start}
    >
      {t.scan}
    </Button>
  )
  const [decided, setDecided] = useState(false)
  const [merged, setMerged] = useState<Merged>()
  if (ids)
    return (
      <ChosenPair
        profileIds={[Number(ids[1]), Number(ids[2])]}
        onNext={(made) => {
          setMerged(made)
          choose(undefined)
        }}
        onUndone={() => setMerged(undefined)}
        onBack={() => go({ to: 'profile-list' })}
      />
    )
  const bare = pairs.length === 0 && asked === undefined
  return (
    <>
      <Toolbar actions={(!bare || status !== 'open') && !(phone && chosen !== undefined) && scanButton}>
        <Pills
          label={t.status}
          choices={statuses.map((value) => ({ value, text: t[value] }))}
          chosen={status}
          onChoose={(one) => view.show({ filters: { status: one === 'open' ? undefined : one } })}
        />
        {read.data && <ScanNote list={read.data} job={scan.job} />}
      </Toolbar>
      {read.error && <ErrorBanner message={read.error.message} onRetry={() => void read.refetch()} />}
      {merged && <MergedNote merged={merged} />}
      {!read.data && !read.error && <Bones />}
      {read.data && bare && <EmptyState {...empty} action={status === 'open' && scanButton} />}
      {read.data && !bare && (
        <SplitView
          read={read}
          list={
            <>
              <PairList pairs={pairs} chosen={chosen} onChoose={choose} />
              <PagingBar
                compact
                total={read.data.total}
                capped={read.data.totalCapped}
                view={view}
                onShow={(change) => view.show({ filters: { status }, ...change })}
              />
            </>
          }
          none={t.choosePair}
          detail={
            chosen !== undefined && (
              <PairDetail
                key={chosen}
                id={chosen}
                next={next}
                decided={decided}
                onUndone={() => setMerged(undefined)}
                onNext={(made) => {
                  setDecided(true)
                  setMerged(made)
                  choose(next)
                }}
                onBack={phone ? () => choose(undefined) : undefined}
              />
            )
          }
        />
      )}
    </>
  )
}
