import { NativeSelect } from '@mantine/core'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { useStore } from '../../../data/session.ts'
import { useWords } from '../../../data/text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { PagingBar } from '../../../ui/PagingBar.tsx'
import { table } from '../../../ui/table-words.ts'
import { useView } from '../../../ui/view.ts'
import { DayEnds } from '../DayEnds.tsx'
import { instantsOf, presets, readDays } from '../day-range.ts'
import { daysText } from '../days-text.ts'
import { useDaysText } from '../use-days-text.ts'
import type { ListedProfile } from '../values.ts'
import { ActivityList } from './ActivityList.tsx'
import styles from './Log.module.css'
import { LogBones } from './LogBones.tsx'
import { log } from './log-text.ts'

const OWN = 'own'

const sorts = ['activity_at', 'created_at'] as const

/** Activities of a customer by type and day, in the chosen order. */
export function ActivityPage({ profile }: { profile: ListedProfile }) {
  const t = useWords(log)
  const w = useWords(table)
  const { timeZone } = useStore()
  const view = useView({
    sorts,
    sort: 'activity_at',
    dir: 'desc',
    filters: { type: 'text', days: 'text' },
  })
  const type = /^[1-9]\d{0,9}$/.test(view.filters.type ?? '') ? Number(view.filters.type) : 0
  const days = instantsOf(readDays(view.filters.days), timeZone)
  const types = useRead(profileActivities.types, { params: { id: profile.id } })
  const read = useRead(profileActivities.list, {
    params: { id: profile.id, activityId: type },
    query: { ...view.query, activityDateFrom: days.from, activityDateTo: days.to },
  })
  const all = types.data?.data.reduce((sum, { count }) => sum + count, 0) ?? 0
  // A search that failed clears the list: what stood there answers another question.
  const list = read.error && read.isPlaceholderData ? undefined : read.data?.data
  const filter = (change: Partial<typeof view.filters>) => view.show({ filters: { ...view.filters, ...change } })
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <NativeSelect
          size="sm"
          aria-label={t.type}
          value={String(type || '')}
          data={[
            { value: '', label: types.data ? t.allTypes({ count: all }) : t.everyType },
            ...(types.data?.data ?? []).map(({ id, name, count }) => ({
              value: String(id),
              label: t.typeCount({ name, count }),
            })),
          ]}
          onChange={(event) => filter({ type: event.currentTarget.value || undefined })}
        />
        <ActivityDays value={view.filters.days} onChange={(next) => filter({ days: next || undefined })} />
        <NativeSelect
          size="sm"
          aria-label={t.order}
          value={`${view.sort} ${view.dir}`}
          data={[
            { value: 'activity_at desc', label: t.newest },
            { value: 'activity_at asc', label: t.oldest },
            { value: 'created_at desc', label: t.lastWritten },
            { value: 'created_at asc', label: t.firstWritten },
          ]}
          onChange={(event) => {
            const [sort, dir] = event.currentTarget.value.split(' ')
            view.show({ sort: sort as (typeof sorts)[number], dir: dir === 'asc' ? 'asc' : 'desc' })
          }}
        />
      </div>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      {list?.length === 0 ? (
        <EmptyState
          icon={IconCalendarEvent}
          title={view.narrowed ? w.noMatch : t.noActivities}
          text={view.narrowed ? w.noResultText : t.noActivitiesText}
        />
      ) : (
        <div className={styles.list} data-lines aria-busy={read.isFetching} data-stale={read.isPlaceholderData}>
          {list ? (
            <ActivityList
              activities={list}
              profileId={profile.id}
              by={view.sort === 'created_at' ? 'createdAt' : 'activityAt'}
            />
          ) : (
            !read.error && <LogBones />
          )}
        </div>
      )}
      {list && list.length > 0 && (
        <PagingBar total={read.data?.total} capped={read.data?.totalCapped} view={view} onShow={view.show} />
      )}
    </div>
  )
}

interface ActivityDaysProps {
  /** As it stands in the address. */
  value: string | undefined
  onChange: (value: string) => void
}

/** The days of the activities: by name, or from and to, typed in either era. */
function ActivityDays({ value, onChange }: ActivityDaysProps) {
  const d = useWords(daysText)
  const l = useWords(log)
  const say = useDaysText()
  const asked = readDays(value)
  const [choosing, setChoosing] = useState(false)
  const own = typeof asked === 'object' || (choosing && asked === undefined)
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={l.period}
        value={own ? OWN : typeof asked === 'string' ? asked : ''}
        data={[
          { value: '', label: d.anyDay },
          ...presets.map((preset) => ({ value: preset, label: say(preset) })),
          { value: OWN, label: d.between },
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          setChoosing(chosen === OWN)
          onChange(chosen === OWN ? '' : chosen)
        }}
      />
      {own && (
        <div className={styles.ends}>
          <DayEnds value={value} onChange={onChange} />
        </div>
      )}
    </>
  )
}
