import { useWords } from '../../data/text.ts'
import { ActivityFields } from './ActivityFields.tsx'
import { Choice } from './Choice.tsx'
import type { OpenRule } from './draft.ts'
import { LabelsValue } from './LabelsValue.tsx'
import { allUnits, dayUnits, timeOperators } from './operators.ts'
import styles from './Rules.module.css'
import { TestFields } from './TestFields.tsx'
import { operatorText, text } from './text.ts'
import { useOptions } from './use-rule-options.ts'

interface RuleFieldsProps {
  rule: OpenRule
  onChange: (rule: OpenRule) => void
}

/** Blocking is unknown for pages: Facebook reports no such event. */
const channelOperators = ({ channelType }: Extract<OpenRule, { kind: 'channel' }>) =>
  channelType === 'facebook' ? (['friend', 'not_linked'] as const) : (['friend', 'blocked', 'not_linked'] as const)

/** Predicate of a rule, each choice a control. */
export function RuleFields({ rule, onChange }: RuleFieldsProps) {
  const t = useWords(text)
  const o = useWords(operatorText)
  const { system, own, labels, accounts, known } = useOptions()
  switch (rule.kind) {
    case 'none':
      return null
    case 'profile': {
      const field = [...system, ...own].find(({ id }) => id === rule.fieldId)
      if (rule.masked) return <span className={styles.word}>{t.hidden}</span>
      if (!field) return known && <span className={styles.broken}>{t.goneRule}</span>
      return (
        <TestFields field={field} test={rule} units={dayUnits} onChange={(test) => onChange({ ...rule, ...test })} />
      )
    }
    case 'time': {
      const field = { id: 0, name: rule.at, title: t[rule.at], dataType: 'Date' } as const
      return (
        <TestFields
          field={field}
          test={rule}
          operators={timeOperators}
          units={allUnits}
          onChange={(test) => onChange({ ...rule, ...test })}
        />
      )
    }
    case 'label':
      return (
        <>
          <Choice
            label={`${t.operator}: ${t.label}`}
            value={rule.operator}
            choices={(['has_any', 'has_all', 'has_none'] as const).map((one) => [one, o[one]])}
            onChoose={(operator) => onChange({ ...rule, operator })}
          />
          <LabelsValue
            label={t.labels}
            labels={labels}
            value={rule.labelIds}
            onChange={(labelIds) => onChange({ ...rule, labelIds })}
          />
        </>
      )
    case 'activity':
      return <ActivityFields rule={rule} onChange={onChange} />
    case 'consent':
      return (
        <Choice
          label={`${t.operator}: ${t.ofConsents}`}
          value={rule.operator}
          choices={(['granted', 'withdrawn', 'unknown'] as const).map((one) => [one, o[one]])}
          onChoose={(operator) => onChange({ ...rule, operator })}
        />
      )
    case 'channel':
      return (
        <>
          <Choice
            label={`${t.operator}: ${rule.channelType === 'facebook' ? t.facebook : t.lineOa}`}
            value={rule.operator}
            choices={channelOperators(rule).map((one) => [
              one,
              o[rule.channelType === 'facebook' && one === 'friend' ? 'wrote' : one],
            ])}
            onChoose={(operator) => onChange({ ...rule, operator })}
          />
          {rule.channelType === 'lineOA' && (accounts.length > 1 || rule.channelId !== undefined) && (
            <Choice
              label={t.account}
              value={String(rule.channelId ?? '')}
              choices={[['', t.anyAccount], ...accounts.map(({ id, name }) => [String(id), name] as const)]}
              onChoose={(id) => onChange({ ...rule, channelId: id === '' ? undefined : Number(id) })}
            />
          )}
        </>
      )
    case 'broadcast':
      return (
        <Choice
          label={`${t.operator}: ${t.ofBroadcasts}`}
          value={rule.operator}
          choices={(['sent', 'not_sent', 'failed'] as const).map((one) => [one, o[one]])}
          onChoose={(operator) => onChange({ ...rule, operator })}
        />
      )
    case 'source':
      return (
        <Choice
          label={`${t.operator}: ${t.source}`}
          value={rule.operator}
          choices={(['any', 'made', 'changed'] as const).map((one) => [one, o[one]])}
          onChoose={(operator) => onChange({ ...rule, operator })}
        />
      )
  }
}
