import { Switch } from '@mantine/core'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { hasRole, OWNER } from '@ruam/contract/platform/permissions.ts'
import { IconArrowDown, IconArrowUp, IconLock } from '@tabler/icons-react'
import { Suspense } from 'react'
import { usePageTitle } from '../../../app/page-title.ts'
import { useRead, useWrite } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { isApiError } from '../../../data/request.ts'
import { useSession } from '../../../data/session.ts'
import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { Unread } from '../../../ui/Unread.tsx'
import { SegmentMissing } from '../SegmentMissing.tsx'
import { isCalculating, LOOK_MS, type Segment } from '../segment.ts'
import { UsageList } from '../UsageList.tsx'
import { useHeardSegments } from '../use-heard-segments.ts'
import { useLabelId } from '../use-label-id.ts'
import { Customers } from './Customers.tsx'
import { DetailBar } from './DetailBar.tsx'
import { RuleText } from './RuleText.tsx'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'
import { useSizes } from './use-sizes.ts'

const SizeGraph = lazyPart(async () => ({ default: (await import('./SizeGraph.tsx')).SizeGraph }))

/** One label or segment: what it means, how many it is and was, who is in it and why. Without one in its address it leads to the list. */
export function SegmentDetail() {
  const { id, valid } = useLabelId()
  const read = useRead(
    labels.get,
    { params: { id } },
    {
      enabled: valid,
      staleTime: 0,
      poll: (segment) => (segment && isCalculating(segment) ? LOOK_MS : false),
    },
  )
  usePageTitle(read.data?.name)
  useHeardSegments(valid ? Number(id) : 0)
  if (!valid || read.error?.status === 404) return <SegmentMissing id={id} />
  if (read.data) return <Shown key={read.data.id} segment={read.data} />
  if (read.error) return <Unread read={read} />
  return <Bones />
}

function Shown({ segment }: { segment: Segment }) {
  const t = useWords(text)
  const maySeePeople = useMayCall(profiles.query)
  const { segmentRule, state } = segment
  const advanced = segment.type === 'advanced'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.page} aria-label={segment.name} tabIndex={0}>
      <DetailBar segment={segment} />
      <div className={styles.top}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={styles.about} aria-label={t.rule} tabIndex={0}>
          <FormNote message={state?.error?.message} />
          {state?.status === 'broken' && <p className={styles.quiet}>{t.faulty}</p>}
          {segment.description && <p className={styles.description}>{segment.description}</p>}
          {segmentRule ? <RuleText rule={segmentRule} /> : <p className={styles.quiet}>{t.general}</p>}
          {segment.membersSensitive && <MembersVisible segment={segment} />}
          <Usage id={segment.id} />
        </section>
        <section className={styles.size} aria-label={t.size}>
          <p className={styles.figure}>
            <span>
              <strong>{formatNumber(segment.targetCount)}</strong> {t.people}
              {maySeePeople && <Figures segment={segment} />}
            </span>
            {advanced && (
              <span className={styles.week}>
                <Week id={segment.id} />
                {!segment.membersClosed && (
                  <RouteLink to="segmentation-detail" params={{ labelId: segment.id }} search={{ tab: 'evaluations' }}>
                    {t.evaluations}
                  </RouteLink>
                )}
              </span>
            )}
          </p>
          {advanced && (
            <Suspense fallback={<div className={styles.graphPlace} />}>
              <SizeGraph id={segment.id} />
            </Suspense>
          )}
        </section>
      </div>
      {maySeePeople && !segment.membersClosed ? (
        <Customers segment={segment} />
      ) : (
        <EmptyState
          icon={IconLock}
          {...(maySeePeople ? { title: t.membersClosed, text: t.membersClosedText } : { title: t.membersNotSeen })}
        />
      )}
    </section>
  )
}

function Usage({ id }: { id: number }) {
  const t = useWords(text)
  const { data } = useRead(labels.usage, { params: { id } }, { staleTime: 0 })
  if (!data) return null
  const { hiddenViews, ...users } = data
  const count = Object.values(users).flat().length + hiddenViews
  if (count === 0) return <p className={styles.quiet}>{t.usedByNothing}</p>
  return (
    <div className={styles.usage}>
      {t.usedBy}
      <ul>
        <UsageList usage={data} />
      </ul>
    </div>
  )
}

/** Members reachable on LINE and what members spent, as far as the store knows. */
function Figures({ segment }: { segment: Segment }) {
  const t = useWords(text)
  const { id, targetCount } = segment
  const { data } = useRead(segments.figures, { params: { id } }, { staleTime: 60_000, enabled: targetCount > 0 })
  if (!data || targetCount === 0) return null
  const { exact, line, spent } = data
  const figure = (number: number) => (exact ? formatNumber(number) : t.about({ count: formatNumber(number) }))
  const share = formatNumber(Math.round(((line ?? 0) / targetCount) * 100))
  return (
    <>
      {line !== null && <> · {t.onLine({ count: figure(line), share })}</>}
      {spent !== null && spent !== 0 && <> · {t.spentInAll({ amount: figure(Math.round(spent)) })}</>}
    </>
  )
}

/** Joined and left within seven days, for segments of that age. */
function Week({ id }: { id: number }) {
  const t = useWords(text)
  const { data } = useSizes(id)
  if (!data?.week) return null
  const { joined, left } = data.week
  return (
    <span>
      <IconArrowUp size={14} />
      {t.cameIn({ count: formatNumber(joined) })} · <IconArrowDown size={14} />
      {t.wentOut({ count: formatNumber(left) })}
    </span>
  )
}

/** Who sees the members of a segment that sensitive data decides. Owners have a switch. */
function MembersVisible({ segment }: { segment: Segment }) {
  const t = useWords(text)
  const rights = useSession().store?.rights
  const write = useWrite(segments.setMembersVisible, { quiet: true })
  const shown = write.isPending ? write.variables.body.value : segment.membersVisible
  const turn = async (value: boolean) => {
    try {
      await write.mutateAsync({ params: { id: segment.id }, body: { value } })
    } catch (error) {
      if (isApiError(error)) alerts.error(error.message, { title: t.membersVisible })
    }
  }
  const sentence = shown ? t.membersShown : t.membersSecret
  if (!rights || !hasRole(rights, OWNER)) return <p className={styles.quiet}>{sentence}</p>
  return (
    <Switch
      size="xs"
      label={t.membersVisible}
      description={<span className={styles.quiet}>{sentence}</span>}
      checked={shown}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  )
}
