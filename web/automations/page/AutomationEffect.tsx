import { automationMessages } from '@ruam/contract/automations/messages.ts'
import effect from '../../broadcasts/effect/Effect.module.css'
import { EffectChart } from '../../broadcasts/effect/EffectChart.tsx'
import { EffectGroups, NeededPeople } from '../../broadcasts/effect/EffectGroups.tsx'
import { EffectTotals } from '../../broadcasts/effect/EffectTotals.tsx'
import { EffectVerdict } from '../../broadcasts/effect/EffectVerdict.tsx'
import { effectText } from '../../broadcasts/effect/effect-text.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { LackedRights } from '../../ui/LackedRights.tsx'
import { useLackedRights } from '../../ui/may.ts'
import { Unread } from '../../ui/Unread.tsx'
import type { Automation } from '../automation.ts'
import { automationEffectText } from './effect-text.ts'
import { MessageSteps } from './MessageSteps.tsx'
import styles from './Page.module.css'

/** Whether an automation worked: purchases of those who got messages against those who were held out, and each message. */
export default function AutomationEffect({ automation }: { automation: Automation }) {
  const t = useWords(automationEffectText)
  const lacked = useLackedRights(automationMessages.effect)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.effect} tabIndex={0} aria-label={t.label}>
      {lacked.length > 0 ? <LackedRights rights={lacked} /> : <Measured automation={automation} />}
      <MessageSteps automationId={automation.id} />
    </section>
  )
}

function Measured({ automation: { id, definition, versions } }: { automation: Automation }) {
  const t = useWords(automationEffectText)
  const e = useWords(effectText)
  const read = useRead(automationMessages.effect, { params: { id } }, { staleTime: 60_000 })
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  const { figures, without, state } = read.data
  const isDrawn = versions.some(({ holdout }) => holdout > 0)
  if (!figures)
    return (
      <section className={effect.verdict} aria-labelledby="effect-verdict">
        <div>
          <h2 id="effect-verdict">{e.without}</h2>
          <p>{without === 'not_drawn' && !isDrawn ? t.notDrawn : without && e[without]}</p>
          {!isDrawn && definition.holdout === null && <p className={effect.quiet}>{t.drawnFrom}</p>}
        </div>
      </section>
    )
  const isUnclear = state === 'unclear' || state === 'few_buyers'
  return (
    <>
      <EffectVerdict effect={read.data} figures={figures} />
      <EffectTotals effect={read.data} figures={figures} />
      {isUnclear && figures.needed.length > 0 && <NeededPeople figures={figures} />}
      <div className={effect.columns}>
        <EffectChart days={figures.days} />
        <EffectGroups figures={figures} />
      </div>
    </>
  )
}
