import { NativeSelect } from '@mantine/core'
import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import { inZone, storeInstantOf } from '../../broadcasts/store-time.ts'
import { DayInput } from '../../customers/rules/DayInput.tsx'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { TimeInput } from '../../ui/TimeInput.tsx'
import styles from './MenuEdit.module.css'
import type { MenuDraft } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'

const DAY_MS = 86_400_000

interface MenuTimeProps {
  draft: MenuDraft
  fault: string | undefined
  onChange: (parts: Partial<MenuDraft>) => void
}

/** When a menu is shown, in the time zone of the store: always, or from one moment to another. */
export function MenuTime({ draft: { startsAt, endsAt }, fault, onChange }: MenuTimeProps) {
  const e = useWords(menuEditText)
  const timeZone = useStore().timeZone ?? DEFAULT_TIME_ZONE
  const isSpan = startsAt !== null || endsAt !== null
  const begin = () => {
    const today = inZone(new Date().toISOString(), timeZone).day
    const month = inZone(new Date(Date.now() + 30 * DAY_MS).toISOString(), timeZone).day
    onChange({
      startsAt: storeInstantOf(today, '00:00', timeZone),
      endsAt: storeInstantOf(month, '23:59', timeZone),
    })
  }
  return (
    <div className={styles.time}>
      <NativeSelect
        aria-label={e.time}
        value={isSpan ? 'span' : 'always'}
        data={[
          { value: 'always', label: e.always },
          { value: 'span', label: e.span },
        ]}
        onChange={(event) =>
          event.currentTarget.value === 'span' ? begin() : onChange({ startsAt: null, endsAt: null })
        }
      />
      {isSpan &&
        (['startsAt', 'endsAt'] as const).map((edge) => {
          const label = edge === 'startsAt' ? e.from : e.to
          const { day, clock } = inZone((edge === 'startsAt' ? startsAt : endsAt) ?? new Date().toISOString(), timeZone)
          const put = (newDay: string, newClock: string) => {
            const instant = storeInstantOf(newDay, newClock, timeZone)
            onChange(edge === 'startsAt' ? { startsAt: instant } : { endsAt: instant })
          }
          return (
            <fieldset key={edge} className={styles.edge} aria-label={label}>
              <span aria-hidden>{label}</span>
              <DayInput label={e.dayOf({ edge: label })} value={day} onChange={(next) => next && put(next, clock)} />
              <TimeInput label={e.clockOf({ edge: label })} value={clock} onChange={(next) => put(day, next)} />
            </fieldset>
          )
        })}
      {fault && (
        <p className={styles.fault} data-path="ends_at" tabIndex={-1}>
          {fault}
        </p>
      )}
    </div>
  )
}
