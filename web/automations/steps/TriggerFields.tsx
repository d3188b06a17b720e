import { MultiSelect } from '@mantine/core'
import { automationLimits, type LeavingReason, leavingReasons } from '@ruam/contract/automations/definition.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { useState } from 'react'
import { Choice } from '../../customers/rules/Choice.tsx'
import { useOptions } from '../../customers/rules/use-rule-options.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { automationText } from '../automation-text.ts'
import { ActivityChip } from './ActivityChip.tsx'
import { NumberChip, ThingChip, TimeChip } from './Chip.tsx'
import type { Trigger } from './open-step.ts'
import styles from './Steps.module.css'
import { triggerText } from './trigger-text.ts'

type Of<K extends Trigger['kind']> = Extract<Trigger, { kind: K }>

interface TriggerFieldsProps<T extends Trigger = Trigger> {
  kind: T['kind']
  /** Null, or of another kind, until its thing is chosen. */
  value: Trigger | null
  onChange: (value: T) => void
}

/** The sentence of a kind of trigger. */
export function TriggerFields({ kind, value, onChange }: TriggerFieldsProps) {
  const t = useWords(triggerText)
  switch (kind) {
    case 'segment_entered':
    case 'segment_left':
      return <SegmentFields kind={kind} value={value} onChange={onChange} />
    case 'activity':
      return <ActivityFields value={value?.kind === 'activity' ? value : null} onChange={onChange} />
    case 'date':
      return <DateFields value={value?.kind === 'date' ? value : null} onChange={onChange} />
    case 'friend':
      return <span>{t.addsFriend}</span>
    case 'link':
      return <LinkFields value={value?.kind === 'link' ? value : null} onChange={onChange} />
  }
}

function SegmentFields({ kind, value, onChange }: TriggerFieldsProps<Of<'segment_entered' | 'segment_left'>>) {
  const t = useWords(triggerText)
  const a = useWords(automationText)
  const { labels, known } = useOptions()
  const own = value && 'segmentId' in value ? value : null
  const reasons = own?.kind === 'segment_left' ? (own.reasons ?? []) : []
  return (
    <>
      <span>{kind === 'segment_left' ? t.leaves : t.enters}</span>
      <ThingChip
        label={t.segment}
        name="trigger"
        value={own?.segmentId ?? null}
        things={labels.filter(({ type }) => type === 'advanced')}
        known={known}
        placeholder={t.chooseSegment}
        nothingFound={t.noSegment}
        onChoose={(segmentId) =>
          onChange({ ...(own?.kind === kind ? own : { kind }), segmentId } as Trigger &
            typeof own & { kind: typeof kind })
        }
      />
      {kind === 'segment_left' && own && (
        <>
          <span>{t.because}</span>
          <MultiSelect
            size="sm"
            className={styles.reasons}
            aria-label={t.reasons}
            {...(reasons.length === 0 && { placeholder: t.anyReason })}
            value={reasons}
            data={leavingReasons.map((reason) => ({ value: reason, label: a[reason] }))}
            comboboxProps={{ transitionProps: { duration: 0 } }}
            onChange={(chosen) =>
              onChange({
                kind,
                segmentId: own.segmentId,
                ...(chosen.length > 0 && { reasons: chosen as LeavingReason[] }),
              })
            }
          />
        </>
      )}
    </>
  )
}

interface OfProps<T> {
  value: T | null
  onChange: (value: T) => void
}

function ActivityFields({ value, onChange }: OfProps<Of<'activity'>>) {
  const t = useWords(triggerText)
  return (
    <>
      <span>{t.customer}</span>
      <ActivityChip
        value={value}
        name="trigger"
        onChange={(activity) => onChange({ kind: 'activity', first: value?.first ?? false, ...activity })}
      >
        {value && (
          <>
            <span>{t.as}</span>
            <Choice
              joining
              label={t.howOften}
              value={value.first ? 'first' : 'each'}
              choices={[
                ['each', t.each],
                ['first', t.first],
              ]}
              onChoose={(chosen) => onChange({ ...value, first: chosen === 'first' })}
            />
          </>
        )}
      </ActivityChip>
    </>
  )
}

const birthDate = systemFields.find(({ name }) => name === 'birthDate')!.id
const offsets = [1, 2, 3, 5, 7, 14, 30, 60, 90]

function DateFields({ value, onChange }: OfProps<Of<'date'>>) {
  const t = useWords(triggerText)
  const { system, own, known } = useOptions()
  const dates = [...system, ...own].filter(({ dataType }) => dataType === 'Date')
  const [isOther, setOther] = useState(false)
  const offset = value?.offsetDays ?? 0
  const days = Math.abs(offset)
  const way = offset === 0 ? 'same' : offset < 0 ? 'before' : 'after'
  const change = (part: Partial<Of<'date'>>) => value && onChange({ ...value, ...part })
  const signed = (n: number) => (way === 'before' ? -n : n)
  const isTyped = isOther || (days > 0 && !offsets.includes(days))
  return (
    <>
      <span>{t.reaches}</span>
      <ThingChip
        label={t.dateField}
        name="trigger"
        value={value?.fieldId ?? null}
        things={dates.map(({ id, title }) => ({ id, name: title }))}
        known={known}
        placeholder={t.chooseDate}
        nothingFound={t.noDate}
        onChoose={(fieldId) =>
          onChange(
            value
              ? { ...value, fieldId, yearly: fieldId === birthDate || value.yearly }
              : { kind: 'date', fieldId, offsetDays: 0, time: '09:00', yearly: fieldId === birthDate },
          )
        }
      />
      {value && (
        <>
          <Choice
            joining
            label={t.way}
            value={way}
            choices={[
              ['same', t.sameDay],
              ['before', t.before],
              ['after', t.after],
            ]}
            onChoose={(chosen) => {
              const n = days || 7
              change({ offsetDays: chosen === 'same' ? 0 : chosen === 'before' ? -n : n })
            }}
          />
          {way !== 'same' && isTyped && (
            <NumberChip
              label={t.days}
              value={days}
              min={1}
              max={automationLimits.offsetDays}
              onChange={(n) => change({ offsetDays: signed(n) })}
            />
          )}
          {way !== 'same' && (
            <Choice
              joining
              label={t.days}
              value={isTyped ? 'other' : String(days)}
              choices={[
                ...offsets.map((n) => [String(n), t.countDays({ count: n })] as const),
                ['other', t.otherDays] as const,
              ]}
              onChoose={(chosen) => {
                setOther(chosen === 'other')
                if (chosen !== 'other') change({ offsetDays: signed(Number(chosen)) })
              }}
            />
          )}
          <span>{t.at}</span>
          <TimeChip label={t.at} value={value.time} onChoose={(time) => change({ time })} />
          <Choice
            joining
            label={t.yearly}
            value={value.yearly ? 'yearly' : 'once'}
            choices={[
              ['yearly', t.everyYear],
              ['once', t.onlyOnce],
            ]}
            onChoose={(chosen) => change({ yearly: chosen === 'yearly' })}
          />
          {value.yearly && <p className={styles.quiet}>{t.leapDay}</p>}
        </>
      )}
    </>
  )
}

function LinkFields({ value, onChange }: OfProps<Of<'link'>>) {
  const t = useWords(triggerText)
  const { broadcasts: sent, known } = useOptions()
  const broadcastId = value?.broadcastId
  const links = useRead(
    broadcasts.get,
    { params: { id: broadcastId ?? 0 } },
    { enabled: broadcastId !== undefined, staleTime: 60_000 },
  ).data?.links
  const urls = [...new Set((links ?? []).map(({ target }) => target))]
  const kept = value?.url && !urls.includes(value.url) ? [value.url] : []
  return (
    <>
      <span>{t.clicks}</span>
      <ThingChip
        label={t.broadcast}
        name="trigger"
        value={broadcastId ?? null}
        things={sent}
        known={known}
        placeholder={t.chooseBroadcast}
        nothingFound={t.noBroadcast}
        onChoose={(chosen) => onChange({ kind: 'link', broadcastId: chosen, url: null })}
      />
      {value && (
        <Choice
          joining
          label={t.url}
          value={value.url ?? ''}
          choices={[['', t.anyUrl], ...[...kept, ...urls].map((url) => [url, url] as const)]}
          onChoose={(url) => onChange({ ...value, url: url || null })}
        />
      )}
      <p className={styles.quiet}>{t.clicksNote}</p>
    </>
  )
}
