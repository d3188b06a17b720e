import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { useRead } from '../../../data/api.ts'
import overlays from '../../../ui/overlays.module.css'
import { FieldInput, type FieldOfInput, inputName } from '../FieldInput.tsx'

const TYPING_MS = 300
const SHORT = 200

interface ActivityFieldInputProps {
  /** The type of the activity. */
  type: number
  field: FieldOfInput
  value: string
  onChange: (typed: string) => void
  error?: string | undefined
}

/** The control for one field of an activity; text is offered as other activities of the type have it. */
export function ActivityFieldInput({ type, ...input }: ActivityFieldInputProps) {
  const { field, value } = input
  const plain = field.dataType === 'String' && !value.includes('\n')
  return plain ? <OfferedText type={type} {...input} /> : <FieldInput {...input} />
}

/** The values that begin as what is typed; a search that failed clears them (spec section 7). */
function useOffered(type: number, name: string, typed: string): string[] {
  const wanted = typed.trim()
  const [asked] = useDebouncedValue(wanted, TYPING_MS)
  const read = useRead(
    profileActivities.searchField,
    { params: { id: type, field: name }, query: { value: asked } },
    { enabled: asked !== '' && asked.length <= SHORT, staleTime: 60_000 },
  )
  if (wanted === '' || read.error) return []
  return [...new Set(read.data?.data.flatMap((value) => (typeof value === 'string' ? [value] : [])))]
}

function OfferedText({ type, field, value, onChange, error }: ActivityFieldInputProps) {
  return (
    <Autocomplete
      name={inputName(field.id)}
      label={field.displayName}
      value={value}
      onChange={onChange}
      error={error}
      data={useOffered(type, field.name, value)}
      // The server has compared them already, in the canonical form of Thai.
      filter={({ options }) => options}
      autoComplete="off"
      withScrollArea={false}
      classNames={{ options: overlays.options ?? '' }}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  )
}
