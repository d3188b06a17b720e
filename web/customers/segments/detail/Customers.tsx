import { segments } from '@ruam/contract/customers/segments.ts'
import { IconUsers } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { ListSearch } from '../../../ui/SearchBox.tsx'
import { shortName } from '../../../ui/short-name.ts'
import { useView } from '../../../ui/view.ts'
import { text as profileText } from '../../profiles/text.ts'
import { useCalled } from '../../profiles/use-called.ts'
import { useProfiles } from '../../profiles/use-profiles.ts'
import type { Segment } from '../segment.ts'
import { segmentText } from '../segment-text.ts'
import { CustomerTable } from './CustomerTable.tsx'
import { Evaluations } from './Evaluations.tsx'
import { type ListProps, Members, memberSorts } from './Members.tsx'
import { Pins } from './Pins.tsx'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'
import { useSizes } from './use-sizes.ts'
import { type ReasonQuery, WhyPanel } from './WhyPanel.tsx'

/** Customers offered outside of the segment. */
const SHOWN = 3

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
  const [asked, setAsked] = useState<ReasonQuery>()
  const ask = (one: ReasonQuery) => {
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
          {tab === 'members' && <ListSearch view={view} label={advanced ? t.searchOrCheck : t.search} />}
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

/** Customers who joined the segment or left it within seven days. */
function MovedMembers({ segment, way, ...rest }: ListProps & { way: 'joined' | 'left' }) {
  const t = useWords(text)
  const s = useWords(segmentText)
  const p = useWords(profileText)
  const format = useFormat()
  const view = useView({ sorts: ['at'], sort: 'at', dir: 'desc' })
  const { offset, limit } = view.query
  const read = useRead(segments.moved, { params: { id: segment.id }, query: { way, offset, limit } }, { staleTime: 0 })
  const page = read.data
  const customer = p.customer
  const data = useMemo(
    () =>
      page && {
        ...page,
        data: page.data.map(({ profile: { id, name, phone } }) => {
          const said = name || customer({ id: String(id) })
          return { id, name: said, called: shortName(said), phone }
        }),
      },
    [page, customer],
  )
  const at = new Map(page?.data.map((row) => [row.profile.id, row.at]))
  const joined = way === 'joined'
  return (
    <CustomerTable
      {...rest}
      label={joined ? t.justJoined : t.justLeft}
      read={{ ...read, data }}
      view={view}
      last={{ title: joined ? t.joinedAt : t.leftAt, cell: ({ id }) => format.when(at.get(id)) }}
      summary={page && <strong>{s.count({ count: page.total })}</strong>}
      empty={{ icon: IconUsers, title: joined ? t.nobodyJoined : t.nobodyLeft, text: t.recentText }}
    />
  )
}

/** Customers whom the search finds outside of the segment, each with the way to the reason. */
function Outside({ id, keyword, onAsk }: { id: number; keyword: string; onAsk: (asked: ReasonQuery) => void }) {
  const t = useWords(text)
  const called = useCalled()
  const { data } = useProfiles({
    limit: SHOWN,
    filter: {
      keyword,
      rule: { condition: 'and', rules: [{ kind: 'label', operator: 'has_none', labelIds: [id] }] },
    },
  })
  if (!data || data.data.length === 0) return null
  const more = data.total - data.data.length
  return (
    <p className={styles.outside}>
      {t.outside}
      {data.data.map((row) => (
        <button
          key={row.id}
          type="button"
          aria-label={t.seeReasonOf({ name: called(row) })}
          onClick={() => onAsk({ id: row.id, name: called(row) })}
        >
          {called(row)}
        </button>
      ))}
      {more > 0 && <span>{t.outsideMore({ count: more })}</span>}
    </p>
  )
}
