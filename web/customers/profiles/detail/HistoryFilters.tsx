import { NativeSelect } from '@mantine/core'
import type { profileHistory } from '@ruam/contract/customers/history.ts'
import type { Got } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import styles from './Log.module.css'
import { log } from './log-text.ts'

interface HistoryFiltersProps extends Pick<Got<typeof profileHistory.list>, 'fields' | 'people'> {
  /** As they stand in the address. */
  field: string | undefined
  person: string | undefined
  onChange: (change: { field?: string | undefined; person?: string | undefined }) => void
}

/** Narrows a history to one field, and to who changed it. */
export function HistoryFilters({ fields, people, field = '', person = '', onChange }: HistoryFiltersProps) {
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
