import { segments } from '@ruam/contract/customers/segments.ts'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { useView } from '../../../ui/view.ts'
import type { Segment } from '../segment.ts'
import { Evaluations } from './Evaluations.tsx'
import { Members, memberSorts } from './Members.tsx'
import { MovedMembers } from './MovedMembers.tsx'
import { Outside } from './Outside.tsx'
import { Pins } from './Pins.tsx'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'
import { useSizes } from './use-sizes.ts'
import { type Asked, WhyPanel } from './WhyPanel.tsx'

const tabs = ['members', 'joined', 'left', 'pins', 'evaluations'] as const
type Tab = (typeof tabs)[number]

/** The lists of a segment as tabs of its address, with the reason for one customer next to them. */
export function Customers({ segment }: { segment: Segment }) {
  const t = useWords(text)
  const { id } = segment
  const { tab: named } = useSearch({ strict: false }) as { tab?: unknown }
  const advanced = segment.type === 'advanced'
  const tab = (advanced && tabs.find((one) => one === named)) || 'members'
  const view = useView({ sorts: memberSorts, sort: 'updated_at', dir: 'desc' })
  const [asked, setAsked] = useState<Asked>()
  const ask = (one: Asked) => {
    setAsked(one)
    // Over the list on a phone: the row stays in sight above the sheet.
    requestAnimationFrame(() => document.querySelector(`li[data-key="${one.id}"]`)?.scrollIntoView({ block: 'start' }))
  }
  const list = { segment, asked: asked?.id, onAsk: advanced ? ask : undefined }
  return (
    <div className={styles.people} data-asked={asked !== undefined || undefined}>
      <div className={styles.list}>
        <div className={styles.search}>
          {advanced && <Tabs segment={segment} chosen={tab} />}
          {tab === 'members' && <SearchBox view={view} label={advanced ? t.searchOrCheck : t.search} />}
        </div>
        {tab === 'members' && advanced && view.keyword && <Outside id={id} keyword={view.keyword} onAsk={ask} />}
        {tab === 'members' && <Members {...list} view={view} />}
        {tab === 'joined' && <MovedMembers key="joined" {...list} way="joined" />}
        {tab === 'left' && <MovedMembers key="left" {...list} way="left" />}
        {tab === 'pins' && <Pins id={id} asked={asked?.id} onAsk={ask} />}
        {tab === 'evaluations' && <Evaluations id={id} />}
      </div>
      {advanced && asked && <WhyPanel labelId={id} asked={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

function Tabs({ segment, chosen }: { segment: Segment; chosen: Tab }) {
  const t = useWords(text)
  const { id } = segment
  const week = useSizes(id).data?.week
  const pins = useRead(segments.pins, { params: { id }, query: { offset: 0, limit: 1 } }).data?.total
  const counts = { members: segment.targetCount, joined: week?.joined, left: week?.left, pins, evaluations: undefined }
  const titles = {
    members: t.membersTab,
    joined: t.justJoined,
    left: t.justLeft,
    pins: t.pins,
    evaluations: t.evaluations,
  }
  return (
    <nav className={styles.tabs} aria-label={t.tabs}>
      {/* Calculations are reached from the figures above. */}
      {tabs
        .filter((one) => one !== 'evaluations' || chosen === one)
        .map((one) => (
          <RouteLink
            key={one}
            to="segmentation-detail"
            params={{ labelId: id }}
            search={one === 'members' ? {} : { tab: one }}
            aria-current={one === chosen ? 'page' : undefined}
          >
            {titles[one]}
            {counts[one] !== undefined && <small>{formatNumber(counts[one])}</small>}
          </RouteLink>
        ))}
    </nav>
  )
}
