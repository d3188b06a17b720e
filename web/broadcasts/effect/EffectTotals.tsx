import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import type { Effect, EffectFigures } from '../broadcast.ts'
import { percentOf, roughly } from '../signed.ts'
import styles from './Effect.module.css'
import { effectText } from './effect-text.ts'

interface EffectTotalsProps {
  effect: Pick<Effect, 'state' | 'cost'>
  figures: EffectFigures
  /** Friends who opened it, by LINE's count. */
  opened?: number | null | undefined
}

/** Figures at a glance. No total in baht is shown unless the whole range lies on one side of 0. */
export function EffectTotals({ effect: { state, cost }, figures, opened }: EffectTotalsProps) {
  const t = useWords(effectText)
  const { treated, heldOut, difference, range } = figures
  const isClear = (state === 'more' || state === 'less') && range !== null
  const total = (perPerson: number) => formatNumber(roughly(Math.abs(perPerson) * treated.people))
  const bounds = range && [range.from, range.to].map(Math.abs).sort((one, other) => one - other)
  const tiles = [
    isClear &&
      bounds && {
        name: state === 'more' ? t.added : t.lessBought,
        value: t.about({ baht: total(difference) }),
        note: t.between({ from: total(bounds[0]!), to: total(bounds[1]!) }),
      },
    {
      name: t.cost,
      value: cost.baht === null ? t.messages({ count: cost.messages }) : t.baht({ baht: formatPrice(cost.baht) }),
      note: cost.baht === null ? t.noPrice : t.messages({ count: cost.messages }),
    },
    {
      name: t.buyersShare,
      value: percentOf(treated.buyers, treated.people),
      note: t.othersBought({ share: percentOf(heldOut.buyers, heldOut.people) }),
    },
    {
      name: t.lost,
      value: t.friends({ count: treated.lost }),
      note: t.lostOtherwise({ count: Math.round(figures.lostOtherwise) }),
    },
    opened != null && { name: t.opened, value: t.friends({ count: opened }), note: t.fromLine },
  ].filter((tile) => tile !== false && tile !== null)
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd className={styles.quiet}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
