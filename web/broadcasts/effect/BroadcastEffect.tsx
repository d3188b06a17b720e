import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { EFFECT_DAYS } from '@ruam/contract/broadcasts/effect.ts'
import { useRead } from '../../data/api.ts'
import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { TrialFigures } from '../ab-test/TrialFigures.tsx'
import { abText } from '../ab-text.ts'
import type { Broadcast, Effect, EffectFigures } from '../broadcast.ts'
import { measureText } from '../composer/measure-text.ts'
import { percentOf, roughly, signed } from '../signed.ts'
import { text } from '../text.ts'
import styles from './Effect.module.css'
import { EffectChart } from './EffectChart.tsx'
import { EffectGroups, NeededPeople } from './EffectGroups.tsx'
import { EffectNext } from './EffectNext.tsx'
import { effectText } from './effect-text.ts'
import { RangeLine } from './RangeLine.tsx'

const DAY_MS = 86_400_000

/** Effect of a broadcast on the purchases of its recipients: the sentence first, then the method. */
export default function BroadcastEffect({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords(effectText)
  const m = useWords(measureText)
  const read = useRead(broadcasts.effect, { params: { id: broadcast.id } })
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  const effect = read.data
  const { figures, without } = effect
  const { offReason } = broadcast.holdout
  if (!figures)
    return (
      <>
        <section className={styles.verdict} aria-labelledby="effect-verdict">
          <div>
            <h2 id="effect-verdict">{t.without}</h2>
            <p>{without && t[without]}</p>
            {without === 'not_drawn' && offReason && offReason !== 'rest' && (
              <p className={styles.quiet}>{t.reason({ reason: m[offReason] })}</p>
            )}
          </div>
        </section>
        <EffectNext broadcast={broadcast} isUnclear={false} />
      </>
    )
  const isUnclear = effect.state === 'unclear' || effect.state === 'few_buyers'
  return (
    <>
      <Verdict broadcast={broadcast} effect={effect} figures={figures} />
      <Totals broadcast={broadcast} effect={effect} figures={figures} />
      {isUnclear && figures.needed.length > 0 && <NeededPeople figures={figures} />}
      <div className={styles.columns}>
        <EffectChart days={figures.days} />
        <EffectGroups figures={figures} />
      </div>
      <Texts broadcast={broadcast} />
      <EffectNext broadcast={broadcast} isUnclear={isUnclear} />
    </>
  )
}

/** Both texts of an A/B test, apart from the effect of all messages. */
function Texts({ broadcast: { trial } }: { broadcast: Broadcast }) {
  const t = useWords(abText)
  if (!trial?.figures) return null
  return (
    <section className={styles.groups} aria-labelledby="effect-texts">
      <h2 id="effect-texts">{t.part}</h2>
      <TrialFigures figures={trial.figures} />
    </section>
  )
}

interface PartProps {
  broadcast: Broadcast
  effect: Effect
  figures: EffectFigures
}

function Verdict({ broadcast: { repeats }, effect: { state, from, until, asOf }, figures }: PartProps) {
  const t = useWords(effectText)
  const w = useWords(text)
  const format = useFormat()
  const { difference, range, left, heldOut } = figures
  const baht = signed(difference)
  const bounds = range && { from: formatPrice(range.from), to: formatPrice(range.to) }
  const isClear = state === 'more' || state === 'less'
  const daysLeft = Math.max(1, EFFECT_DAYS - Math.floor((Date.parse(asOf) - Date.parse(from!)) / DAY_MS))
  const sentence = () => {
    if (state === 'more') return t.more({ baht: formatPrice(difference) })
    if (state === 'less') return t.less({ baht: formatPrice(-difference) })
    if (state === 'measuring') return t.measuring({ count: daysLeft })
    return state === 'ended' ? t.ended : t.unclear
  }
  const detail = () => {
    if (bounds) return isClear ? t.probably(bounds) : t.maybe({ ...bounds, baht })
    return state === 'few_buyers' ? t.fewBuyers({ baht }) : t.soFar({ baht })
  }
  const notes = [
    t.compared({ count: heldOut.people }),
    repeats && t.sameGroup({ name: repeats.name || w.noName }),
    t.until({ from: format.dateTime(from), until: format.dateTime(until) }),
    t.asOf({ time: format.dateTime(asOf) }),
  ]
  const leftOut = left.deleted + left.merged
  return (
    <section className={styles.verdict} aria-labelledby="effect-verdict">
      <div>
        <h2 id="effect-verdict">{sentence()}</h2>
        <p className={styles.detail}>{detail()}</p>
        <p className={styles.quiet}>{notes.filter(Boolean).join(' · ')}</p>
        {leftOut > 0 && <p className={styles.quiet}>{t.leftOut({ ...left, total: leftOut })}</p>}
        <details className={styles.quiet}>
          <summary>{t.method}</summary>
          <p>{t.methodText}</p>
        </details>
      </div>
      {range && <RangeLine difference={difference} range={range} isClear={isClear} />}
    </section>
  )
}

/** Figures at a glance. No total in baht is shown unless the whole range lies on one side of 0. */
function Totals({ broadcast, effect: { state, cost }, figures }: PartProps) {
  const t = useWords(effectText)
  const { data: line } = useRead(broadcasts.statistics, { params: { id: broadcast.id } })
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
    line?.opened != null && { name: t.opened, value: t.friends({ count: line.opened }), note: t.fromLine },
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
