import { useMonthNames } from '../../broadcasts/calendar/use-month-names.ts'
import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import styles from './Rehearsal.module.css'
import type { Bar } from './rehearsal.ts'
import { rehearsalText } from './rehearsal-text.ts'

export interface MonthsProps {
  months: readonly Bar[]
  /** The month whose customers are shown. */
  chosen: string | undefined
  onChoose: (month: string) => void
}

/** The months as a table. */
export function MonthTable({ months, chosen, onChoose }: MonthsProps) {
  const t = useWords(rehearsalText)
  const names = useMonthNames()
  const hasBaht = months.some(({ baht }) => baht !== null)
  return (
    <table className={styles.months}>
      <thead>
        <tr>
          <th scope="col">{t.month}</th>
          <th scope="col">{t.entered}</th>
          <th scope="col">{t.messaged}</th>
          <th scope="col">{t.others}</th>
          <th scope="col">{t.messages}</th>
          {hasBaht && <th scope="col">{t.bahtUnit}</th>}
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, entered, messaged, messages, baht }) => (
          <tr key={month} data-chosen={month === chosen || undefined}>
            <th scope="row">
              <button
                type="button"
                aria-pressed={month === chosen}
                aria-label={t.showMonth({ month: names.month(month) })}
                onClick={() => onChoose(month)}
              >
                {names.shortMonth(month)}
              </button>
            </th>
            <td>{formatNumber(entered)}</td>
            <td>{formatNumber(messaged)}</td>
            <td>{formatNumber(entered - messaged)}</td>
            <td>{formatNumber(messages)}</td>
            {hasBaht && <td>{formatPrice(baht)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
