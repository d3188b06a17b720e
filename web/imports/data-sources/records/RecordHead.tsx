import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../../../data/text.ts'
import { runs } from '../run-text.ts'

interface RecordHeadProps {
  title: string
  /** The way back to the rows, on a phone. */
  onBack: (() => void) | undefined
  /** Takes the focus: what was in focus before has gone. */
  focused?: boolean
  children?: ReactNode
}

/** The heading of what is shown of a row. */
export function RecordHead({ title, onBack, focused = false, children }: RecordHeadProps) {
  const t = useWords(runs)
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone the list the focus was in has gone.
  const takesFocus = focused || onBack !== undefined
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <header>
      {onBack && (
        <ActionIcon size={44} aria-label={t.backToRows} onClick={onBack}>
          <IconArrowLeft size={18} stroke={1.6} />
        </ActionIcon>
      )}
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </header>
  )
}
