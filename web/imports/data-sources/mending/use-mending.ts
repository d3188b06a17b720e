import { mending } from '@ruam/contract/imports/mending.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { useEffect, useState } from 'react'
import { type Got, useRead, useWrite } from '../../../data/api.ts'
import { useMayCall } from '../../../ui/may.ts'
import { isOver, type RunDetail, useRun } from '../use-source.ts'

export type Mending = Got<typeof mending.get>
export type MendingGroup = Mending['groups'][number]
export type MendedCell = Got<typeof mending.cells>['data'][number]

const refreshes = [importRun.getRun]

/** Lists the unreadable cells of a previewed data source, and keeps the list and its counts current. */
export function useMending(id: number) {
  const params = { id }
  const mayOpen = useMayCall(mending.open)
  const open = useWrite(mending.open, { quiet: true })
  const { mutateAsync } = open
  useEffect(() => {
    // The screen shows its refusal.
    if (mayOpen) mutateAsync({ params: { id } }).catch(() => {})
  }, [mayOpen, mutateAsync, id])
  const isOpen = !mayOpen || open.isSuccess
  const read = useRead(mending.get, { params }, { enabled: isOpen })
  const error = open.error ?? read.error
  return { list: isOpen ? read.data : undefined, error, mayChange: mayOpen }
}

/** Counts of the preview. While it counts again, those of before, and `counting`. */
export function useCounts(id: number, runId: string | undefined) {
  const { data: run } = useRun(id, runId, 'dry')
  const counted = run?.status === 'completed' && !run.outdated ? run : undefined
  const [last, setLast] = useState<RunDetail>()
  if (counted && counted !== last) setLast(counted)
  return { run: counted ?? last, counting: counted === undefined, failed: run !== undefined && isOver(run) && !counted }
}

/** Changes cells. Each change is saved at once. */
export function useChanges(id: number) {
  const params = { id }
  const set = useWrite(mending.set, { refreshes })
  const replace = useWrite(mending.replace, { refreshes })
  const suggest = useWrite(mending.suggest, { refreshes })
  const undo = useWrite(mending.undo, { refreshes })
  const forget = useWrite(mending.forget, { refreshes })
  const [savedAt, setSavedAt] = useState<string>()
  const noted = async <T>(change: Promise<T>) => {
    const answer = await change.catch(() => undefined)
    if (answer !== undefined) setSavedAt(new Date().toISOString())
    return answer
  }
  type Rule = Mending['rules'][number]
  type Group = Pick<MendingGroup, 'sourceSchemaId' | 'reason'>
  return {
    savedAt,
    busy: replace.isPending || suggest.isPending || undo.isPending || forget.isPending,
    set: ({ recordNo, sourceSchemaId }: MendedCell, text: string | null) =>
      noted(set.mutateAsync({ params, body: { recordNo, sourceSchemaId, text } })),
    replace: (body: { find: string; replacement: string; whole: boolean; remember: boolean } & Partial<Group>) =>
      noted(replace.mutateAsync({ params, body })),
    suggest: ({ sourceSchemaId, reason }: Group) =>
      noted(suggest.mutateAsync({ params, body: { sourceSchemaId, reason } })),
    undo: (change: number) => noted(undo.mutateAsync({ params, body: { change } })),
    forget: ({ sourceSchemaId, find, whole }: Rule) =>
      noted(forget.mutateAsync({ params, body: { sourceSchemaId, find, whole } })),
  }
}

export type Changes = ReturnType<typeof useChanges>

/** Sets the new value of a cell. */
export interface CellChanges {
  set: (cell: MendedCell, text: string | null) => Promise<unknown>
}
