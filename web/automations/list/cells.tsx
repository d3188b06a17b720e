import { signed } from '../../broadcasts/signed.ts'
import { useWords } from '../../data/text.ts'
import { RouteLink } from '../../ui/route.tsx'
import type { AutomationSummary } from '../automation.ts'
import { automationText } from '../automation-text.ts'
import { Sentence } from '../Sentence.tsx'
import { kindOf } from '../step-kinds.ts'
import { triggerIcons } from '../trigger-icons.ts'
import { useTriggerSentence } from '../use-trigger-sentence.ts'
import styles from './AutomationList.module.css'
import { automationListText } from './automation-list-text.ts'

interface CellProps {
  automation: AutomationSummary
}

/** Kinds of steps that are named one by one. */
const NAMED_KINDS = 5

/** When an automation begins for a customer. */
export function TriggerCell({ automation: { trigger, triggerName } }: CellProps) {
  const sentence = useTriggerSentence()
  const Icon = trigger && triggerIcons[trigger.kind]
  return (
    <span className={styles.trigger}>
      {Icon && <Icon size={16} stroke={1.6} aria-hidden />}
      <span>
        <Sentence sentence={sentence(trigger, triggerName)} />
      </span>
    </span>
  )
}

/** The name, with the kinds of the steps in order below it. */
export function NameCell({ automation }: CellProps) {
  const a = useWords(automationText)
  const kinds = useKinds()(automation)
  return (
    <span className={styles.named}>
      <span>{automation.name || a.noName}</span>
      {kinds && <small>{kinds}</small>}
    </span>
  )
}

/** Says the kinds of the steps, equal neighbours together. */
function useKinds() {
  const t = useWords(automationListText)
  const a = useWords(automationText)
  return ({ steps, edited, version }: AutomationSummary): string | undefined => {
    const runs: { kind: (typeof steps)[number]; count: number }[] = []
    for (const kind of steps) {
      const last = runs.at(-1)
      if (last?.kind === kind) last.count++
      else runs.push({ kind, count: 1 })
    }
    const isLong = runs.length > NAMED_KINDS
    const kinds = runs.map(({ kind, count }) => {
      const word = a[kindOf[kind].word]
      return count > 1 ? t.several({ count, kind: word }) : word
    })
    const parts = [
      ...(isLong ? [t.stepCount({ count: steps.length })] : kinds),
      ...(edited && version !== null ? [t.edited] : []),
    ]
    return parts.length > 0 ? parts.join(' · ') : undefined
  }
}

/** Customers on the way, who are a link to their list. */
export function OnTheWayCell({ automation: { id, onTheWay } }: CellProps) {
  const t = useWords(automationListText)
  return (
    <RouteLink to="automation" params={{ automationId: id }} search={{ tab: 'people' }} className={styles.onTheWay}>
      {t.people({ count: onTheWay })}
    </RouteLink>
  )
}

/** True if there is something to say about the effect. */
export const hasEffect = ({ effect }: AutomationSummary) => effect !== null && effect.state !== 'without'

/** The amount that an automation added to each customer's purchases, if that is clear. */
export function EffectCell({ automation: { effect } }: CellProps) {
  const t = useWords(automationListText)
  if (!effect) return null
  if (effect.state === 'measuring') return <span className={styles.quiet}>{t.measuring}</span>
  if (effect.difference === null) return <span className={styles.quiet}>{t.unclear}</span>
  return <strong>{t.gain({ baht: signed(effect.difference) })}</strong>
}
