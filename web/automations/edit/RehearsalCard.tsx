import { automationRehearsals } from '@ruam/contract/automations/rehearsal.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMonthNames } from '../../broadcasts/calendar/use-month-names.ts'
import { useRead } from '../../data/api.ts'
import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { editText } from './edit-text.ts'
import styles from './Rehearsal.module.css'

/** Milliseconds between two looks at a rehearsal that is under way. */
const LOOK_MS = 2000
/** Months of a first rehearsal. */
const MONTHS = 12

interface RehearsalCardProps {
  id: number
  /** Edition of the draft as it was saved last. */
  edition: number
  isDirty: boolean
}

/** The last rehearsal in small, with the way to it. */
export function RehearsalCard({ id, edition, isDirty }: RehearsalCardProps) {
  const t = useWords(editText)
  const format = useFormat()
  const names = useMonthNames()
  const mayRead = useMayCall(automationRehearsals.get)
  const { data } = useRead(
    automationRehearsals.get,
    { params: { id } },
    { enabled: mayRead, poll: (read) => (read?.state === 'waiting' || read?.state === 'running') && LOOK_MS },
  )
  if (!data) return null
  const { state, figures, months, progress, at } = data
  const isUnderWay = state === 'waiting' || state === 'running'
  const link = (words: string) => (
    <RouteLink to="automation" params={{ automationId: id }} search={{ tab: 'rehearsal' }}>
      {words}
    </RouteLink>
  )
  const warnings = figures ? figures.conflicts.length + figures.quota.length + Number(figures.asToday.people > 0) : 0
  const highest = Math.max(1, ...(figures?.months ?? []).map(({ entered }) => entered))
  const isOld = isDirty || data.edition !== edition
  return (
    <section className={styles.card} aria-label={t.rehearsal({ count: months ?? MONTHS })}>
      <header>
        <h2>{t.rehearsal({ count: months ?? MONTHS })}</h2>
        {link(figures ? t.open : t.rehearse)}
      </header>
      {isUnderWay && <p role="status">{t.running({ share: Math.round(progress * 100) })}</p>}
      {!isUnderWay && !figures && <p>{t.notRehearsed}</p>}
      {figures && (
        <>
          <dl>
            <Figure value={formatNumber(figures.entered)} unit={t.people} />
            <Figure value={formatNumber(figures.messages)} unit={t.messages} />
            {figures.baht !== null && <Figure value={formatPrice(figures.baht)} unit={t.baht} />}
          </dl>
          <ol className={styles.bars}>
            {figures.months.map(({ month, entered }) => (
              <li key={month} style={{ height: `${Math.max(3, (entered / highest) * 100)}%` }}>
                <span className="ruam-heard">
                  {t.monthBar({ month: names.shortMonth(month), count: formatNumber(entered) })}
                </span>
              </li>
            ))}
          </ol>
          <footer>
            {warnings > 0 ? (
              <span className={styles.warned}>
                <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
                {link(t.warnings({ count: warnings }))}
              </span>
            ) : (
              <span>{t.noWarnings}</span>
            )}
            <small>{isOld ? t.outdated : format.time(at)}</small>
          </footer>
        </>
      )}
    </section>
  )
}

function Figure({ value, unit }: { value: string; unit: string }) {
  return (
    <div>
      <dt>{unit}</dt>
      <dd>{value}</dd>
    </div>
  )
}
