import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { TrialFigures } from '../ab-test/TrialFigures.tsx'
import { abText } from '../ab-text.ts'
import type { Broadcast } from '../broadcast.ts'
import { measureText } from '../composer/measure-text.ts'
import { text } from '../text.ts'
import styles from './Effect.module.css'
import { EffectChart } from './EffectChart.tsx'
import { EffectGroups, NeededPeople } from './EffectGroups.tsx'
import { EffectNext } from './EffectNext.tsx'
import { EffectTotals } from './EffectTotals.tsx'
import { EffectVerdict } from './EffectVerdict.tsx'
import { effectText } from './effect-text.ts'

/** Effect of a broadcast on the purchases of its recipients: the sentence first, then the method. */
export default function BroadcastEffect({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords(effectText)
  const m = useWords(measureText)
  const w = useWords(text)
  const { data: line } = useRead(broadcasts.statistics, { params: { id: broadcast.id } })
  const read = useRead(broadcasts.effect, { params: { id: broadcast.id } })
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  const effect = read.data
  const { figures, without } = effect
  const { repeats, holdout } = broadcast
  const { offReason } = holdout
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
      <EffectVerdict
        effect={effect}
        figures={figures}
        group={repeats && t.sameGroup({ name: repeats.name || w.noName })}
      />
      <EffectTotals effect={effect} figures={figures} opened={line?.opened} />
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
