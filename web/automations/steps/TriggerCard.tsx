import { SegmentedControl } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { useState } from 'react'
import { Choice } from '../../customers/rules/Choice.tsx'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { usePhone } from '../../ui/use-phone.ts'
import type { Trigger } from './open-step.ts'
import styles from './Steps.module.css'
import { TriggerFields } from './TriggerFields.tsx'
import { triggerText } from './trigger-text.ts'
import { useTriggerCount } from './use-trigger-count.ts'

const kinds = ['segment_entered', 'segment_left', 'activity', 'date', 'friend', 'link'] as const

interface TriggerCardProps {
  value: Trigger | null
  readOnly: boolean
  /** Words of what is missing. */
  missing: string | undefined
  onChange: (value: Trigger | null) => void
}

/** When an automation begins for a customer: the kind of event, and a sentence with its choices. */
export function TriggerCard({ value, readOnly, missing, onChange }: TriggerCardProps) {
  const t = useWords(triggerText)
  const phone = usePhone()
  // A kind whose thing is not chosen yet.
  const [begun, setBegun] = useState<Trigger['kind']>()
  const kind = value?.kind ?? begun
  const choose = (next: Trigger['kind']) => {
    setBegun(next)
    if (next === value?.kind) return
    if (next === 'friend') return onChange({ kind: 'friend' })
    // The segment stays when it is left instead of entered.
    if (value && 'segmentId' in value && (next === 'segment_entered' || next === 'segment_left'))
      return onChange({ kind: next, segmentId: value.segmentId })
    onChange(null)
  }
  return (
    <section className={styles.trigger} aria-label={t.begins} data-part="trigger">
      <header>
        <IconBolt size={18} stroke={1.6} aria-hidden />
        <h2 tabIndex={-1}>{t.begins}</h2>
        {phone ? (
          <Choice
            joining
            label={t.kind}
            value={kind ?? ''}
            choices={[...(kind ? [] : [['', t.choose] as const]), ...kinds.map((one) => [one, t[one]] as const)]}
            onChoose={(next) => next !== '' && choose(next)}
          />
        ) : (
          <SegmentedControl
            size="sm"
            className={styles.kinds}
            transitionDuration={0}
            aria-label={t.kind}
            disabled={readOnly}
            value={kind ?? ''}
            data={kinds.map((one) => ({ value: one, label: t[one] }))}
            onChange={(next) => choose(next as Trigger['kind'])}
          />
        )}
      </header>
      {kind && (
        <div className={styles.triggerBody}>
          <div className={styles.sentence}>
            <TriggerFields key={kind} kind={kind} value={value} onChange={onChange} />
          </div>
          <TriggerCount trigger={value} />
        </div>
      )}
      {missing && <p className={styles.warning}>{missing}</p>}
    </section>
  )
}

/** How many customers it is about. */
function TriggerCount({ trigger }: { trigger: Trigger | null }) {
  const t = useWords(triggerText)
  const found = useTriggerCount(trigger)
  if (!trigger || !found) return null
  const said = formatNumber(found.count)
  const count = found.isCapped ? t.more({ count: said }) : said
  const words = trigger.kind === 'activity' ? t.lastDays : trigger.kind === 'date' ? t.nextDays : t.inside
  return <span className={styles.triggerCount}>{words({ count })}</span>
}
