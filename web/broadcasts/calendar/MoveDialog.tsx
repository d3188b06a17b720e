import { Button, Stack } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import { useState } from 'react'
import { DayInput } from '../../customers/rules/DayInput.tsx'
import { useWrite } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { TimeInput } from '../../ui/TimeInput.tsx'
import { inZone, storeInstantOf } from '../store-time.ts'
import { text } from '../text.ts'
import { type Calendar, type CalendarItem, countsIn, dayNumber, kindOf, lineAfter } from './calendar.ts'
import { calendarText } from './calendar-text.ts'
import styles from './Move.module.css'

interface MoveDialogProps {
  calendar: Calendar
  item: CalendarItem
  /** The day it was dropped on. */
  day: string
  onClose: () => void
}

/** Asks for the new day of a broadcast, and shows before when the quota would end. */
export default function MoveDialog({ calendar, item, day: first, onClose }: MoveDialogProps) {
  const t = useWords(calendarText)
  const w = useWords(text)
  const c = useWords(common)
  const format = useFormat()
  const timeZone = useStore()?.timeZone ?? DEFAULT_TIME_ZONE
  const [day, setDay] = useState(first)
  const [clock, setClock] = useState(inZone(item.at, timeZone).clock)
  const move = useWrite(broadcasts.move, { quiet: true })
  const at = storeInstantOf(day, clock, timeZone)
  const isPast = Date.parse(at) <= Date.now()
  const name = item.name || w.noName
  const asksAgain = kindOf(item) === 'waiting' || (kindOf(item) === 'scheduled' && calendar.approval)
  const send = () =>
    move.mutate(
      { params: { id: item.id }, body: { sendAt: at, originTime: item.updatedAt } },
      {
        onSuccess: ({ subStatus }) => {
          const time = format.dateTime(at) ?? ''
          alerts.success(subStatus === 'awaiting_approval' ? t.movedAsked({ time }) : t.moved({ time }))
          onClose()
        },
      },
    )
  return (
    <Dialog opened onClose={onClose} title={t.moveTitle({ name })} transitionProps={{ duration: 0 }}>
      <Stack gap={16} mt="sm">
        <div className={styles.when}>
          <div>
            <span aria-hidden>{t.newDay}</span>
            <DayInput label={t.newDay} value={day} onChange={(chosen) => chosen && setDay(chosen)} />
          </div>
          <TimeInput label={t.newTime} value={clock} onChange={setClock} />
        </div>
        <div className={styles.outcome} role="status">
          {isPast ? <p data-lacking>{t.past}</p> : <Outcome calendar={calendar} item={item} day={day} at={at} />}
          {asksAgain && !isPast && <p>{t.asksAgain}</p>}
        </div>
        <FormFoot message={move.error?.message} busy={move.isPending}>
          <Button size="md" onClick={onClose}>
            {c.cancel}
          </Button>
          <Button size="md" variant="filled" loading={move.isPending} disabled={isPast} onClick={send}>
            {t.doMove}
          </Button>
        </FormFoot>
      </Stack>
    </Dialog>
  )
}

/** When the quota would end after a move. */
function Outcome({ calendar, item, day, at }: { calendar: Calendar; item: CalendarItem; day: string; at: string }) {
  const t = useWords(calendarText)
  const line = lineAfter(calendar, { item, day, at })
  if (!line) return null
  const left = line.left.at(-1)!
  return (
    <>
      <p data-lacking={line.ends !== null || undefined}>
        {line.ends
          ? t.wouldEnd({ day: dayNumber(line.ends.day), count: line.short })
          : t.wouldLast({ count: Math.max(left, 0) })}
      </p>
      {!countsIn(calendar.month, at) && <p>{t.otherMonth}</p>}
    </>
  )
}
