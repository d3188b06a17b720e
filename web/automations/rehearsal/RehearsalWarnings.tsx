import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRuleOptions } from '../../customers/rules/use-rule-options.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import type { Automation } from '../automation.ts'
import { automationText } from '../automation-text.ts'
import styles from './Rehearsal.module.css'
import type { RehearsalFigures, Selection } from './rehearsal.ts'
import { rehearsalText } from './rehearsal-text.ts'

interface WarningsProps {
  automation: Automation
  figures: RehearsalFigures
  /** Undefined if the customers are closed to the person. */
  onShow: ((shown: Selection) => void) | undefined
  onMonth: (month: string) => void
}

interface Warning {
  key: string
  title: string
  text: string
  /** It is only about how sure the figures are. */
  isNote?: boolean
  action?: ReactNode
}

/** Share of customers added during the period above which the figures of its first months say little. */
const MANY_ADDED = 0.1

/** What a rehearsal warns of, which blocks nothing, and the coming month. */
export function RehearsalWarnings(props: WarningsProps) {
  const t = useWords(rehearsalText)
  const warnings = useWarnings(props)
  return (
    <section className={styles.warnings} aria-labelledby="rehearsal-warnings">
      <h2 id="rehearsal-warnings">{warnings.length === 0 ? t.noWarnings : t.warnings({ count: warnings.length })}</h2>
      <ul>
        {warnings.map(({ key, title, text, isNote, action }) => {
          const Icon = isNote ? IconInfoCircle : IconAlertTriangle
          return (
            <li key={key} data-note={isNote || undefined}>
              <Icon size={16} stroke={1.6} aria-hidden />
              <p>
                <strong>{title}</strong> {text} {action}
              </p>
            </li>
          )
        })}
      </ul>
      <Forecast figures={props.figures} />
    </section>
  )
}

function useWarnings({ automation, figures, onShow, onMonth }: WarningsProps): Warning[] {
  const t = useWords(rehearsalText)
  const a = useWords(automationText)
  const format = useFormat()
  const { conflicts, quota, asToday, added } = figures
  const labelName = (id: number | null) => automation.references.labels.find((one) => one.id === id)?.name ?? a.unnamed
  const fieldName = useFieldName(asToday.people > 0)
  const button = (name: string, title: string, act: () => void) => (
    <button type="button" aria-label={`${name}: ${title}`} onClick={act}>
      {name}
    </button>
  )
  return [
    ...conflicts.map(({ kind, automationId, name, labelId, people }, conflict): Warning => {
      const title = kind === 'undoes' ? t.undoes : t.sameDay
      const text =
        kind === 'undoes'
          ? t.undoesText({ name, label: labelName(labelId), count: people })
          : t.sameDayText({ name, count: people })
      const action = onShow && button(t.seePeople, text, () => onShow({ of: 'conflict', conflict }))
      return { key: `${kind} ${automationId} ${labelId}`, title, text, action }
    }),
    ...quota.map(({ day, used, own, over }): Warning => {
      const title = t.quotaEnds({ day: format.date(day) })
      const action = button(t.seeMonth, title, () => onMonth(day.slice(0, 7)))
      return { key: day, title, text: t.quotaText({ used, own, over }), action }
    }),
    ...(added.people > added.of * MANY_ADDED
      ? [
          {
            key: 'added',
            title: t.added({ count: added.people, of: added.of }),
            text: t.addedText,
            isNote: true,
          },
        ]
      : []),
    ...(asToday.people > 0
      ? [
          {
            key: 'today',
            title: t.asToday({ count: asToday.people }),
            text: t.asTodayText({
              fields: asToday.fields
                .map(({ fieldId, people }) => t.fieldPeople({ name: fieldName(fieldId), count: people }))
                .join(', '),
            }),
            isNote: true,
            action:
              onShow && button(t.seePeople, t.asToday({ count: asToday.people }), () => onShow({ of: 'as_today' })),
          },
        ]
      : []),
  ]
}

function useFieldName(enabled: boolean) {
  const t = useWords(rehearsalText)
  const a = useWords(automationText)
  const { system, own, closed, known } = useRuleOptions(enabled)
  return (id: number | null): string => {
    if (id === null) return t.friends
    return [...system, ...own, ...closed].find((field) => field.id === id)?.title ?? (known ? a.unnamed : '…')
  }
}

function Forecast({ figures: { forecast } }: { figures: RehearsalFigures }) {
  const t = useWords(rehearsalText)
  const format = useFormat()
  const { from, to, entered, messages, exact } = forecast
  const range = ({ low, high }: typeof entered) =>
    low === high ? '' : ` (${t.range({ low: formatNumber(low), high: formatNumber(high) })})`
  return (
    <div className={styles.forecast}>
      <h2>
        {t.forecast} <span className={styles.quiet}>{t.span({ from: format.date(from), to: format.date(to) })}</span>
      </h2>
      <p>
        {t.forecastEntered({ count: entered.expected })}
        {range(entered)} · {t.forecastMessages({ count: messages.expected })}
        {range(messages)}
      </p>
      <p className={styles.quiet}>{exact ? t.exact : t.guessed}</p>
    </div>
  )
}
