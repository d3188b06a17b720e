import { useCallback, useMemo, useState } from 'react'
import type { MappingAnswer } from './mapping-answer.ts'
import {
  candidatesOf,
  changeRow,
  type Draft,
  type DraftRow,
  draftOf,
  joinAddress,
  keysOf,
  placeTarget,
  problemOf,
  setActivity,
  splitName,
  suggestedDraft,
  takeTitles,
} from './mapping-draft.ts'
import { type ActivityType, isActivityKey, type TargetKey, targetFields } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

/** The mapping while it is being made. What was chosen stays when the answer is read again. */
export function useMappingDraft(mapping: MappingAnswer, types: readonly ActivityType[]) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(mapping))
  const [dirty, setDirty] = useState(false)
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
    (column: string) => change((before) => changeRow(before, column, { targets: splitName(before, column) })),
    [change],
  )
  const takeTitlesOff = useCallback((column: string) => change((before) => takeTitles(before, column)), [change])
  const joinToAddress = useCallback((column: string) => change((before) => joinAddress(before, column)), [change])
  const place = useCallback(
    (column: string, at: number, key: TargetKey) =>
      change((before) => {
        const row = before.rows[column]
        return row ? changeRow(before, column, { targets: placeTarget(row, at, key) }) : before
      }),
    [change],
  )
  const chooseActivity = useCallback(
    (type: ActivityType | undefined) => {
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
  const keys = keysOf(draft, candidates)
  return {
    draft,
    fields,
    activity,
    dirty,
    saved: () => setDirty(false),
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
