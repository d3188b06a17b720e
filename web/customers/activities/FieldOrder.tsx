import { ActionIcon, NativeSelect } from '@mantine/core'
import { activityDate, type DataType } from '@ruam/contract/platform/system-fields.ts'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { FieldIcon } from '../fields/FieldIcon.tsx'
import styles from './FieldOrder.module.css'
import { movedField } from './field-order.ts'
import { text } from './text.ts'

const icon = { size: 18, stroke: 1.6 }

interface ActivityFieldOption {
  id: number
  displayName: string
  fieldName: string
  dataType: DataType
}

interface FieldOrderProps {
  /** Ids in their order, without the day. */
  value: number[]
  onChange: (value: number[]) => void
  /** Every field of the store's activities. */
  options: readonly ActivityFieldOption[]
  /** Why the fields there are could not be read. */
  unread?: string | undefined
  error?: string | undefined
}

/** The fields of an activity type: chosen, and put in order by buttons that keep the focus. */
export function FieldOrder({ value, onChange, options, unread, error }: FieldOrderProps) {
  const t = useWords(text)
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const focus = useRef<{ field: number; does: 'up' | 'down' }>(undefined)
  const [said, setSaid] = useState('')
  const byId = new Map(options.map((option) => [option.id, option]))
  const day = byId.get(activityDate.id)
  const left = options.filter((option) => option.id !== activityDate.id && !value.includes(option.id))
  useEffect(() => {
    const wanted = focus.current
    if (!wanted) return
    focus.current = undefined
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-field="${wanted.field}"]`) ?? []
    const ready = [...buttons].filter((button) => !button.disabled)
    // At an end the other way is left.
    ;(ready.find((button) => button.dataset.does === wanted.does) ?? ready[0])?.focus()
  })
  const move = (place: number, by: -1 | 1) => {
    const field = value[place]!
    focus.current = { field, does: by < 0 ? 'up' : 'down' }
    setSaid(t.placed({ name: byId.get(field)?.displayName ?? '', place: place + by + 1 }))
    onChange(movedField(value, place, by))
  }
  return (
    <fieldset className={styles.order}>
      <legend>{t.order}</legend>
      <ol ref={list}>
        {day && (
          <li>
            <FieldIcon field={day} />
            <span>{day.displayName}</span>
            <span className={styles.always}>{t.always}</span>
          </li>
        )}
        {value.map((field, place) => {
          const option = byId.get(field)
          const name = option?.displayName ?? ''
          return (
            <li key={field}>
              <FieldIcon field={option} />
              <span>{name}</span>
              <span className={styles.buttons}>
                <ActionIcon
                  data-field={field}
                  data-does="up"
                  aria-label={t.moveUp({ name })}
                  disabled={place === 0}
                  onClick={() => move(place, -1)}
                >
                  <IconArrowUp {...icon} />
                </ActionIcon>
                <ActionIcon
                  data-field={field}
                  data-does="down"
                  aria-label={t.moveDown({ name })}
                  disabled={place === value.length - 1}
                  onClick={() => move(place, 1)}
                >
                  <IconArrowDown {...icon} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t.remove({ name })}
                  onClick={() => onChange(value.filter((one) => one !== field))}
                >
                  <IconX {...icon} />
                </ActionIcon>
              </span>
            </li>
          )
        })}
      </ol>
      <span className="ruam-heard" aria-live="polite">
        {said}
      </span>
      <NativeSelect
        id={id}
        aria-label={t.addField}
        value=""
        disabled={left.length === 0}
        data={[
          { value: '', label: left.length === 0 && !unread ? t.allChosen : t.chooseField },
          ...left.map((option) => ({ value: String(option.id), label: option.displayName })),
        ]}
        onChange={(event) => {
          const chosen = left.find((option) => String(option.id) === event.currentTarget.value)
          if (chosen) onChange([...value, chosen.id])
        }}
      />
      {(error ?? unread) && (
        <p className={styles.error} role="alert">
          {error ?? unread}
        </p>
      )}
    </fieldset>
  )
}
