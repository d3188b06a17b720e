import { Button } from '@mantine/core'
import { ExportRun } from '../../../background/exports/ExportRun.tsx'
import { useWords } from '../../../data/text.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink, useGo } from '../../../ui/route.tsx'
import { recordText } from '../record-text.ts'
import type { RowFilter } from '../run-counts.ts'
import { SourceUnread } from '../SourceUnread.tsx'
import { RunState } from '../StatusBadge.tsx'
import { mayShow, stageTarget, stageTargetOf } from '../stages.ts'
import { text } from '../text.ts'
import { type DataSourceOfStore, isOver, useRun } from '../use-source.ts'
import styles from './DataSourceOutput.module.css'
import { ImportedCounts } from './ImportedCounts.tsx'
import { RemainingSteps } from './RemainingSteps.tsx'
import { RunProgress } from './RunProgress.tsx'
import { useRunDuration } from './use-run-duration.ts'
import { useRunTitle } from './use-run-title.ts'

/** Last real run, the active one, or the way to the first. */
export function LatestRun({ source }: { source: DataSourceOfStore }) {
  const t = useWords(text)
  const r = useWords(recordText)
  const go = useGo()
  const title = useRunTitle()
  const duration = useRunDuration()
  const mayImport = useMayOpen('data-source-import')
  const read = useRun(source.id, source.latestRun)
  const run = read.data
  const target = stageTargetOf(source, mayImport)
  const mayDecide = mayImport && mayShow('pipeline', source.status)
  const decide = () => go({ ...stageTarget('pipeline', source.id), search: { id: source.id, status: 'held' } })
  const see = (status: RowFilter) =>
    go({ to: 'data-source-v2-list-output', params: { dataSourceId: source.id }, search: { status }, hash: 'records' })
  const goOn = target.to !== 'data-source-v2-list-output' && (
    <Button component={RouteLink} {...target} variant="filled">
      {t.goOn}
    </Button>
  )
  return (
    <section className={styles.section}>
      <div className={styles.headed}>
        <h2>{t.latestResult}</h2>
        {run && isOver(run) && <ExportRun id={source.id} runId={run.runId} />}
        {goOn}
      </div>
      {!run && <SourceUnread read={read} />}
      {!run && !read.error && source.latestRun !== null && <Bones />}
      {!run && source.latestRun === null && (
        <p className={styles.none}>
          {t.noRun}
          {source.error ? ` · ${source.error.message}` : ` · ${t.noRunText}`}
        </p>
      )}
      {run && !isOver(run) && <RunProgress key={run.runId} id={source.id} run={run} />}
      {run && isOver(run) && (
        <div className={styles.latest}>
          <p>
            <RunState status={run.status} undone={run.undoneAt !== null} /> <span>{title(run)}</span>
            {duration(run) && (
              <span>
                {r.duration} {duration(run)}
              </span>
            )}
          </p>
          {run.error && <p>{run.error.message}</p>}
          <RemainingSteps
            id={source.id}
            run={run}
            onDecide={mayDecide ? decide : undefined}
            onCorrect={() => see('failed')}
          />
          <ImportedCounts id={source.id} run={run} onUnread={() => see('unread')} />
        </div>
      )}
    </section>
  )
}
