import { useForm } from '@mantine/form'
import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { useState } from 'react'
import { type ApiError, isApiError } from '../data/request.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { alerts } from './alerts.ts'
import { mergeEdits } from './merge-edits.ts'
import { useClose } from './unsaved.ts'

type Path<V> = keyof V & string
type Form<V extends Record<string, unknown>> = ReturnType<typeof useForm<V>>
type Rules<V extends Record<string, unknown>> = NonNullable<NonNullable<Parameters<typeof useForm<V>>[0]>['validate']>

/** A record whose edits are made over a version. */
interface Versioned {
  updatedAt: string | null
}

interface RecordFormOptions<V extends Record<string, unknown>, R extends Versioned, S> {
  /** The record to change; without one a record is made. */
  record?: R | undefined
  /** Initial values of a new record. */
  blank: V
  valuesOf?: (record: R) => V
  validate?: Rules<V>
  /** The fields that refusals of the server belong to; others stand above the form. */
  refusedAt?: Partial<Record<ErrorName, Path<V>>>
  /** The sentence of a refusal that says more than the server's; undefined for the server's own. */
  refusalOf?: (error: ApiError) => string | undefined
  /** Reads the newer version out of the refusal of a stale edit (currentOf). */
  current?: (error: ApiError) => R
  /** Sends the values. `originTime`: the version they were edited over, '' for a new record. */
  save: (values: V, originTime: string) => Promise<S>
  /** Runs after a save, instead of a short note and closing. */
  onSaved?: (answer: S) => void
  onClose: () => void
}

/** A form over one record, as RecordDialog shows it. */
export interface RecordForm<V extends Record<string, unknown>> {
  form: Form<V>
  /** Base of the edit, or the version saved by another person. */
  base: V
  isNew: boolean
  saving: boolean
  /** Error of the whole record. */
  refusal: string | undefined
  /** Another person has saved meanwhile, and both edits are merged. */
  stale: boolean
  /** Values changed by both: the person's stay until they accept the others. */
  conflicts: readonly Path<V>[]
  takeTheirs: (path: Path<V>) => void
  save: (values: V) => Promise<void>
  /** Closes, after asking when something was typed. */
  close: () => Promise<void>
}

/**
 * The state of a dialog that makes or changes one record: its values, the version they are edited over, errors at their fields, and
 * the merge of an edit that met another.
 */
export function useRecordForm<V extends Record<string, unknown>, R extends Versioned, S>(
  options: RecordFormOptions<V, R, S>,
): RecordForm<V> {
  const { record, blank, valuesOf, refusedAt = {}, refusalOf, current, onSaved, onClose } = options
  const c = useWords(common)
  const [start] = useState(() => (record && valuesOf ? valuesOf(record) : blank))
  const [version, setVersion] = useState({ base: start, originTime: record?.updatedAt ?? '', stale: false })
  const [conflicts, setConflicts] = useState<readonly Path<V>[]>([])
  const [refusal, setRefusal] = useState<string>()
  const [saving, setSaving] = useState(false)
  const form = useForm<V>({
    mode: 'controlled',
    initialValues: start,
    ...(options.validate && { validate: options.validate }),
  })
  const set = form.setFieldValue as (path: string, value: unknown) => void
  const close = useClose(form.isDirty(), onClose)

  const merge = (mine: V, newer: R, theirs: V) => {
    const { merged, conflicts } = mergeEdits(version.base, mine, theirs)
    setVersion({ base: theirs, originTime: newer.updatedAt ?? '', stale: true })
    setConflicts(conflicts as Path<V>[])
    form.setValues(merged)
  }
  const show = (error: unknown, values: V) => {
    if (!isApiError(error)) throw error
    if (error.name === 'stale_edit' && current && valuesOf) {
      const newer = current(error)
      return merge(values, newer, valuesOf(newer))
    }
    const path = refusedAt[error.name as ErrorName]
    if (path) form.setFieldError(path, error.message)
    else setRefusal(refusalOf?.(error) ?? error.message)
  }
  const save = async (values: V) => {
    setRefusal(undefined)
    setSaving(true)
    try {
      const answer = await options.save(values, version.originTime)
      form.resetDirty(values)
      if (onSaved) return onSaved(answer)
      alerts.success(c.saved)
      onClose()
    } catch (error) {
      show(error, values)
    } finally {
      setSaving(false)
    }
  }
  return {
    form,
    base: version.base,
    isNew: record === undefined,
    saving,
    refusal,
    stale: version.stale,
    conflicts,
    takeTheirs(path) {
      set(path, version.base[path])
      setConflicts((now) => now.filter((one) => one !== path))
    },
    save,
    close,
  }
}
