import { profileHistory } from '@ruam/contract/customers/history.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useCallback, useState } from 'react'
import { useRefresh, useWrite } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { currentOf } from '../../../data/stale.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { alerts } from '../../../ui/alerts.ts'
import { type FieldErrors, fieldErrorsOf, focusFirst } from '../field-errors.ts'
import { sentValue, useTyped } from '../field-typed.ts'
import type { ListedProfile, ProfileListField } from '../values.ts'
import { editable, type Merging, meet, type Typed } from './edit-merge.ts'

interface Editing {
  fields: ProfileListField[]
  /** Base of the edit; after a merge, the values saved by the other person. */
  base: Typed
  draft: Typed
  originTime: string
  /** Sensitive fields that were asked for, and may be changed. */
  revealed: ReadonlySet<number>
  merge: Merging | undefined
}

/** Edit of a profile: typed values, changed values, and the merge with a simultaneous edit. */
export function useProfileEdit(profile: ListedProfile) {
  const c = useWords(common)
  const typed = useTyped()
  const refresh = useRefresh()
  const write = useWrite(profiles.update, { quiet: true, refreshes: [profileHistory.list] })
  const asTyped = (fields: readonly ProfileListField[]): Typed =>
    Object.fromEntries(fields.map((field) => [field.id, typed(field, field.value)]))
  const [editing, setEditing] = useState<Editing>(() => {
    const base = asTyped(profile.fields)
    const { fields, updatedAt } = profile
    return { fields, base, draft: base, originTime: updatedAt, revealed: new Set(), merge: undefined }
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState<string>()
  const [saved, setSaved] = useState(false)
  const { fields, base, draft, originTime, revealed } = editing
  const changed = fields.filter((field) => editable(field, revealed) && draft[field.id] !== base[field.id])

  const type = useCallback((id: number, text: string) => {
    setEditing((now) => ({ ...now, draft: { ...now.draft, [id]: text } }))
    setErrors(({ [id]: _gone, ...rest }) => rest)
  }, [])
  const reveal = useCallback((id: number, text: string) => {
    setEditing((now) => ({
      ...now,
      base: { ...now.base, [id]: text },
      draft: { ...now.draft, [id]: text },
      revealed: new Set(now.revealed).add(id),
    }))
  }, [])

  const show = async (error: unknown) => {
    if (!isApiError(error)) throw error
    switch (error.name) {
      case 'values_invalid': {
        const found = fieldErrorsOf(error)
        setErrors(found)
        setEditing((now) => ({ ...now, merge: undefined }))
        return focusFirst(found)
      }
      case 'stale_edit': {
        const current: ListedProfile = currentOf(profiles.update)(error)
        const met = meet(editing, current.fields, asTyped(current.fields), revealed)
        return setEditing((now) => ({ ...now, ...met, fields: current.fields, originTime: current.updatedAt }))
      }
      case 'profile_locked':
        // The banner says what runs; what was typed waits.
        alerts.error(error.message)
        return refresh(profiles.editable)
      default:
        setRefusal(error.message)
    }
  }
  const save = async () => {
    if (write.isPending || saved) return
    setRefusal(undefined)
    setErrors({})
    if (changed.length === 0 && !editing.merge) return setSaved(true)
    try {
      const sent = changed.map((field) => ({ id: field.id, value: sentValue(field, draft[field.id] ?? '') }))
      await write.mutateAsync({ params: { id: profile.id }, body: { fields: sent, originTime } })
      alerts.success(c.saved)
      setSaved(true)
    } catch (error) {
      await show(error)
    }
  }
  return {
    ...editing,
    changed,
    errors,
    refusal,
    saved,
    saving: write.isPending,
    type,
    reveal,
    save,
    closeMerge: () => setEditing((now) => ({ ...now, merge: undefined })),
  }
}
