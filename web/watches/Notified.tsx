import { Switch } from '@mantine/core'
import { WATCH_WAIT_DAYS } from '@ruam/contract/watches/watches.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import { useMayOpen } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import type { RecordForm } from '../ui/use-record-form.ts'
import styles from './WatchForm.module.css'
import type { WatchDetail } from './watch.ts'
import { watchEditText } from './watch-edit-text.ts'
import type { WatchValues } from './watch-values.ts'

interface NotifiedProps {
  form: RecordForm<WatchValues>['form']
  /** Undefined for a new one. */
  watch: WatchDetail | undefined
}

/** Members who are notified when a file waits, and the switch that also notifies them by LINE. */
export function Notified({ form, watch }: NotifiedProps) {
  const t = useWords(watchEditText)
  const mayOpen = useMayOpen('setting-user-management')
  const linked = watch?.notified.filter(({ lineLinked }) => lineLinked).length
  return (
    <>
      <p>
        <IconInfoCircle size={18} stroke={1.6} aria-hidden />
        <span>
          {t.notified({ names: useNames(watch?.notified) })}
          {mayOpen && (
            <>
              {' '}
              <RouteLink to="setting-user-management">{t.changeNotified}</RouteLink>
            </>
          )}
          {' · '}
          {t.waitsUpTo({ days: WATCH_WAIT_DAYS })}
          {watch && <> · {t.actsFor({ name: watch.actsFor.name ?? '' })}</>}
        </span>
      </p>
      <Switch
        className={styles.byLine}
        label={t.byLine}
        description={[
          t.lineCost,
          ...(linked === undefined ? [] : [linked === 0 ? t.lineUnlinked : t.lineLinked({ count: linked })]),
        ].join(' ')}
        checked={form.values.lineNotice}
        onChange={({ currentTarget: { checked } }) => form.setFieldValue('lineNotice', checked)}
      />
    </>
  )
}

/** Returns the names of the first two, and how many more there are. */
function useNames(members: WatchDetail['notified'] | undefined): string {
  const t = useWords(watchEditText)
  const [first, second, ...others] = (members ?? []).map(({ name }) => name)
  if (first === undefined) return t.everyone
  if (second === undefined) return first
  return others.length === 0 ? t.two({ first, second }) : t.more({ first, second, count: others.length })
}
