import { NativeSelect } from '@mantine/core'
import { useWords } from '../data/text.ts'
import { text } from './text.ts'

interface StatusSelectProps<S extends string> {
  statuses: readonly S[]
  value: S | undefined
  onChange: (status: S | undefined) => void
}

/** Narrows a list to a status. */
export function StatusSelect<S extends 'active' | 'inactive' | 'error' | 'expired'>(props: StatusSelectProps<S>) {
  const { statuses, value, onChange } = props
  const t = useWords(text)
  return (
    <NativeSelect
      size="sm"
      aria-label={t.status}
      value={value ?? ''}
      data={[{ value: '', label: t.anyStatus }, ...statuses.map((one) => ({ value: one, label: t[one] }))]}
      onChange={(event) => onChange(statuses.find((one) => one === event.currentTarget.value))}
    />
  )
}
