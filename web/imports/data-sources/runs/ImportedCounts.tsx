import { importRun } from '@ruam/contract/imports/run.ts'
import type { ReactNode } from 'react'
import { type Got, useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { remainingText } from '../remaining-text.ts'
import { runs } from '../run-text.ts'
import { type RunDetail, requestedAs } from '../use-source.ts'
import styles from './ImportedCounts.module.css'
import bar from './RunBar.module.css'
import { RunBar } from './RunBar.tsx'

/** Milliseconds between two looks while segments are calculated. */
const LOOK_MS = 3000

/** Fields and segments that are named; of the others the number stands. */
const NAMED = 4

interface CameInProps {
  id: number
  run: RunDetail
  /** Shows the rows with cells left empty. */
  onUnread: () => void
}

/** What an import brought: customers, activities, labels, and cells it left empty. */
export function ImportedCounts({ id, run, onUnread }: CameInProps) {
  const t = useWords(remainingText)
  const r = useWords(runs)
  const format = useFormat()
  const { stats, newLabels } = run
  const changes = useRunChanges(id, run)
  const title = run.undoneAt === null ? t.cameIn : t.wasUndone
  const customers = (count: number) => (count === 1 ? t.oneCustomer : t.people)
  const figures = [
    { status: 'added', count: stats.added, unit: customers(stats.added) },
    { status: 'updated', count: stats.updated, unit: customers(stats.updated) },
    { status: 'duplicated', count: stats.duplicated, unit: stats.duplicated === 1 ? t.oneRow : t.rows },
  ] as const
  const facts: [string, ReactNode][] = [
    ...(changes?.values?.length
      ? [[t.changedValues, <ChangedValues key="values" values={changes.values} />] as [string, ReactNode]]
      : []),
    ...(stats.activities > 0 ? [[t.activities, t.entries({ count: stats.activities })] as [string, ReactNode]] : []),
    ...(newLabels.length > 0 ? [[t.newLabels, newLabels.join(', ')] as [string, ReactNode]] : []),
    ...(changes?.segments && (changes.segments.pending || changes.segments.data.length > 0)
      ? [[t.changedSegments, <ChangedSegments key="segments" segments={changes.segments} />] as [string, ReactNode]]
      : []),
    ...(stats.unreadCells > 0
      ? [
          [
            t.leftEmpty,
            <button key="unread" type="button" onClick={onUnread}>
              {t.unread({ count: stats.unreadCells })}
            </button>,
          ] as [string, ReactNode],
        ]
      : []),
    ...(stats.erased > 0 ? [[t.erased, t.erasedRows({ count: stats.erased })] as [string, ReactNode]] : []),
  ]
  return (
    <section className={styles.came} aria-label={title} data-undone={run.undoneAt !== null}>
      <h3>{title}</h3>
      <dl className={styles.figures}>
        {figures.map(({ status, count, unit }) => (
          <div key={status}>
            <dt>
              <span className={bar.square} data-status={status} />
              {r[status]}
            </dt>
            <dd>
              <b>{format.formatNumber(count)}</b> {unit}
            </dd>
          </div>
        ))}
      </dl>
      <RunBar stats={stats} />
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

type Changes = Got<typeof importRun.changes>

/** Values that a run changed, by field. */
function ChangedValues({ values }: { values: NonNullable<Changes['values']> }) {
  const t = useWords(remainingText)
  const format = useFormat()
  const more = values.length - NAMED
  const said = values.slice(0, NAMED).map(({ name, count }) => `${name} ${format.formatNumber(count)}`)
  return (
    <span title={values.map(({ name, count }) => `${name} ${format.formatNumber(count)}`).join('\n')}>
      {[...said, ...(more > 0 ? [t.moreFields({ count: more })] : [])].join(' · ')}
    </span>
  )
}

/** Segments that customers of a run joined and left. */
function ChangedSegments({ segments: { pending, data } }: { segments: NonNullable<Changes['segments']> }) {
  const t = useWords(remainingText)
  const format = useFormat()
  if (pending) return t.calculating
  const more = data.length - NAMED
  return (
    <ul className={styles.moves}>
      {data.slice(0, NAMED).map(({ id, name, joined, left }) => (
        <li key={id}>
          <RouteLink to="segmentation-detail" params={{ labelId: id }}>
            {name}
          </RouteLink>
          {joined > 0 && <b title={t.joined}>+{format.formatNumber(joined)}</b>}
          {left > 0 && <b title={t.leftSegment}>−{format.formatNumber(left)}</b>}
        </li>
      ))}
      {more > 0 && <li>{t.moreSegments({ count: more })}</li>}
    </ul>
  )
}

/** Values and segments that an ended run changed. */
const useRunChanges = (id: number, { runId, kind, undoneAt }: RunDetail) =>
  useRead(
    importRun.changes,
    { params: { id, runId }, query: requestedAs(kind) },
    { staleTime: 60_000, enabled: undoneAt === null, poll: (found) => (found?.segments?.pending ? LOOK_MS : false) },
  ).data
