import { Suspense, useState } from 'react'
import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EMPTY } from '../../ui/Loaded.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { Automation } from '../automation.ts'
import { MonthTable } from './MonthTable.tsx'
import styles from './Rehearsal.module.css'
import { RehearsalPeople } from './RehearsalPeople.tsx'
import { RehearsalReasons } from './RehearsalReasons.tsx'
import { RehearsalWarnings } from './RehearsalWarnings.tsx'
import type { Rehearsal, RehearsalFigures } from './rehearsal.ts'
import { rehearsalText } from './rehearsal-text.ts'
import { useSelection } from './use-selection.ts'

const MonthBars = lazyPart(() => import('./MonthBars.tsx'))

interface ResultProps {
  automation: Automation
  rehearsal: Rehearsal
  figures: RehearsalFigures
}

/** What a rehearsal found: figures, the months, reasons, warnings, and the customers behind what is chosen. */
export function RehearsalResult({ automation, rehearsal, figures }: ResultProps) {
  const t = useWords(rehearsalText)
  const [isTable, setTable] = useState(false)
  const { view, shown, show } = useSelection(figures)
  const month = shown.of === 'month' ? shown.month : undefined
  const parts = { figures, onShow: rehearsal.peopleOpen ? show : undefined }
  const showMonth = (next: string) => show({ of: 'month', month: next })
  return (
    <>
      <Tiles figures={figures} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <section className={styles.chart} aria-labelledby="rehearsal-chart">
            <header>
              <h2 id="rehearsal-chart">{t.chart}</h2>
              <p className={styles.legend}>
                <span data-part="messaged">{t.messaged}</span>
                <span data-part="others">{t.others}</span>
                <button type="button" onClick={() => setTable(!isTable)}>
                  {isTable ? t.asChart : t.asTable}
                </button>
              </p>
            </header>
            {isTable ? (
              <MonthTable months={figures.months} onChoose={showMonth} chosen={month} />
            ) : (
              <Suspense fallback={<Bones />}>
                <MonthBars months={figures.months} onChoose={showMonth} chosen={month} />
              </Suspense>
            )}
          </section>
          <div className={styles.lower}>
            <RehearsalReasons {...parts} />
            <RehearsalWarnings {...parts} automation={automation} onMonth={showMonth} />
          </div>
        </div>
        <RehearsalPeople
          automation={automation}
          rehearsal={rehearsal}
          figures={figures}
          view={view}
          shown={shown}
          onShow={show}
        />
      </div>
    </>
  )
}

/** Five figures of the whole span. */
function Tiles({ figures }: { figures: RehearsalFigures }) {
  const t = useWords(rehearsalText)
  const { months, entered, messages, baht, price, due, moved, quietTo } = figures
  const monthly = (count: number) => t.perMonth({ count: Math.round(count / Math.max(1, months.length)) })
  const tiles = [
    { name: t.entered, value: formatNumber(entered), unit: t.people, note: monthly(entered) },
    { name: t.messages, value: formatNumber(messages), unit: '', note: monthly(messages) },
    {
      name: t.cost,
      value: baht === null ? EMPTY : formatPrice(baht),
      unit: baht === null ? '' : t.bahtUnit,
      note: price === null ? t.noPrice : t.perMessage({ baht: formatPrice(price) }),
    },
    { name: t.unsent, value: formatNumber(due - messages), unit: t.times, note: t.ofDue({ count: due }) },
    {
      name: t.moved,
      value: formatNumber(moved),
      unit: t.messagesUnit,
      note: quietTo === null ? t.noQuiet : t.toMorning({ time: quietTo }),
    },
  ]
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ name, value, unit, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong> {unit}
          </dd>
          <dd className={styles.quiet}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
