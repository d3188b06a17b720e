import { IconRefresh } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { useRemainingTime } from '../../ui/use-remaining-time.ts'
import styles from './PipelineNote.module.css'
import { pipelineText } from './pipeline-text.ts'
import type { PipelineRun } from './use-editable.ts'

interface PipelineNoteProps {
  run: PipelineRun | null
  /** Something is typed that waits: it is kept, and stays where it is when the progress is looked at. */
  typing?: boolean
}

/** Says what runs, how far it is and for how long profiles can't be changed (spec section 4, code 61). */
export function PipelineNote({ run, typing = false }: PipelineNoteProps) {
  const t = useWords(pipelineText)
  const mayOpen = useMayOpen('data-source-v2-list-output')
  const percent = Math.floor((run?.progress ?? 0) * 100)
  const left = useRemainingTime()(run?.eta ?? null)
  const what = run && (run.kind === 'undo' ? t.undoing : t.running)({ name: run.name, percent })
  return (
    <div className={styles.note} role="status">
      <IconRefresh size={18} stroke={1.6} />
      <p>
        <strong>{what ?? t.somethingRuns}</strong> {[left, typing ? t.kept : t.locked].filter(Boolean).join(' · ')}
      </p>
      {run && mayOpen && (
        <RouteLink
          to="data-source-v2-list-output"
          params={{ dataSourceId: run.datasourceId }}
          {...(typing && { target: '_blank' })}
        >
          {t.see}
        </RouteLink>
      )}
      <span className={styles.progress} style={{ width: `${percent}%` }} />
    </div>
  )
}
