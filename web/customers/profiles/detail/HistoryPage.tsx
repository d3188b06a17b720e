import { NativeSelect } from '@mantine/core'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { IconHistory } from '@tabler/icons-react'
import { type Got, useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { PagingBar } from '../../../ui/PagingBar.tsx'
import { table } from '../../../ui/table-words.ts'
import { useView } from '../../../ui/view.ts'
import type { ListedProfile } from '../values.ts'
import { HistoryChange } from './HistoryChange.tsx'
import styles from './Log.module.css'
import { LogBones } from './LogBones.tsx'
import { log } from './log-text.ts'
import { useDayText } from './use-day-text.ts'

const idOf = (text: string | undefined) => (text && /^[1-9]\d{0,8}$/.test(text) ? text : undefined)

/** Changes of a customer with author and both values, the newest first. */
export function HistoryPage({ profile }: { profile: ListedProfile }) {
  const t = useWords(log)
  const day = useDayText()
  const w = useWords(table)
  const filters = { field: 'text', person: 'text' } as const
  const view = useView({ sorts: ['at'], sort: 'at', dir: 'desc', filters })
  const { offset, limit } = view.query
  const [fieldId, userId] = [idOf(view.filters.field), idOf(view.filters.person)]
  // Read again whenever the customer has changed.
  const read = useRead(
    profileHistory.list,
    { params: { id: profile.id }, query: { offset, limit, fieldId, userId } },
    { staleTime: 0 },
  )
  const list = read.data?.data
  if (list?.length === 0 && view.page === 1 && !view.narrowed)
    return <EmptyState icon={IconHistory} title={t.noHistory} text={t.noHistoryText} />
  const days = Map.groupBy(list ?? [], ({ at }) => day(at))
  return (
    <div className={styles.page}>
      <HistoryFilters
        fields={read.data?.fields ?? []}
        people={read.data?.people ?? []}
        field={view.filters.field}
        person={view.filters.person}
        onChange={(change) => view.show({ filters: { ...view.filters, ...change } })}
      />
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      {list?.length === 0 && <EmptyState icon={IconHistory} title={w.noMatch} text={w.noResultText} />}
      <div className={styles.list} aria-busy={read.isFetching} data-stale={read.isPlaceholderData}>
        {!list && !read.error && <LogBones />}
        {[...days].map(([title, changes]) => (
          <section key={title} className={styles.day}>
            <h3>{title}</h3>
            <ol className={styles.items}>
              {changes.map((change) => (
                <HistoryChange key={change.id} change={change} profile={profile} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {list && list.length > 0 && (
        <PagingBar total={read.data?.total} capped={read.data?.totalCapped} view={view} onShow={view.show} />
      )}
    </div>
  )
}

interface HistoryFiltersProps extends Pick<Got<typeof profileHistory.list>, 'fields' | 'people'> {
  /** As they stand in the address. */
  field: string | undefined
  person: string | undefined
  onChange: (change: { field?: string | undefined; person?: string | undefined }) => void
}

/** Narrows a history to one field, and to who changed it. */
function HistoryFilters({ fields, people, field = '', person = '', onChange }: HistoryFiltersProps) {
  const t = useWords(log)
  return (
    <div className={styles.bar}>
      <NativeSelect
        size="sm"
        aria-label={t.field}
        value={field}
        data={[
          { value: '', label: t.allFields },
          ...fields.map(({ fieldId, displayName }) => ({ value: String(fieldId), label: displayName })),
        ]}
        onChange={(event) => onChange({ field: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        size="sm"
        aria-label={t.person}
        value={person}
        data={[
          { value: '', label: t.everybody },
          ...people.map(({ userId, name }) => ({ value: String(userId), label: name })),
        ]}
        onChange={(event) => onChange({ person: event.currentTarget.value || undefined })}
      />
    </div>
  )
}
