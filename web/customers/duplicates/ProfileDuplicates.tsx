import { Button } from '@mantine/core'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { IconArrowsJoin2, IconListSearch, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import type { JobView } from '../../background/jobs/use-job.ts'
import { useProgressText } from '../../background/jobs/use-progress-text.ts'
import { type Got, useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
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
import { type Merged, MergedNote } from './MergedNote.tsx'
import { MergeForm } from './MergeForm.tsx'
import { PairDetail, PairHead } from './PairDetail.tsx'
import { PairList } from './PairList.tsx'
import styles from './ScanNote.module.css'
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

interface ChosenPairProps {
  profileIds: readonly [number, number]
  onNext: (merged?: Merged) => void
  onUndone: () => void
  onBack: () => void
}

/** Two customers chosen in the list: a pair of the queue if they are one, else not in it. */
function ChosenPair({ profileIds: [low, high], onNext, onUndone, onBack }: ChosenPairProps) {
  const read = useRead(profileDuplicates.compare, { query: { low: String(low), high: String(high) } })
  const { data: pair, error } = read
  if (error && (!pair || error.status === 404 || error.status === 409))
    return <ErrorBanner message={error.message} onRetry={() => void read.refetch()} busy={read.isFetching} />
  if (!pair) return <Bones />
  if (pair.id !== null)
    return (
      <PairDetail id={pair.id} next={undefined} decided={false} onNext={onNext} onUndone={onUndone} onBack={onBack} />
    )
  return (
    <MergeForm
      pair={pair}
      head={<PairHead pair={pair} onBack={onBack} />}
      hasNext={false}
      onNext={onNext}
      onUndone={onUndone}
    />
  )
}

interface ScanNoteProps {
  list: Pick<Got<typeof profileDuplicates.list>, 'scanning' | 'scannedAt' | 'sharedByMany'>
  /** The scan at work, once it is read. */
  job: JobView | undefined
}

/** When the store was last looked through, or how far that is, and who could not be compared. */
function ScanNote({ list: { scanning, scannedAt, sharedByMany }, job }: ScanNoteProps) {
  const t = useWords(text)
  const format = useFormat()
  const progress = useProgressText()
  const status = scanning
    ? [t.scanning, job && progress(job)].filter(Boolean).join(' · ')
    : scannedAt
      ? t.scannedAt({ time: format.when(scannedAt) })
      : t.neverScanned
  return (
    <p className={styles.note}>
      <span role="status">{status}</span>
      {!scanning && sharedByMany > 0 && <span>{t.cut({ count: sharedByMany })}</span>}
    </p>
  )
}
