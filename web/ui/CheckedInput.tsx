import { ActionIcon, Loader, TextInput, type TextInputProps } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { Ref } from 'react'
import type { NameCheck } from '../data/name-check.ts'
import { useWords } from '../data/text.ts'
import { nameWords } from './name-words.ts'

interface CheckedInputProps extends TextInputProps {
  check: NameCheck
  /** Said of a name that is taken, where it is not the usual sentence. */
  taken?: string
  ref?: Ref<HTMLInputElement>
}

/** A name that is checked while it is typed; a check that failed is made again when it is left, or asked for. */
export function CheckedInput({ check, taken, error, description, onBlur, ...rest }: CheckedInputProps) {
  const t = useWords(nameWords)
  const { verdict } = check
  const again = () => void check.recheck()
  const said = { checking: t.checkingName, free: error ? description : t.nameFree, failed: t.nameUnchecked }
  const wrong = { taken: taken ?? t.nameTaken, failed: t.nameNotValid }
  const beside = {
    checking: <Loader size={16} aria-hidden />,
    // The input keeps the focus: by keyboard the check is made again on leaving it, and the button is gone meanwhile.
    failed: (
      <ActionIcon
        aria-label={t.checkNameAgain}
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={again}
      >
        <IconRefresh size={16} stroke={1.6} />
      </ActionIcon>
    ),
  }
  return (
    <TextInput
      {...rest}
      // Comes and goes with what is typed.
      wrapperProps={{ 'data-hint': description === undefined || undefined }}
      error={error ?? wrong[verdict as keyof typeof wrong]}
      description={said[verdict as keyof typeof said] ?? description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      rightSection={beside[verdict as keyof typeof beside]}
      onBlur={(event) => {
        onBlur?.(event)
        if (verdict === 'failed') again()
      }}
    />
  )
}
