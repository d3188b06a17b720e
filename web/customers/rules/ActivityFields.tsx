import { useWords } from '../../data/text.ts'
import { Choice } from './Choice.tsx'
import type { OpenActivity, OpenTest } from './draft.ts'
import { allUnits, countOperators } from './operators.ts'
import styles from './Rules.module.css'
import { countText, text } from './text.ts'
import { Ends, NumberValue, SpanInput } from './ValueInput.tsx'
import { WhereFields } from './WhereFields.tsx'

interface ActivityFieldsProps {
  rule: OpenActivity
  onChange: (rule: OpenActivity) => void
}

/** Activity condition: done or not, how often, when, with details. */
export function ActivityFields({ rule, onChange }: ActivityFieldsProps) {
  const t = useWords(text)
  const { window, done, where = [] } = rule
  const change = (part: Partial<OpenActivity>) => onChange({ ...rule, ...part })
  const when = window === undefined ? 'any' : 'last' in window ? 'last' : 'days'
  return (
    <>
      <Choice
        label={t.doneWhat}
        value={done ? 'yes' : 'no'}
        choices={[
          ['yes', t.done],
          ['no', t.notDone],
        ]}
        onChoose={(value) => change({ done: value === 'yes', ...(value === 'no' && { count: undefined }) })}
      />
      {done && <CountFields count={rule.count} onChange={(count) => change({ count })} />}
      <Choice
        label={t.when}
        value={when}
        choices={[
          ['any', t.anyTime],
          ['last', t.inLast],
          ['days', t.betweenDays],
        ]}
        onChoose={(value) =>
          change({ window: value === 'any' ? undefined : value === 'last' ? { last: { n: 90, unit: 'day' } } : {} })
        }
      />
      {window && 'last' in window && (
        <SpanInput
          value={window.last}
          way="last"
          units={allUnits}
          title={t.when}
          onChange={(last) => change({ window: { last } })}
        />
      )}
      {window && !('last' in window) && (
        <Ends type="day" value={window} title={t.when} onChange={(ends) => change({ window: ends })} />
      )}
      <WhereFields activityTypeId={rule.activityTypeId} where={where} onChange={(next) => change({ where: next })} />
    </>
  )
}

function CountFields({
  count,
  onChange,
}: {
  count: OpenTest | undefined
  onChange: (count: OpenTest | undefined) => void
}) {
  const t = useWords(text)
  const c = useWords(countText)
  const chosen = count?.operator as keyof typeof c | undefined
  const value = count?.value
  const ends = chosen === 'between' || chosen === 'not_between'
  return (
    <>
      <Choice
        label={t.howOften}
        value={chosen ?? 'any'}
        choices={[['any', t.anyCount], ...countOperators.map((one) => [one, c[one]] as const)]}
        onChoose={(operator) => {
          if (operator === 'any') return onChange(undefined)
          const wide = operator === 'between' || operator === 'not_between'
          onChange({ operator, value: wide ? (ends ? value : {}) : typeof value === 'number' ? value : 1 })
        }}
      />
      {count && ends && (
        <Ends
          type="number"
          count
          value={typeof value === 'object' && !Array.isArray(value) && !('unit' in value) ? value : {}}
          title={t.count}
          onChange={(next) => onChange({ ...count, value: next })}
        />
      )}
      {count && !ends && (
        <NumberValue
          count
          label={t.count}
          value={typeof value === 'number' ? value : undefined}
          onChange={(next) => onChange({ ...count, value: next })}
        />
      )}
      {count && <span className={styles.word}>{t.times}</span>}
    </>
  )
}
