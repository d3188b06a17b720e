import { ActionIcon } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useWords } from '../../../data/text.ts'
import { FormNote } from '../../../ui/FormNote.tsx'
import { StaleNote } from '../../../ui/StaleNote.tsx'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { useLasting } from '../../../ui/use-lasting.ts'
import { FieldInput, inputName } from '../FieldInput.tsx'
import { useTypedText } from '../use-typed-text.ts'
import type { ProfileListField } from '../values.ts'
import styles from './InlineEdit.module.css'
import { inlineEditText } from './inline-edit-text.ts'
import { useOpenProfile } from './open-profile.ts'
import { useInlineEdit } from './use-inline-edit.ts'

/** The side panel may open another customer at the same path. */
const whoIsOpen = ({ pathname, search }: { pathname: string; search: { open?: unknown } }) =>
  `${pathname} ${search.open ?? ''}`

interface EditInPlaceFormProps {
  title: string
  fields: readonly ProfileListField[]
  /** The field that gets the focus. */
  first: number
  /** `focus`: the person stays at this value. */
  onLeave: (focus: boolean) => void
}

/** The inputs of a value where it stood. Enter saves, Esc leaves; what was typed is not lost by a click elsewhere. */
export function InlineEditForm({ title, fields, first, onLeave }: EditInPlaceFormProps) {
  const t = useWords(inlineEditText)
  const typedText = useTypedText()
  const profile = useOpenProfile()
  const form = useRef<HTMLFormElement>(null)
  const edit = useInlineEdit({ title, profile, fields, onDone: () => onLeave(true) })
  const waits = useLasting(edit.saving)
  useUnsaved(edit.dirty, whoIsOpen)
  useEffect(() => {
    const input = form.current?.querySelector<HTMLElement>(`[name="${inputName(first)}"]`)
    input?.focus()
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select()
  }, [first])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    const { target } = event
    if (event.key === 'Escape' && !form.current?.querySelector(':popover-open')) {
      event.preventDefault()
      onLeave(true)
    }
    // A choice and a text of several lines have an Enter of their own.
    const sends = target instanceof HTMLSelectElement || (target instanceof HTMLTextAreaElement && !event.shiftKey)
    if (event.key === 'Enter' && sends) {
      event.preventDefault()
      void edit.save()
    }
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (edit.dirty || edit.saving || currentTarget.contains(relatedTarget)) return
    // Another window has the focus: the input gets it back with the window.
    if (document.hasFocus()) onLeave(false)
  }
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={t.edit({ name: title })}
      noValidate
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onSubmit={(event) => {
        event.preventDefault()
        void edit.save()
      }}
    >
      <div className={styles.row}>
        <div className={styles.inputs} data-many={fields.length > 1 ? fields.length : undefined}>
          {fields.map((field) => (
            <FieldInput
              key={field.id}
              field={field}
              value={edit.typed[field.id] ?? ''}
              onChange={(text) => edit.type(field.id, text)}
              error={edit.errors[field.id]}
            />
          ))}
        </div>
        <div className={styles.buttons}>
          <ActionIcon type="submit" size={32} variant="default" loading={waits} aria-label={t.save({ name: title })}>
            <IconCheck size={16} stroke={1.8} />
          </ActionIcon>
          <ActionIcon size={32} aria-label={t.cancel({ name: title })} onClick={() => onLeave(true)}>
            <IconX size={16} stroke={1.6} />
          </ActionIcon>
        </div>
        <small className={styles.keys} aria-hidden>
          {t.keys}
        </small>
      </div>
      <FormNote message={edit.refusal} />
      <StaleNote
        stale={edit.clash.length > 0}
        conflicts={edit.clash.map(({ field, theirs }) => ({
          label: field.displayName,
          value: typedText(field, theirs),
          onTake: () => edit.take(field.id),
        }))}
      />
    </form>
  )
}
