import { SegmentedControl } from '@mantine/core'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { IconBolt } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Choice } from '../../customers/rules/Choice.tsx'
import { useOptions } from '../../customers/rules/use-rule-options.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { usePhone } from '../../ui/use-phone.ts'
import type { Trigger } from './open-step.ts'
import styles from './Steps.module.css'
import { TriggerFields } from './TriggerFields.tsx'
import { triggerText } from './trigger-text.ts'
import { useTriggerCount } from './use-trigger-count.ts'

const kinds = ['segment_entered', 'segment_left', 'activity', 'date', 'friend', 'link'] as const

const birthDate = systemFields.find(({ name }) => name === 'birthDate')!.id

/** Returns the trigger that a kind begins with; null if its thing has to be chosen. */
function firstTrigger(kind: Trigger['kind'], before: Trigger | null, fields: readonly { id: number }[]) {
  if (kind === 'friend') return { kind }
  if (kind === 'date' && fields.some(({ id }) => id === birthDate))
    return { kind, fieldId: birthDate, offsetDays: 0, time: '09:00', yearly: true }
  // The segment stays when it is left instead of entered.
  if (before && 'segmentId' in before && (kind === 'segment_entered' || kind === 'segment_left'))
    return { kind, segmentId: before.segmentId }
  return null
}

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
  // A kind that is chosen again has its things back.
  const kept = useRef<Partial<Record<Trigger['kind'], Trigger>>>({})
  const { system } = useOptions()
  const choose = (next: Trigger['kind']) => {
    setBegun(next)
    if (next === value?.kind) return
    if (value) kept.current[value.kind] = value
    onChange(kept.current[next] ?? firstTrigger(next, value, system))
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
