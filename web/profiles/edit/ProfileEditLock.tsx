import { IconRefresh } from '@tabler/icons-react'
import { useMayOpen } from '../../core/may.ts'
import { RouteLink } from '../../core/route.tsx'
import { useWords } from '../../core/text.ts'
import { useFormat } from '../../core/use-format.ts'
import { useTimeLeft } from '../../core/use-time-left.ts'
import type { PipelineRun } from '../use-editable.ts'
import { edit } from './edit-text.ts'
import styles from './ProfileEdit.module.css'

/** Says what runs while profiles can't be saved, how far it is, and how long it may take. */
export function ProfileEditLock({ run }: { run: PipelineRun | null }) {
  const t = useWords(edit)
  const format = useFormat()
  const timeLeft = useTimeLeft()
  const mayFollow = useMayOpen('data-source-v2-list-output')
  const percent = Math.floor(Math.min(1, Math.max(0, run?.progress ?? 0)) * 100)
  const title = run ? (run.kind === 'undo' ? t.lockedUndo : t.lockedRun)({ name: run.name }) : t.lockedAny
  const facts = [
    run && `${percent}%`,
    run?.startedAt && t.since({ time: format.time(run.startedAt) }),
    timeLeft(run?.eta ?? null),
  ].filter(Boolean)
  return (
    <div className={styles.lock} role="status">
      <IconRefresh size={18} stroke={1.6} />
      <p>
        <strong>{title}</strong> {facts.join(' · ')} <span>{t.lockedKept}</span>
      </p>
      {run && mayFollow && (
        <RouteLink to="data-source-v2-list-output" params={{ dataSourceId: run.datasourceId }} target="_blank">
          {t.seeProgress}
        </RouteLink>
      )}
      <span className={styles.share} style={{ width: `${percent}%` }} aria-hidden />
    </div>
  )
}
