import { Button } from '@mantine/core'
import { dataSources } from '@ruam/contract/data-sources.ts'
import { recordStatuses } from '@ruam/contract/status.ts'
import { useWrite } from '../core/api.ts'
import { RouteLink } from '../core/route.tsx'
import { useMay } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import { useView } from '../core/view.ts'
import styles from './PreviewResult.module.css'
import { RecordBrowser } from './RecordBrowser.tsx'
import { RecordFilter } from './RecordFilter.tsx'
import { RunBar } from './RunBar.tsx'
import { runs } from './run-text.ts'
import { stageTarget } from './stages.ts'
import type { Run, Source } from './use-source.ts'
import { WizardFrame } from './WizardFrame.tsx'

/** What a dry run found: the totals, and each row's before and after. The run button names what it will write. */
export function PreviewResult({ source, run }: { source: Source; run: Run }) {
  const t = useWords(runs)
  const mayRun = useMay()('cdp-core.datasource.execute')
  const start = useWrite(dataSources.run)
  const view = useView({ sorts: ['record_no'], sort: 'record_no', filters: { status: recordStatuses, row: 'text' } })
  const { stats } = run
  return (
    <WizardFrame
      stage="preview"
      source={source}
      actions={
        <>
          <Button component={RouteLink} {...stageTarget('mapping', source.id)}>
            {t.backToMapping}
          </Button>
          {mayRun && (
            <Button
              variant="filled"
              loading={start.isPending || start.isSuccess}
              onClick={() => start.mutate({ params: { id: source.id }, body: { runId: run.runId } })}
            >
              {t.startRun({ count: stats.added + stats.updated })}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.page} data-detail={view.filters.row !== undefined}>
        <div className={styles.head}>
          <p className={styles.lead}>
            <strong>{t.dryResult({ count: stats.total })}</strong> {t.nothingChanged}
            {stats.failed > 0 && <span>{t.notPassed({ count: stats.failed })}</span>}
          </p>
          <RunBar stats={stats} />
          <RecordFilter
            stats={stats}
            status={view.filters.status}
            onStatus={(status) => view.show({ filters: { status } })}
          />
        </div>
        <RecordBrowser id={source.id} runId={run.runId} view={view} />
      </div>
    </WizardFrame>
  )
}
