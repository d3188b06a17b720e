import { Loader, TextInput, type TextInputProps } from '@mantine/core'
import { useWords } from '../core/text.ts'
import { text } from './text.ts'
import type { Verdict } from './use-taken.ts'

interface CheckedInputProps extends TextInputProps {
  verdict: Verdict
}

/** A name that is checked while it is typed. */
export function CheckedInput({ verdict, error, description, ...rest }: CheckedInputProps) {
  const t = useWords(text)
  const said = { none: description, checking: t.checking, free: t.free, taken: description }[verdict]
  return (
    <TextInput
      {...rest}
      error={error ?? (verdict === 'taken' ? t.taken : undefined)}
      description={said}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={verdict === 'checking' && <Loader size={16} aria-hidden />}
    />
  )
}
