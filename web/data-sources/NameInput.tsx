import { Loader, TextInput, type TextInputProps } from '@mantine/core'
import { useWords } from '../core/text.ts'
import { mappingText } from './mapping-text.ts'
import { useTaken } from './use-taken.ts'

interface NameInputProps extends TextInputProps {
  of: 'field' | 'type' | 'label'
  /** What stands in it now. */
  typed: string
  /** What the form says of it. */
  error?: TextInputProps['error']
  /** Whether what is typed may be a name at all. */
  valid: boolean
}

/** A name that is checked while it is typed. */
export function NameInput({ of, typed, error, valid, description, ...rest }: NameInputProps) {
  const t = useWords(mappingText)
  const verdict = useTaken(of, typed, valid)
  const said = { no: description, checking: t.checkingName, free: t.nameFree, taken: description }[verdict]
  return (
    <TextInput
      {...rest}
      error={error ?? (verdict === 'taken' ? t.nameTaken : undefined)}
      description={said}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={verdict === 'checking' && <Loader size={16} aria-hidden />}
    />
  )
}
