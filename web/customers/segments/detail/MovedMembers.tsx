import { segments } from '@ruam/contract/customers/segments.ts'
import { IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { shortName } from '../../../ui/short-name.ts'
import { useView } from '../../../ui/view.ts'
import { text as profileText } from '../../profiles/text.ts'
import { segmentText } from '../segment-text.ts'
import { CustomerTable } from './CustomerTable.tsx'
import type { ListProps } from './Members.tsx'
import { text } from './text.ts'

/** Customers who joined the segment or left it within seven days. */
export function MovedMembers({ segment, way, ...rest }: ListProps & { way: 'joined' | 'left' }) {
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
