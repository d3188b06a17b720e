import { importRun } from '@ruam/contract/imports/run.ts'
import { MAX_CORRECTED_ROWS } from '@ruam/contract/platform/constants.ts'
import { useState } from 'react'
import { useWrite } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { remainingText } from '../remaining-text.ts'
import type { RecordOfRun, RunOfSource } from '../use-source.ts'

/** Cells of a row that were typed over, by column. */
type Typed = Readonly<Record<string, string>>

export interface Corrections {
  /** Number of rows with typed cells. */
  count: number
  busy: boolean
  /** Text of a cell: as typed, else as in the file. */
  textOf: (record: RecordOfRun, column: string) => string
  isTyped: (record: RecordOfRun) => boolean
  type: (record: RecordOfRun, column: string, text: string) => void
  /** Reason why a corrected row failed again; undefined before that. */
  errorOf: (record: RecordOfRun) => string | undefined
  start: () => void
}

const inFile = ({ data }: RecordOfRun, column: string) => data.find(({ id }) => id === column)?.value ?? ''

/** Holds corrected cells of failed rows, and imports those rows. */
export function useCorrections(id: number, { runId }: Pick<RunOfSource, 'runId'>): Corrections {
  const t = useWords(remainingText)
  const [typed, setTyped] = useState<ReadonlyMap<number, Typed>>(new Map())
  const [errors, setErrors] = useState<ReadonlyMap<number, string>>(new Map())
  const write = useWrite(importRun.correct)
  useUnsaved(typed.size > 0)

  function type(record: RecordOfRun, column: string, text: string) {
    const { [column]: _, ...others } = typed.get(record.recordNo) ?? {}
    const cells = text === inFile(record, column) ? others : { ...others, [column]: text }
    const next = new Map(typed)
    if (Object.keys(cells).length === 0) next.delete(record.recordNo)
    else next.set(record.recordNo, cells)
    setTyped(next)
  }

  async function start() {
    const rows = [...typed].map(([recordNo, cells]) => ({
      recordNo,
      cells: Object.entries(cells).map(([column, value]) => ({ id: column, value })),
    }))
    const failed = new Map<number, string>()
    let imported = 0
    try {
      for (let from = 0; from < rows.length; from += MAX_CORRECTED_ROWS) {
        const body = { rows: rows.slice(from, from + MAX_CORRECTED_ROWS) }
        const answer = await write.mutateAsync({ params: { id, runId }, body })
        imported += answer.imported
        for (const { recordNo, error } of answer.failed) failed.set(recordNo, error)
      }
    } catch (error) {
      // An alert has said why.
      if (!isApiError(error)) throw error
      return
    }
    setTyped(new Map([...typed].filter(([no]) => failed.has(no))))
    setErrors(failed)
    const left = failed.size > 0 && t.stillFailed({ count: failed.size })
    if (imported > 0) alerts.success([t.imported({ count: imported }), left].filter(Boolean).join(' · '))
    else if (left) alerts.error(left)
  }

  return {
    count: typed.size,
    busy: write.isPending,
    textOf: (record, column) => typed.get(record.recordNo)?.[column] ?? inFile(record, column),
    isTyped: ({ recordNo }) => typed.has(recordNo),
    type,
    errorOf: ({ recordNo }) => errors.get(recordNo),
    start: () => void start(),
  }
}
