import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from '../../../data/session.ts'
import { draft as stored } from '../../../data/storage.ts'
import type { MappingAnswer } from './mapping-answer.ts'
import {
  candidatesOf,
  changeRow,
  type Draft,
  type DraftRow,
  draftKeysOf,
  draftOf,
  joinAddress,
  problemOf,
  removeTitles,
  setActivity,
  setTarget,
  splitNameColumn,
  suggestedDraft,
} from './mapping-draft.ts'
import { isActivityKey, type MappingActivityType, type TargetKey, targetFields } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

/** The mapping while it is being made. What was chosen stays when the answer is read again, and with `keepAs` through a reload. */
export function useMappingDraft(mapping: MappingAnswer, types: readonly MappingActivityType[], keepAs?: string) {
  const { id: storeId } = useStore()
  const kept = useMemo(() => (keepAs === undefined ? undefined : keptDraft(keepAs, storeId)), [keepAs, storeId])
  const [before] = useState(() => {
    const found = kept?.get()
    return found?.of === stampOf(mapping) ? found.draft : undefined
  })
  const [draft, setDraft] = useState<Draft>(() => before ?? draftOf(mapping))
  const [dirty, setDirty] = useState(before !== undefined)
  useEffect(() => {
    if (dirty) kept?.set({ of: stampOf(mapping), draft })
  }, [kept, dirty, draft, mapping])
  const [remembered, setRemembered] = useState(false)
  const activity = types.find(({ id }) => id === draft.activity)
  const m = useStepWords(mappingText)
  const fields = useMemo(
    () => targetFields(mapping.profileFields, activity, { labels: m.labelsOfRow, number: m.numberOfRow }),
    [mapping.profileFields, activity, m],
  )

  const change = useCallback((next: (before: Draft) => Draft) => {
    setDirty(true)
    setDraft(next)
  }, [])
  const changeColumn = useCallback(
    (column: string, row: Partial<DraftRow>) => change((before) => changeRow(before, column, row)),
    [change],
  )
  const split = useCallback(
    (column: string) => change((before) => changeRow(before, column, { targets: splitNameColumn(before, column) })),
    [change],
  )
  const takeTitlesOff = useCallback((column: string) => change((before) => removeTitles(before, column)), [change])
  const joinToAddress = useCallback((column: string) => change((before) => joinAddress(before, column)), [change])
  const place = useCallback(
    (column: string, at: number, key: TargetKey) =>
      change((before) => {
        const row = before.rows[column]
        return row ? changeRow(before, column, { targets: setTarget(row, at, key) }) : before
      }),
    [change],
  )
  const chooseActivity = useCallback(
    (type: MappingActivityType | undefined) => {
      const known = targetFields([], type)
      change((before) => setActivity(before, type?.id ?? null, new Set([...known.keys()].filter(isActivityKey))))
    },
    [change],
  )
  /** Takes the mapping of the earlier file, or goes back to what is suggested. */
  const recall = (use: boolean) => {
    const from = mapping.remembered
    if (use && !from) return
    setRemembered(use)
    change(() => (use && from ? draftOf(mapping, from, true) : suggestedDraft(mapping)))
  }

  const candidates = candidatesOf(draft, mapping)
  const keys = draftKeysOf(draft, candidates)
  return {
    draft,
    fields,
    activity,
    dirty,
    saved() {
      kept?.remove()
      setDirty(false)
    },
    remembered,
    recall,
    change,
    changeColumn,
    split,
    takeTitles: takeTitlesOff,
    joinAddress: joinToAddress,
    place,
    chooseActivity,
    candidates,
    keys,
    problem: problemOf(draft, keys, fields),
  }
}

interface Kept {
  /** Mapping that the answers were given for. */
  of: string
  draft: Draft
}

/** Storage of a mapping's unsaved answers in this browser; `name` tells mappings apart. */
const keptDraft = (name: string, storeId: number) => stored<Kept>(`mapping.${name}`, storeId)

/** Version of the form of a draft. Drafts of an earlier form are dropped. */
const FORM = 4

/** Text that differs once the file, its columns or the saved mapping differ. */
const stampOf = ({ sourceSchema, mapping, saved }: MappingAnswer) =>
  JSON.stringify([FORM, saved, sourceSchema.map(({ name }) => name), mapping])
