import { segments } from '@ruam/contract/customers/segments.ts'
import { IconPin } from '@tabler/icons-react'
import { type Got, useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import type { TableColumn } from '../../../ui/data-table.ts'
import { shortName } from '../../../ui/short-name.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { useView } from '../../../ui/view.ts'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'
import type { ReasonQuery } from './WhyPanel.tsx'

type Pin = Got<typeof segments.pins>['data'][number]

interface PinsProps {
  id: number
  /** Whose reason is shown. */
  asked: number | undefined
  onAsk: (asked: ReasonQuery) => void
}

/** Pinned and excluded profiles with author and time. */
export function Pins({ id, asked, onAsk }: PinsProps) {
  const t = useWords(text)
  const format = useFormat()
  const phone = usePhone()
  const view = useView({ sorts: ['at'], sort: 'at' })
  const { offset, limit } = view.query
  const read = useRead(segments.pins, { params: { id }, query: { offset, limit } })
  const state = (pin: Pin) => (pin.value ? t.pinnedIn : t.pinnedOut)
  const by = (pin: Pin) => pin.by?.name ?? t.somebody
  const called = (pin: Pin) => shortName(pin.profile.name)
  const open = (pin: Pin) => onAsk({ id: pin.profile.id, name: called(pin) })
  const columns: TableColumn<Pin, 'at'>[] = [
    { id: 'name', title: t.name, cut: 140, cell: (pin) => pin.profile.name },
    { id: 'state', title: t.state, width: 140, cell: state },
    { id: 'by', title: t.by, quiet: true, width: 150, cell: by },
    { id: 'at', title: t.when, quiet: true, width: 190, cell: (pin) => format.dateTime(pin.at) },
  ]
  return (
    <DataTable
      label={t.pins}
      columns={columns}
      read={read}
      rowKey={(pin) => pin.profile.id}
      view={view}
      link={phone ? undefined : (pin) => ({ to: 'profile-detail', params: { profileId: pin.profile.id } })}
      opening={{ open, key: asked, label: (pin) => t.seeReasonOf({ name: called(pin) }) }}
      openCard={(pin) => () => open(pin)}
      card={
        phone
          ? (pin) => (
              <div className={styles.card}>
                <div>
                  <strong className="ruam-two-lines">{pin.profile.name}</strong>
                  <span>
                    {state(pin)} · {by(pin)} · {format.when(pin.at)}
                  </span>
                </div>
              </div>
            )
          : undefined
      }
      empty={{ icon: IconPin, title: t.noPinsTitle, text: t.noPinsText }}
    />
  )
}
