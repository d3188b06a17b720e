import { Button } from '@mantine/core'
import { importRun } from '@ruam/contract/imports/run.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { useView } from '../../../ui/view.ts'
import { ConsentCounts } from '../consents/ConsentCounts.tsx'
import { importing } from '../import-text.ts'
import { MendingLink, MendingNote } from '../mending/MendingNote.tsx'
import { useStartRun } from '../mending/use-start-run.ts'
import { recordText } from '../record-text.ts'
import { answers } from '../records/answer-text.ts'
import { RecordBrowser } from '../records/RecordBrowser.tsx'
import { filterOf, filtersOf, rowFilters } from '../run-counts.ts'
import { runs } from '../run-text.ts'
import { stageTarget } from '../stages.ts'
import type { DataSourceOfStore, RunDetail } from '../use-source.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { CorrectionButton } from './CorrectionButton.tsx'
import { PendingNote, usePendingText } from './PendingNote.tsx'
import styles from './PreviewResult.module.css'
import { RecordFilter } from './RecordFilter.tsx'
import { RunBar } from './RunBar.tsx'
import { StartedAutomations } from './StartedAutomations.tsx'
import { useRecheck } from './use-recheck.ts'

const emailId = systemFields.find(({ column }) => column === 'email')!.id

/** Result of a dry run: totals, and each row before and after. The run button names what it will write. */
export function PreviewResult({ source, run }: { source: DataSourceOfStore; run: RunDetail }) {
  const t = useWords(runs)
  const r = useWords(recordText)
  const i = useWords(importing)
  const a = useWords(answers)
  const mayRun = useMayCall(importRun.run)
  const start = useStartRun(source.id, run)
  const view = useView({ sorts: ['record_no'], sort: 'record_no', filters: { status: rowFilters, row: 'text' } })
  const recheck = useRecheck(source.id)
  const { stats } = run
  // A link, or an answer before, may name a choice of which no rows are left.
  const status = filtersOf(stats).find((one) => one.status === filterOf(view.filters.status))?.status
  const held = usePendingText(run)
  const correctable = (stats.held > 0 ? r.correctableHeld : r.correctable)({ count: stats.failed - stats.held })
  const aloneText = ({ fieldId, people, largest }: NonNullable<RunDetail['contactsAlone']>) => {
    const contact = fieldId === emailId ? t.sameEmail : t.samePhone
    const list = largest.map((rows) => rows.toLocaleString('en')).join(', ')
    const head = t.contactsAlone({ contact, count: people })
    return largest.length > 0 ? `${head} ${t.largestContacts({ list })}` : head
  }
  return (
    <WizardFrame
      stage="preview"
      source={source}
      refusal={start.error ? `${i.executeFailed}: ${start.error.message}` : undefined}
      busy={start.busy}
      actions={
        <>
          <Button component={RouteLink} {...stageTarget('mapping', source.id)}>
            {t.backToMapping}
          </Button>
          {mayRun &&
            (run.outdated ? (
              // Unknown until answers are counted.
              <Button variant="filled" loading={recheck.busy} onClick={recheck.start}>
                {a.recheck}
              </Button>
            ) : (
              <Button variant="filled" disabled={start.isEmpty} loading={start.busy} onClick={start.begin}>
                {start.label}
              </Button>
            ))}
        </>
      }
    >
      <div className={styles.page}>
        <div className={styles.head}>
          <div className={styles.lead}>
            <p>
              <strong>{t.dryResult({ count: stats.total })}</strong> {t.nothingChanged}
              {stats.activities > 0 && ` · ${r.withActivities({ count: stats.activities })}`}
              {run.newLabels.length > 0 &&
                ` · ${t.newLabels({ count: run.newLabels.length, names: run.newLabels.join(', ') })}`}
              {stats.unreadCells > 0 && ` · ${t.unreadCells({ count: stats.unreadCells })}`}
              {stats.erased > 0 && ` · ${t.erased({ count: stats.erased })}`}
            </p>
            {run.contactsAlone && <p>{aloneText(run.contactsAlone)}</p>}
            <ConsentCounts run={run} />
            <StartedAutomations run={run} />
            {stats.keyless > 0 && <p>{t.keylessAdded({ count: stats.keyless })}</p>}
            <MendingNote id={source.id} run={run} />
            {status === 'held' ? (
              <p role="status">{held?.kind === 'info' ? `${held.title} ${held.text}` : held?.title}</p>
            ) : (
              (stats.failed > stats.held || stats.unreadRows > 0) && (
                <div className={styles.correct}>
                  <span>{stats.failed > stats.held ? correctable : r.correctableCells}</span>
                  <MendingLink id={source.id} run={run} />
                  <CorrectionButton id={source.id} run={run} />
                </div>
              )
            )}
          </div>
          {status !== 'held' && <PendingNote run={run} onSee={() => view.show({ filters: { status: 'held' } })} />}
          <RunBar stats={stats} />
          <RecordFilter stats={stats} status={status} onStatus={(status) => view.show({ filters: { status } })} />
        </div>
        <RecordBrowser id={source.id} run={run} view={{ ...view, filters: { ...view.filters, status } }} />
      </div>
    </WizardFrame>
  )
}
