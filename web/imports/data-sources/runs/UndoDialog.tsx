import { Button, Group, Loader } from '@mantine/core'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { useEffect, useState } from 'react'
import { watchJob } from '../../../background/jobs/watch-job.ts'
import { useRead, useWrite } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { common } from '../../../data/words.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { undoText } from '../undo-text.ts'
import type { RunOfSource } from '../use-source.ts'
import styles from './UndoDialog.module.css'

interface UndoDialogProps {
  id: number
  run: Pick<RunOfSource, 'runId' | 'stats' | 'kind' | 'createdAt'>
  onClose: () => void
}

/** Shows what taking a run back would do, and begins it when that is wanted. */
export function UndoDialog({ id, run, onClose }: UndoDialogProps) {
  const t = useWords(undoText)
  const c = useWords(common)
  const format = useFormat()
  const isDay = run.kind === 'stream'
  const date = format.date(run.createdAt)
  const params = { id, runId: run.runId }
  const preview = useUndoPreview(params)
  const undo = useWrite(importUndo.undo, { quiet: true })
  const [refusal, setRefusal] = useState<string>()
  const begin = async () => {
    try {
      const { jobId } = await undo.mutateAsync({ params })
      watchJob(jobId)
      onClose()
    } catch (error) {
      if (!isApiError(error)) throw error
      setRefusal(error.message)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={isDay ? t.dayTitle({ date }) : t.title} transitionProps={{ duration: 0 }}>
      <div className={styles.body}>
        <FormNote message={refusal ?? preview.error?.message} />
        <p>{isDay ? t.dayText : t.text}</p>
        {!preview.error && <UndoCounts {...preview} isDay={isDay} rows={run.stats.total} />}
        <p className={styles.meanwhile}>{isDay ? t.dayMeanwhile : t.meanwhile}</p>
        <Group justify="flex-end" gap="sm">
          <Button size="md" onClick={onClose} data-autofocus>
            {c.cancel}
          </Button>
          <Button
            size="md"
            variant="filled"
            color="var(--ruam-danger-fill)"
            disabled={!preview.counts}
            loading={undo.isPending}
            onClick={() => void begin()}
          >
            {isDay ? t.undoDate({ date }) : t.undo}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}

const goes = [
  ...(['profilesRemoved', 'profilesRestored', 'valuesRestored', 'labelsRemoved', 'activitiesRemoved'] as const),
  ...(['consentsRestored', 'consentsRemoved'] as const),
]
const kept = ['profilesKept', 'valuesKept'] as const

type Counts = NonNullable<ReturnType<typeof useRead<typeof importUndo.undoPreview>>['data']>

/** Rows of a part, which takes about a second. */
const PART_ROWS = 200_000

/** Reads the preview part by part. `counts`: undefined until the last part is there. */
function useUndoPreview(params: { id: number; runId: string }) {
  const [before, setBefore] = useState<{ from: number; sum: Counts | undefined }>({ from: 0, sum: undefined })
  const query = { from: String(before.from), rows: String(PART_ROWS) }
  const read = useRead(importUndo.undoPreview, { params, query }, { staleTime: 0, gcTime: 0 })
  // The part before stays in the meantime.
  const part = read.isPlaceholderData ? undefined : read.data
  const sum = part && sumOf(before.sum, part)
  const next = part?.next
  useEffect(() => {
    if (next !== undefined) setBefore({ from: next, sum })
  })
  return { counts: next === undefined ? sum : undefined, counted: before.from, error: read.error }
}

function sumOf(one: Counts | undefined, other: Counts): Counts {
  if (!one) return other
  const sum = { ...one }
  for (const name of [...goes, ...kept]) {
    const counts = [one[name], other[name]].filter((count) => typeof count === 'number')
    if (counts.length > 0) sum[name] = counts.reduce((total, count) => total + count, 0)
  }
  return sum
}

interface UndoCountsProps {
  counts: Counts | undefined
  /** Rows whose preview is there already. */
  counted: number
  rows: number
  /** True for a day of a program or connector. */
  isDay: boolean
}

function UndoCounts({ counts, counted, rows, isDay }: UndoCountsProps) {
  const t = useWords(undoText)
  const words = isDay ? { ...t, profilesRemoved: t.dayRemoved, profilesKept: t.dayKept } : t
  const format = useFormat()
  if (!counts) {
    return (
      <div className={styles.counting} role="status">
        <Loader size={18} aria-hidden />
        {counted > 0 ? t.countedOf({ counted, count: rows }) : t.counting({ count: rows })}
      </div>
    )
  }
  // Omits zero counts.
  const linesOf = (names: readonly ((typeof goes)[number] | (typeof kept)[number])[]) =>
    names
      .map((name) => ({ name, count: counts[name] ?? 0 }))
      .filter(({ count }) => count > 0)
      .map(({ name, count }) => (
        <div key={name}>
          <dt>{words[name]}</dt>
          <dd>{format.formatNumber(count)}</dd>
        </div>
      ))
  const [moved, stays] = [linesOf(goes), linesOf(kept)]
  return (
    <div className={styles.counts} role="status">
      {moved.length > 0 ? <dl>{moved}</dl> : <p>{t.nothing}</p>}
      {stays.length > 0 && (
        <>
          <h3>{t.kept}</h3>
          <dl>{stays}</dl>
        </>
      )}
    </div>
  )
}
