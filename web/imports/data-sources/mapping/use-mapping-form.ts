import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { wizard } from '../wizard-text.ts'
import { mapLeftColumns } from './left-columns.ts'
import type { OpenEditor } from './MappingDialogs.tsx'
import type { MappingAnswer } from './mapping-answer.ts'
import { bodyOf, clashesOf, type MappingRequest } from './mapping-draft.ts'
import { ACTIVITY_DATE, type MappingActivityType, type TargetKey } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'
import { useMappingDraft } from './use-mapping-draft.ts'
import { useMayLeave } from './use-may-leave.ts'
import { useNewKey } from './use-new-key.ts'
import { useVisibleColumns } from './use-visible-columns.ts'

interface MappingFormOptions {
  mapping: MappingAnswer
  types: readonly MappingActivityType[]
  /** Returns false if the mapping was refused. */
  save: (body: MappingRequest) => Promise<boolean>
  saving: boolean
  refusal: string | undefined
  /** The part of an address that makes it another screen. */
  part?: Parameters<typeof useUnsaved>[1]
  /** Name under which unsaved answers survive a reload; left out where they do not. */
  keepAs?: string
}

/** State of a mapping: draft, visible columns, open dialog, and how it is saved. */
export function useMappingForm({ mapping, types, save, saving, refusal, part, keepAs }: MappingFormOptions) {
  const t = useStepWords(wizard)
  const m = useStepWords(mappingText)
  const [asked, setAsked] = useState(false)
  const [making, setMaking] = useState<OpenEditor>()
  const [reveal, setReveal] = useState<string>()
  const page = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  const open = useCallback((next: OpenEditor) => {
    opener.current = document.activeElement
    setMaking(next)
  }, [])
  const close = () => {
    flushSync(() => setMaking(undefined))
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const { draft, fields, activity, keys, problem, ...mapper } = useMappingDraft(mapping, types, keepAs)
  const { only, counts, waitingColumns, ...shown } = useVisibleColumns(mapping, draft, fields)
  const { mayLeave, leaving } = useMayLeave(mapping, draft, fields, waitingColumns)
  const proposed = useNewKey(mapping, draft)
  const newKey = keepAs === undefined ? undefined : proposed
  useUnsaved(mapper.dirty && !saving, part)

  const { changeColumn, split, takeTitles, joinAddress, change } = mapper
  const actions = useMemo(
    () => ({
      change: changeColumn,
      split,
      takeTitles,
      joinAddress,
      newField: (column: string, place: number, of: 'profile' | 'activity') =>
        open({ what: 'field', column, place, of }),
      reorder: (key: Extract<OpenEditor, { what: 'order' }>['key']) => open({ what: 'order', key }),
    }),
    [changeColumn, split, takeTitles, joinAddress, open],
  )
  const dateName = fields.get(ACTIVITY_DATE)?.displayName ?? ''
  const sentences = {
    columnsNeeded: t.columnsNeeded,
    clashNeeded: t.clashNeeded,
    keysNeeded: t.keysNeeded,
    activityDateNeeded: m.activityDateNeeded({ field: dateName }),
  }
  // A proposed field is a key, and feeds a column.
  const missing = newKey && (problem === 'keysNeeded' || problem === 'columnsNeeded') ? undefined : problem
  /** `told`: the page has listed what is left out and waits. `onProblem`: shows the table, where the problem is. */
  const next = async ({ told = false, onProblem }: { told?: boolean; onProblem?: () => void } = {}) => {
    setAsked(true)
    if (!missing) {
      const { answer, left } = told ? { answer: 'on' as const, left: [] } : await mayLeave()
      if (answer === 'use') change((before) => mapLeftColumns(before, left, fields))
      if (answer !== 'on') {
        const others = answer === 'back' ? waitingColumns : []
        shown.showThese(new Set([...left.map(({ id }) => id), ...others]))
      } else {
        const body = bodyOf(draft, keys, fields, [...waitingColumns])
        if (await save(newKey ? await newKey.accept(body) : body)) mapper.saved()
      }
      return
    }
    const clash = mapping.sourceSchema.find(({ id }) => clashesOf(draft, fields).has(id))
    const at = missing === 'clashNeeded' ? clash?.id : mapping.sourceSchema[0]?.id
    const inSentence = missing === 'keysNeeded' || missing === 'activityDateNeeded'
    // Rows to correct may be filtered, or not rendered yet.
    flushSync(() => {
      if (missing !== 'keysNeeded') onProblem?.()
      shown.showAll()
      setReveal(at)
    })
    page.current
      ?.querySelector<HTMLElement>(inSentence ? 'select[aria-invalid="true"]' : `[data-column="${at}"]`)
      ?.focus()
  }
  return {
    page,
    mapper: { ...mapper, draft, fields, activity, keys, problem: missing },
    shown: { ...shown, only, counts },
    dialog: {
      making,
      open,
      close,
      onField(column: string, place: number, key: TargetKey, id: number) {
        mapper.place(column, place, key)
        if (making?.what === 'field' && making.asKey) change((before) => ({ ...before, keys: [...before.keys, id] }))
        close()
      },
      onOrder(key: TargetKey, columns: string[]) {
        change((before) => ({ ...before, order: { ...before.order, [key]: columns } }))
        close()
      },
      onType(type: MappingActivityType) {
        mapper.chooseActivity(type)
        close()
      },
    },
    /** The column that a new field is proposed for, as the first key. */
    newKey,
    actions,
    leaving,
    reveal,
    next,
    saving,
    message: asked && missing ? sentences[missing] : refusal,
    dateMissing: asked && problem === 'activityDateNeeded',
  }
}
