import type { ReactNode } from 'react'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { leftText } from '../left-text.ts'
import { runs } from '../run-text.ts'
import type { RunDetail } from '../use-source.ts'
import styles from './CameIn.module.css'
import { ChangedSegments, ChangedValues } from './ChangedFacts.tsx'
import bar from './RunBar.module.css'
import { RunBar } from './RunBar.tsx'
import { useRunChanges } from './use-run-changes.ts'

interface CameInProps {
  id: number
  run: RunDetail
  /** Shows the rows with cells left empty. */
  onUnread: () => void
}

/** What an import brought: customers, activities, labels, and cells it left empty. */
export function CameIn({ id, run, onUnread }: CameInProps) {
  const t = useWords(leftText)
  const r = useWords(runs)
  const format = useFormat()
  const { stats, newLabels } = run
  const changes = useRunChanges(id, run)
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
    <section className={styles.came} aria-label={t.cameIn}>
      <h3>{t.cameIn}</h3>
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
