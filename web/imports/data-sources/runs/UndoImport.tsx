import { importUndo } from '@ruam/contract/imports/undo.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { JobProgress } from '../../../background/jobs/JobProgress.tsx'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useMayCall } from '../../../ui/may.ts'
import { undoText } from '../undo-text.ts'
import type { RunOfSource } from '../use-source.ts'
import { UndoButton } from './UndoButton.tsx'
import styles from './UndoImport.module.css'

/** The way to undo a day of a program or connector, how that goes, and when it was done. */
export function UndoImport({ id, run }: { id: number; run: RunOfSource }) {
  const t = useWords(undoText)
  const format = useFormat()
  const mayUndo = useMayCall(importUndo.undo)
  if (run.undoneAt)
    return (
      <p>
        {t.undoneAt({ date: format.dateTime(run.undoneAt) })}
        {run.undoneBy && ` · ${run.undoneBy}`}
      </p>
    )
  if (run.undoJobId !== null) {
    return (
      <div className={styles.progress}>
        <JobProgress jobId={run.undoJobId} />
      </div>
    )
  }
  if (!mayUndo || run.undoableUntil === null) return null
  return (
    <div className={styles.offer}>
      <UndoButton id={id} run={run} leftSection={<IconArrowBackUp size={16} stroke={1.6} />}>
        {t.undoDay}
      </UndoButton>
      <span>{t.until({ date: format.date(run.undoableUntil) })}</span>
    </div>
  )
}
