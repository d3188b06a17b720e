import { Button, Checkbox } from '@mantine/core'
import { UNDO_DAYS } from '@ruam/contract/platform/constants.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../data/api.ts'
import { formatPrice } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { isOver, type RunDetail, useRun } from '../imports/data-sources/use-source.ts'
import { LackedRights } from '../ui/LackedRights.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { useLackedRights, useMayCall } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import { isListed, widen } from './term-rows.ts'
import { useTermWords } from './term-words.ts'
import styles from './WatchFile.module.css'
import { type FileOfWatch, useWatchWords, type WatchDetail } from './watch.ts'
import { watchFileText } from './watch-file-text.ts'

type Choice = 'import' | 'change' | 'discard'

interface FileChoicesProps {
  watch: WatchDetail
  file: FileOfWatch
}

/** The decision on a file that waits, or who made it. */
export function FileChoices({ watch, file }: FileChoicesProps) {
  const t = useWords(watchFileText)
  const { data: run } = useRun(watch.dataSource.id, file.dryRunId, 'dry')
  const tried = run && isOver(run) ? run : undefined
  return (
    <aside className={styles.side} aria-label={t.what}>
      {file.status === 'waiting' ? (
        <Decision watch={watch} file={file} run={tried}>
          <Figures watch={watch} file={file} run={tried} />
        </Decision>
      ) : (
        <div className={styles.choices}>
          <Decided watch={watch} file={file} />
          <Figures watch={watch} file={file} run={tried} />
        </div>
      )}
    </aside>
  )
}

interface DecisionProps extends FileChoicesProps {
  run: RunDetail | undefined
  children: ReactNode
}

function Decision({ watch, file, run, children }: DecisionProps) {
  const t = useWords(watchFileText)
  const words = useWatchWords()
  const terms = useTermWords()
  const [choice, setChoice] = useState<Choice>()
  const [confirmed, setConfirmed] = useState(false)
  const lacked = useLackedRights(watches.decide)
  const mayChange = useMayCall(watches.update)
  const decide = useWrite(watches.decide)
  const { figures, broken, questions } = file
  const failed = run?.stats.failed ?? 0
  const count = run ? run.stats.total - failed : (figures?.rows ?? 0)
  const days = UNDO_DAYS
  const asksConfirmation = questions.includes('withdrawals') && choice !== 'discard'
  const wider =
    watch.terms && figures && broken.length > 0 && mayChange
      ? widen(watch.terms, figures, words.dayOf(file.arrivedAt))
      : undefined
  const changes = [...new Set(broken.map(({ term }) => term))].map((term) =>
    wider && !isListed(term)
      ? [terms.name(term), terms.limit(term, wider)].join(' ')
      : t.likeFile({ name: terms.name(term) }),
  )
  const act = () =>
    decide.mutate({
      params: { id: watch.id, fileId: file.id },
      body: {
        decision: choice === 'discard' ? 'discard' : 'import',
        confirmWithdrawals: asksConfirmation && confirmed,
        ...(choice === 'change' && wider && { terms: wider, originTime: watch.updatedAt }),
      },
    })
  const card = (value: Choice, title: string, text: string) => (
    <label className={styles.choice} data-chosen={choice === value || undefined}>
      <input type="radio" name="decision" checked={choice === value} onChange={() => setChoice(value)} />
      <span>
        <strong>{title}</strong>
        <small>{text}</small>
      </span>
    </label>
  )
  const label = {
    import: t.importRows({ count }),
    change: t.changeAndImport({ count }),
    discard: t.discardFile,
  }
  return (
    <>
      <div className={styles.choices}>
        <h2>{t.what}</h2>
        <LackedRights rights={lacked}>{t.mayNot}</LackedRights>
        {figures &&
          card(
            'import',
            t.importOnce,
            failed > 0 ? t.importOnceText({ count, failed, days }) : t.importAllText({ count, days }),
          )}
        {wider && card('change', t.changeTerms, t.changeText({ changes: changes.join(' · ') }))}
        {card('discard', t.discardFile, t.discardText)}
        {asksConfirmation && (
          <Checkbox
            label={t.confirm}
            checked={confirmed}
            onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
          />
        )}
        {children}
      </div>
      <div className={styles.foot}>
        <span>{watch.nextLookAt && words.next(watch.nextLookAt)}</span>
        <Button
          variant="filled"
          {...(choice === 'discard' && { color: 'red' })}
          disabled={!choice || lacked.length > 0 || (asksConfirmation && !confirmed)}
          loading={decide.isPending}
          onClick={act}
        >
          {choice ? label[choice] : t.choose}
        </Button>
      </div>
    </>
  )
}

/** Who decided on a file that no longer waits, and where its import is. */
function Decided({ watch, file: { decision, runId, status } }: FileChoicesProps) {
  const t = useWords(watchFileText)
  const words = useWatchWords()
  return (
    <>
      {decision ? (
        <p>
          {t.decided({
            decision: t[decision.decision],
            name: decision.by?.name ?? t.someone,
            time: words.within(decision.at),
          })}
        </p>
      ) : (
        status === 'imported' && <p>{t.itself}</p>
      )}
      {runId && (
        <Button component={RouteLink} to="data-source-v2-list-output" params={{ dataSourceId: watch.dataSource.id }}>
          {t.outcome}
        </Button>
      )}
    </>
  )
}

/** What an import of the file does, by its dry run. */
function Figures({ watch, file: { figures, status }, run }: FileChoicesProps & { run: RunDetail | undefined }) {
  const t = useWords(watchFileText)
  const words = useWatchWords()
  const terms = useTermWords()
  if (!figures) return null
  const { added, changed, sum, newest, oldest } = figures
  // A file of several days has no day of its own.
  const isOfDay = newest !== null && oldest.every(({ day }) => day === newest)
  const lines: [string, string | undefined][] = [
    ...(run && run.stats.activities > 0
      ? [[t.activities, t.items({ count: run.stats.activities })] satisfies [string, string]]
      : []),
    ...(sum === null
      ? []
      : [[isOfDay ? t.sumOfDay({ day: words.shortDay(newest) }) : t.sum, formatPrice(sum)] satisfies [string, string]]),
    [t.added, t.people({ count: added })],
    [t.changed, t.people({ count: changed })],
    [t.left, run && terms.rows(run.stats.failed)],
  ]
  return (
    <section className={styles.figures}>
      <h2>{status === 'waiting' ? t.if : t.trial}</h2>
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Loaded of={value} />
            </dd>
          </div>
        ))}
      </dl>
      {run?.finishedAt && <p>{t.tried({ time: words.within(run.finishedAt), name: watch.dataSource.name ?? '' })}</p>}
    </section>
  )
}
