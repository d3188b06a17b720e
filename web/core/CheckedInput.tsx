import { Loader, TextInput, type TextInputProps } from '@mantine/core'
import type { Verdict } from './name-verdict.ts'
import { useWords } from './text.ts'
import { common } from './words.ts'

interface CheckedInputProps extends TextInputProps {
  verdict: Verdict
}

/** A name that is checked while it is typed. */
export function CheckedInput({ verdict, error, description, ...rest }: CheckedInputProps) {
  const t = useWords(common)
  const said = { none: description, checking: t.checkingName, free: t.nameFree, taken: description }[verdict]
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
