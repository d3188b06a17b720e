import type { TextInputProps } from '@mantine/core'
import { CheckedInput } from '../core/CheckedInput.tsx'
import { useTaken } from './use-taken.ts'

interface NameInputProps extends TextInputProps {
  of: 'field' | 'type'
  /** What stands in it now. */
  typed: string
  /** Whether what is typed may be a name at all. */
  valid: boolean
}

/** A name that is checked while it is typed. */
export function NameInput({ of, typed, valid, ...rest }: NameInputProps) {
  return <CheckedInput {...rest} verdict={useTaken(of, typed, valid)} />
}
