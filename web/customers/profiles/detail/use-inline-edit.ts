import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useRef, useState } from 'react'
import { useRefresh } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useWords } from '../../../data/text.ts'
import { alerts, UNDO_MS } from '../../../ui/alerts.ts'
import { type FieldErrors, fieldErrorsOf, focusFirst } from '../field-errors.ts'
import { sentValue, useTyped } from '../field-typed.ts'
import type { ListedProfile, ProfileListField } from '../values.ts'
import { inlineEditText } from './inline-edit-text.ts'
import { type EditedValue, useSaveValues } from './use-save-values.ts'

interface Editing {
  title: string
  profile: ListedProfile
  /** As they were when the edit began; a hidden one with its value. */
  fields: readonly ProfileListField[]
  onDone: () => void
}

/** Edit of one line of a profile: typed values, saving, conflicts with simultaneous edits, and undo. */
export function useInlineEdit({ title, profile, fields, onDone }: Editing) {
  const t = useWords(inlineEditText)
  const typedOf = useTyped()
  const save = useSaveValues()
  const refresh = useRefresh()
  const asTyped = (values: ReadonlyMap<number, EditedValue>) =>
    Object.fromEntries(fields.map((field) => [field.id, typedOf(field, values.get(field.id) ?? null)]))
  const [seen, setSeen] = useState<ReadonlyMap<number, EditedValue>>(
    () => new Map(fields.map(({ id, value }) => [id, value])),
  )
  const [originTime, setOriginTime] = useState(profile.updatedAt)
  const base = asTyped(seen)
  const [typed, setTyped] = useState<Record<number, string>>(base)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState<string>()
  /** Fields that another person has changed meanwhile. */
  const [clash, setClash] = useState<readonly number[]>([])
  const [saving, setSaving] = useState(false)
  // A second Enter while the first is on its way is the same one.
  const busy = useRef(false)
  const changed = fields.filter(({ id }) => typed[id] !== base[id])

  const undo = async (
    saved: ListedProfile,
    before: ReadonlyMap<number, EditedValue>,
    written: ReadonlyMap<number, EditedValue>,
  ) => {
    const values = [...before].map(([id, value]) => ({ id, value }))
    try {
      const back = await save({ id: saved.id, fields: values, seen: written, originTime: saved.updatedAt })
      if (back.done === 'clash') alerts.error(t.undoStale({ name: title }))
      else alerts.success(t.undone({ name: title }))
    } catch (error) {
      if (!isApiError(error)) throw error
      alerts.error(Object.values(fieldErrorsOf(error))[0] ?? error.message)
    }
  }
  const write = async () => {
    const edits = changed.map((field) => ({ id: field.id, value: sentValue(field, typed[field.id] ?? '') }))
    const before = new Map(changed.map(({ id }) => [id, seen.get(id) ?? null]))
    const result = await save({ id: profile.id, fields: edits, seen: before, originTime })
    if (result.done === 'clash') {
      const theirs = new Map([...seen, ...result.values])
      const now = asTyped(theirs)
      setSeen(theirs)
      setOriginTime(result.profile.updatedAt)
      // Equal edits need no choice.
      if (changed.every(({ id }) => now[id] === typed[id])) {
        onDone()
        return alerts.success(t.savedMet({ name: title }))
      }
      return setClash(changed.flatMap(({ id }) => (now[id] === typed[id] || now[id] === base[id] ? [] : [id])))
    }
    onDone()
    const written = new Map(
      changed.map((field) => {
        const now = result.profile.fields.find(({ id }) => id === field.id)
        return [field.id, now?.masked ? sentValue(field, typed[field.id] ?? '') : (now?.value ?? null)]
      }),
    )
    alerts.success((result.met ? t.savedMet : t.saved)({ name: title }), {
      action: { label: t.undo, onClick: () => undo(result.profile, before, written) },
      autoClose: UNDO_MS,
    })
  }
  return {
    typed,
    errors,
    refusal,
    saving,
    dirty: changed.length > 0,
    clash: clash.map((id) => ({ field: fields.find((field) => field.id === id)!, theirs: base[id] ?? '' })),
    type: (id: number, text: string) => {
      setTyped((now) => ({ ...now, [id]: text }))
      setErrors(({ [id]: _gone, ...rest }) => rest)
    },
    take: (id: number) => {
      setTyped((now) => ({ ...now, [id]: base[id] ?? '' }))
      setClash((now) => now.filter((one) => one !== id))
    },
    save: async () => {
      if (busy.current) return
      if (changed.length === 0) return onDone()
      busy.current = true
      setSaving(true)
      setRefusal(undefined)
      setErrors({})
      try {
        await write()
      } catch (error) {
        if (!isApiError(error)) throw error
        const found = fieldErrorsOf(error)
        setErrors(found)
        focusFirst(found)
        if (Object.keys(found).length === 0) setRefusal(error.message)
        // The page says what runs.
        if (error.name === 'profile_locked') void refresh(profiles.editable)
      } finally {
        busy.current = false
        setSaving(false)
      }
    },
  }
}
