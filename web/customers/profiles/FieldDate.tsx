import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useCallback, useId, useRef, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePlaced } from '../../ui/use-placed.ts'
import styles from './FieldDate.module.css'
import { dayOf, typedDay } from './field-date.ts'
import { fieldInput } from './field-input-text.ts'

const loadCalendar = () => import('./FieldCalendar.tsx')
const Calendar = lazyPart(loadCalendar)

/** Pixels: from the input, and from the edge of the window. */
const GAP = 4
const EDGE = 8

interface FieldDateProps extends Omit<TextInputProps, 'onChange' | 'value' | 'label'> {
  label: string
  value: string
  onChange: (typed: string) => void
}

/** A date: typed in either era, or chosen from a calendar in the person's own. */
export function FieldDate({ value, onChange, ...rest }: FieldDateProps) {
  const t = useWords(fieldInput)
  const { era } = useFormat()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  /** Under the input, or above it near the lower edge of the window. */
  const place = useCallback(() => {
    if (!panel.current || !input.current) return
    const { top, bottom, right } = input.current.getBoundingClientRect()
    const { width, height } = panel.current.getBoundingClientRect()
    const over = bottom + GAP + height > innerHeight && top - GAP - height > EDGE
    panel.current.style.top = `${over ? top - GAP - height : bottom + GAP}px`
    panel.current.style.left = `${Math.max(EDGE, right - width)}px`
  }, [])
  usePlaced(open, place)
  const choose = (day: string) => {
    panel.current?.hidePopover()
    onChange(typedDay(day, era))
    input.current?.focus()
  }
  return (
    <>
      <TextInput
        {...rest}
        ref={input}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        inputMode="text"
        autoComplete="off"
        rightSectionPointerEvents="all"
        rightSectionWidth={44}
        rightSection={
          <ActionIcon
            popoverTarget={id}
            disabled={rest.disabled}
            aria-label={t.openCalendar({ name: rest.label })}
            onPointerEnter={() => void loadCalendar()}
          >
            <IconCalendar size={18} stroke={1.6} />
          </ActionIcon>
        }
      />
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={styles.panel}
        role="dialog"
        aria-label={t.calendar}
        // Esc closes the calendar alone, not the dialog it may stand in.
        onFocus={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState }) => (newState === 'open' ? place() : setOpen(false))}
      >
        {open && (
          <Suspense>
            <Calendar day={dayOf(value)} onChoose={choose} onShown={place} />
          </Suspense>
        )}
      </div>
    </>
  )
}
