import { Button } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useRead } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { Unread } from '../../ui/Unread.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { inZone } from '../store-time.ts'
import styles from './Calendar.module.css'
import { type Calendar, type CalendarItem, monthsOn, withMove } from './calendar.ts'
import { calendarText } from './calendar-text.ts'
import { DayList } from './DayList.tsx'
import { EndsCard } from './EndsCard.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import quota from './Quota.module.css'
import { QuotaChart } from './QuotaChart.tsx'
import { useMonthNames } from './use-month-names.ts'

const MoveDialog = lazyPart(() => import('./MoveDialog.tsx'))

/** Milliseconds until a calendar is read again while drafts are still to be counted. */
const COUNTING_MS = 500
const kinds = ['sent', 'scheduled', 'waiting', 'draft'] as const

interface CalendarPartProps {
  channelId: number
  onHide: () => void
}

/** A month of broadcasts with the line of the quota. The month is in the address. */
export default function CalendarPart({ channelId, onHide }: CalendarPartProps) {
  const t = useWords(calendarText)
  const names = useMonthNames()
  const phone = usePhone()
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const timeZone = useStore()?.timeZone ?? DEFAULT_TIME_ZONE
  const present = inZone(new Date().toISOString(), timeZone).day.slice(0, 7)
  const asked = String(search.month ?? '')
  const month = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : present
  const read = useRead(
    broadcasts.calendar,
    { query: { channelId, month } },
    { poll: (answer) => (answer?.counting ? COUNTING_MS : false) },
  )
  const show = (next: string) => {
    const { month: _, ...others } = search
    const address = { ...others, ...(next !== present && { month: next }) }
    void navigate({ to: '.', search: address as never, resetScroll: false })
  }
  return (
    <section className={styles.calendar} aria-label={t.calendar}>
      {read.data ? (
        <Shown
          calendar={read.data}
          phone={phone}
          bar={
            <div className={styles.bar}>
              <div>
                <Button variant="subtle" aria-label={t.former} onClick={() => show(monthsOn(month, -1))}>
                  <IconChevronLeft size={16} stroke={1.6} />
                </Button>
                <h2 aria-live="polite">{names.month(month)}</h2>
                <Button variant="subtle" aria-label={t.next} onClick={() => show(monthsOn(month, 1))}>
                  <IconChevronRight size={16} stroke={1.6} />
                </Button>
                {month !== present && (
                  <Button variant="subtle" onClick={() => show(present)}>
                    {t.today}
                  </Button>
                )}
              </div>
              <div>
                {kinds.map((kind) => (
                  <span key={kind} className={styles.kind} data-kind={kind}>
                    {t[kind]}
                  </span>
                ))}
                {!phone && <span>{t.dragHint}</span>}
                <Button variant="subtle" onClick={onHide}>
                  {t.hide}
                </Button>
              </div>
            </div>
          }
        />
      ) : read.error ? (
        <Unread read={read} />
      ) : (
        <Bones />
      )}
    </section>
  )
}

function Shown({ calendar, phone, bar }: { calendar: Calendar; phone: boolean; bar: ReactNode }) {
  const mayMove = useMayCall(broadcasts.move)
  const timeZone = useStore()?.timeZone ?? DEFAULT_TIME_ZONE
  const [moving, setMoving] = useState<{ item: CalendarItem; day: string }>()
  const [dragged, setDragged] = useState<{ item: CalendarItem; day?: string }>()
  const onMove = mayMove ? (item: CalendarItem) => setMoving({ item, day: item.day }) : undefined
  const shown = dragged?.day ? withMove(calendar, dragged.item, dragged.day, timeZone) : calendar
  return (
    <>
      <div className={quota.quota}>
        <QuotaChart calendar={shown} />
        <EndsCard calendar={shown} onMove={onMove} />
      </div>
      {bar}
      {phone ? (
        <DayList calendar={calendar} onMove={onMove} />
      ) : (
        <MonthGrid
          calendar={shown}
          onMove={onMove}
          dragged={dragged}
          onDrag={setDragged}
          onDrop={(item, day) => setMoving({ item, day })}
        />
      )}
      {moving && (
        <Suspense>
          <MoveDialog calendar={calendar} item={moving.item} day={moving.day} onClose={() => setMoving(undefined)} />
        </Suspense>
      )}
    </>
  )
}
