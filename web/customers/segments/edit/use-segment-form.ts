import type { labelColors } from '@ruam/contract/customers/label-colors.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { isName } from '@ruam/contract/platform/names.ts'
import { useEffect, useMemo, useState } from 'react'
import { useWrite } from '../../../data/api.ts'
import { currentOf } from '../../../data/stale.ts'
import { useWords, wordsNow } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { alerts } from '../../../ui/alerts.ts'
import { checks } from '../../../ui/form.ts'
import { useGo } from '../../../ui/route.tsx'
import { useRecordForm } from '../../../ui/use-record-form.ts'
import { labelText } from '../../labels/text.ts'
import { useLabelNameCheck } from '../../labels/use-label-name-check.ts'
import { completeGroup } from '../../rules/complete-rule.ts'
import { draftOfPlain, type PlainGroup, plainOf } from '../../rules/draft.ts'
import type { Count } from '../../rules/RuleBuilder.tsx'
import { useRuleOptions } from '../../rules/use-rule-options.ts'
import { useRuleSentence } from '../../rules/use-rule-sentence.ts'
import type { Segment } from '../segment.ts'
import { segmentText } from '../segment-text.ts'
import { rulesBefore } from './rules-before.ts'
import { type Before, blankTarget, isHidden, noFilter, plainTarget, segmentRuleOf } from './segment-rule.ts'
import { text } from './text.ts'
import { useEstimate } from './use-estimate.ts'
import { useFaults } from './use-faults.ts'

type SegmentValues = {
  name: string
  description: string
  color: (typeof labelColors)[number]
  autoApply: boolean
  filter: Before
  target: PlainGroup
}

export interface SegmentFormProps {
  /** The label to change; without one a label is made. */
  segment?: Segment
  type: Segment['type']
  /** Initial values of a new segment. */
  start?: { name: string; target: PlainGroup } | undefined
  onCancel?: (() => void) | undefined
}

const valuesOf = (one: Segment): SegmentValues => ({
  name: one.name,
  description: one.description,
  color: one.color as SegmentValues['color'],
  autoApply: one.autoApplyEnabled,
  filter: one.segmentRule?.filter ?? noFilter,
  target: one.segmentRule ? plainTarget(one.segmentRule) : blankTarget(),
})

const blankOf = (start: SegmentFormProps['start']): SegmentValues => ({
  name: start?.name ?? '',
  description: '',
  color: 'teal',
  autoApply: true,
  filter: noFilter,
  target: start?.target ?? blankTarget(),
})

const checkName = (value: string) => checks.name(value) ?? (value.includes(',') ? wordsNow(labelText).noComma : null)

function checkTarget(target: PlainGroup) {
  const { rule, holes } = completeGroup(draftOfPlain(target))
  return rule && holes.size === 0 ? null : wordsNow(text).ruleMissing
}

/** State of the form: values, draft of the rule, faults, estimate and concurrent changes. */
export function useSegmentForm({ segment, type, start, onCancel }: SegmentFormProps) {
  const t = useWords(text)
  const s = useWords(segmentText)
  const l = useWords(labelText)
  const c = useWords(common)
  const go = useGo()
  const options = useRuleOptions(type === 'advanced')
  const { say } = useRuleSentence(options)
  const create = useWrite(labels.create, { quiet: true })
  const update = useWrite(labels.update, { quiet: true })
  const [saved, setSaved] = useState<number>()
  const advanced = type === 'advanced'
  const hidden = segment?.segmentRule ? isHidden(plainTarget(segment.segmentRule)) : false
  const record = useRecordForm({
    record: segment,
    blank: blankOf(start),
    valuesOf,
    validate: {
      name: checkName,
      description: checks.description,
      ...(advanced && !hidden && { target: checkTarget }),
    },
    refusedAt: { label_name_taken: 'name', label_name_invalid: 'name', label_name_reserved: 'name' },
    refusalOf(error) {
      faults.note(error)
      return undefined
    },
    current: currentOf(labels.update),
    async save({ name, description, color, autoApply, filter, target }, originTime) {
      const { segmentRule } = segmentRuleOf(draftOfPlain(target), filter, autoApply)
      const body = { name, description, color, ...(advanced && !hidden && segmentRule && { segmentRule }) }
      return segment
        ? update.mutateAsync({ params: { id: segment.id }, body: { ...body, originTime } })
        : create.mutateAsync({ body: { ...body, type } })
    },
    onSaved({ id }) {
      alerts.success(c.saved)
      setSaved(id)
    },
    onClose: () => onCancel?.(),
  })
  // Only once the guard of what is unsaved knows that nothing is.
  useEffect(() => {
    if (saved !== undefined) go({ to: 'segmentation-detail', params: { labelId: saved } })
  }, [saved, go])
  const { form, base } = record
  const { name, autoApply, filter, target } = form.values
  const [draft, setDraft] = useState(() => draftOfPlain(target))
  // Changed by something else than the builder: a merge.
  if (JSON.stringify(plainOf(draft)) !== JSON.stringify(target)) setDraft(draftOfPlain(target))
  const sent = useMemo(() => segmentRuleOf(draft, filter, autoApply), [draft, filter, autoApply])
  const faults = useFaults(segment?.state ?? undefined, draft, sent)
  const counted = advanced && !hidden ? sent.segmentRule : undefined
  const estimate = useEstimate(counted, advanced ? segment?.id : undefined)
  const { data, old } = estimate
  const counts = useMemo(() => {
    const found = new Map<number, Count>()
    if (old || !data) return found
    for (const { path, alone } of data.perRule) {
      const key = sent.keyAt(path)
      if (key !== undefined) found.set(key, { count: alone, about: !data.exact })
    }
    return found
  }, [data, old, sent])
  const check = useLabelNameCheck(name, isName(name) && !name.includes(',') && name.trim() !== base.name)
  const sentenceOf = (values: SegmentValues) => {
    const { rule } = completeGroup(draftOfPlain(values.target))
    return rule ? say(rule) : ''
  }
  const beforeOf = ({ filter }: SegmentValues) => {
    const rules = rulesBefore({ filter })
    return rules.length > 0 ? say({ condition: 'and', rules }) : t.notNarrowed
  }
  const names = {
    name: t.name,
    description: t.description,
    color: t.color,
    autoApply: s.autoApply,
    filter: t.before,
    target: t.rule,
  }
  const newer = record.conflicts.map((path) => ({
    label: names[path],
    value:
      path === 'target'
        ? sentenceOf(base)
        : path === 'color'
          ? l[base.color]
          : path === 'autoApply'
            ? base.autoApply
              ? c.yes
              : c.no
            : path === 'filter'
              ? beforeOf(base)
              : base[path],
    onTake: () => record.takeTheirs(path),
  }))
  return {
    advanced,
    hidden,
    options,
    record,
    form,
    filter,
    draft,
    setDraft,
    sent,
    faults,
    counted,
    estimate,
    counts,
    check,
    newer,
  }
}
