import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatPhone } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import type { Column } from '../../../ui/data-table.ts'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { useView } from '../../../ui/view.ts'
import { useCalled } from '../../profiles/use-called.ts'
import { useProfiles } from '../../profiles/use-profiles.ts'
import { nameOf, type ProfileRow, textOf } from '../../profiles/values.ts'
import type { Segment } from '../segment.ts'
import { segmentText } from '../segment-text.ts'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'
import { useSince } from './use-since.ts'
import type { Asked } from './WhySide.tsx'

interface MembersProps {
  segment: Segment
  /** Tabs of the segment's members. */
  tabs: ReactNode
  /** Whose reason is shown. */
  asked: number | undefined
  onAsk: (asked: Asked) => void
}

/** The people of a segment: the profile list, narrowed. */
export function Members({ segment, tabs, asked, onAsk }: MembersProps) {
  const t = useWords(text)
  const s = useWords(segmentText)
  const called = useCalled()
  const whole = (row: ProfileRow) => nameOf(row) || called(row)
  const phone = usePhone()
  const view = useView({ sorts: ['updated_at', 'first_name'], sort: 'updated_at', dir: 'desc' })
  const { offset, limit, sortBy, sortDir, keyword } = view.query
  const read = useProfiles({
    offset,
    limit,
    sortBy,
    sortDir,
    filter: {
      ...(keyword && { keyword }),
      rule: { condition: 'and', rules: [{ kind: 'label', operator: 'has_any', labelIds: [segment.id] }] },
    },
  })
  const since = useSince(segment.id, read.data?.data)
  const reason = (row: ProfileRow) =>
    segment.type === 'advanced' && (
      <Button
        variant="subtle"
        className={styles.reason}
        aria-label={t.seeReasonOf({ name: called(row) })}
        aria-pressed={asked === row.id}
        onClick={() => onAsk({ id: row.id, name: called(row) })}
      >
        {t.seeReason}
      </Button>
    )
  const columns: Column<ProfileRow, 'updated_at' | 'first_name'>[] = [
    { id: 'name', title: t.name, sort: 'first_name', cut: 140, cell: whole },
    { id: 'phone', title: t.phone, width: 160, cell: (row) => formatPhone(textOf(row, 'phone')) },
    { id: 'email', title: t.email, quiet: true, cut: 120, cell: (row) => textOf(row, 'email') },
    { id: 'since', title: t.since, quiet: true, width: 170, cell: since },
    ...(segment.type === 'advanced'
      ? [{ id: 'reason', pinned: 'end' as const, title: t.reason, align: 'right' as const, width: 110, cell: reason }]
      : []),
  ]
  return (
    <>
      <div className={styles.search}>
        {tabs}
        <SearchBox view={view} label={t.search} />
      </div>
      <DataTable
        label={t.members}
        columns={columns}
        read={read}
        rowKey={(row) => row.id}
        view={view}
        link={phone ? undefined : (row) => ({ to: 'profile-detail', params: { profileId: row.id } })}
        card={
          phone
            ? (row) => (
                <div className={styles.card}>
                  <div>
                    <strong className="ruam-two-lines">{whole(row)}</strong>
                    <span>{formatPhone(textOf(row, 'phone'))}</span>
                    {since(row) && <span>{t.sinceWhen({ when: since(row) })}</span>}
                  </div>
                  {reason(row)}
                </div>
              )
            : undefined
        }
        summary={read.data && <strong>{s.count({ count: read.data.total })}</strong>}
        empty={{ icon: IconUsers, title: t.emptyTitle, text: t.emptyText }}
      />
    </>
  )
}
