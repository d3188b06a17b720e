import { Button, MantineThemeProvider } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { labelColor } from '../../../ui/label-color.ts'
import { completeRule } from '../../rules/complete-rule.ts'
import type { OpenRule, ScreenLeaf } from '../../rules/draft.ts'
import { RuleFields } from '../../rules/RuleFields.tsx'
import { equalRules } from '../../rules/rule-address.ts'
import { operatorText } from '../../rules/text.ts'
import { type RuleOptions, RuleOptionsProvider } from '../../rules/use-rule-options.ts'
import { genderTexts } from '../field-text.ts'
import { text } from '../text.ts'
import styles from './FilterBar.module.css'
import { FilterChecks } from './FilterChecks.tsx'
import { rulesAbout, withoutRule, withoutSubject, withRule } from './filter-rules.ts'
import { choicesAbout, type FilterTest, testsAbout } from './filter-tests.ts'
import { filterTestText, filterText } from './filter-text.ts'
import type { ListView } from './list-view.ts'
import { useFilterCount } from './use-filter-count.ts'

interface FilterValuesProps {
  view: ListView
  subject: string
  title: string
  options: RuleOptions
  /** A condition is complete. */
  onDone: () => void
}

/** Values of one subject: a click sets the filter; what needs a value opens its inputs. */
export function FilterValues({ view, subject, title, options, onDone }: FilterValuesProps) {
  const f = useWords(filterText)
  const words: Record<string, string> = { ...useWords(operatorText), ...useWords(filterTestText) }
  const current = rulesAbout(view.rule, subject)
  const tests = testsAbout(subject, options)
  const picked = current.find((rule) => !tests.some((test) => !test.open && equalRules(test.rule, rule)))
  const checked = subject === 'label' || choicesAbout(subject, options) !== undefined
  // A condition that no click makes is open in its inputs.
  const [draft, setDraft] = useState<OpenRule | undefined>(
    picked && !(checked && isChecked(picked)) ? (picked as OpenRule) : undefined,
  )
  const set = (rule: OpenRule) => {
    const whole = completeRule(rule)
    if (!whole) return
    view.showRule(withRule(view.rule, whole))
    onDone()
  }
  if (draft)
    return (
      <FilterInputs
        title={title}
        rule={draft}
        options={options}
        onChange={setDraft}
        onSet={set}
        onRemove={
          current.length > 0 &&
          (() => {
            view.showRule(withoutSubject(view.rule, subject))
            onDone()
          })
        }
      />
    )
  return (
    <section aria-label={title}>
      <h2 className={styles.paneTitle}>{title}</h2>
      {subject === 'label' && <LabelChecks view={view} options={options} />}
      {subject !== 'label' && checked && <ChoiceChecks view={view} subject={subject} options={options} />}
      <ul className={styles.tests}>
        {tests.map((test) => {
          const on = !test.open && current.some((rule) => equalRules(rule, test.rule))
          return (
            <li key={test.words} data-open={test.open}>
              <button
                type="button"
                aria-pressed={test.open ? undefined : on}
                onClick={() => {
                  if (test.open) return setDraft(test.rule)
                  if (!on) return set(test.rule)
                  view.showRule(withoutRule(view.rule, test.rule as ScreenLeaf))
                  onDone()
                }}
              >
                <span>{test.open ? f.furtherWords({ words: words[test.words]! }) : words[test.words]}</span>
                {on ? <IconCheck size={16} stroke={1.8} /> : test.counted && <Count view={view} test={test} />}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** True if a list of choices shows a condition. */
const isChecked = (rule: ScreenLeaf) =>
  (rule.kind === 'label' && rule.operator === 'has_any') ||
  (rule.kind === 'profile' && (rule.operator === 'in' || rule.operator === 'eq'))

function Count({ view, test }: { view: ListView; test: FilterTest }) {
  const count = useFilterCount(view, test.rule)
  return count && <span className={styles.testCount}>{count}</span>
}

function LabelChecks({ view, options: { labels } }: { view: ListView; options: RuleOptions }) {
  const t = useWords(filterText)
  const rule = rulesAbout(view.rule, 'label').find((one) => one.kind === 'label' && one.operator === 'has_any')
  const { filterLabels: general, filterSegments: advanced } = t
  const choices = useMemo(() => {
    const groups = { general, advanced }
    return labels
      .toSorted((a, b) => (a.type === b.type ? 0 : a.type === 'general' ? -1 : 1))
      .map(({ id, name, color, type }) => ({
        value: id,
        label: name,
        group: groups[type],
        dot: { color: labelColor(color), type },
      }))
  }, [labels, general, advanced])
  return (
    <FilterChecks
      choices={choices}
      chosen={rule?.kind === 'label' ? rule.labelIds : []}
      search={t.searchLabels}
      nothing={t.noLabels}
      onChange={(labelIds) => {
        const next = { kind: 'label' as const, operator: 'has_any' as const, labelIds }
        view.showRule(labelIds.length > 0 ? withRule(view.rule, next) : withoutRule(view.rule, next))
      }}
    />
  )
}

interface ChoiceChecksProps {
  view: ListView
  subject: string
  options: RuleOptions
}

function ChoiceChecks({ view, subject, options }: ChoiceChecksProps) {
  const t = useWords(filterText)
  const p = useWords(text)
  const { field } = choicesAbout(subject, options)!
  const choices = field.kind === 'gender' ? genderTexts : field.choices!
  const rule = rulesAbout(view.rule, subject)[0]
  const value = rule?.kind === 'profile' && isChecked(rule) && 'value' in rule ? rule.value : []
  return (
    <FilterChecks<string>
      choices={choices.map((one) => ({
        value: one,
        label: field.kind === 'gender' ? p[one as (typeof genderTexts)[number]] : one,
      }))}
      chosen={(Array.isArray(value) ? value : [value]).map(String)}
      search={t.searchChoices}
      nothing={t.noChoices}
      onChange={(chosen) => {
        const next = { kind: 'profile' as const, fieldId: field.id, operator: 'in' as const, value: chosen }
        view.showRule(chosen.length > 0 ? withRule(view.rule, next) : withoutRule(view.rule, next))
      }}
    />
  )
}

/** Lists of inputs open inside of the panel: a click on one outside of it would close the panel. */
const inside = { components: { Combobox: { defaultProps: { withinPortal: false } } } }

interface FilterInputsProps {
  title: string
  rule: OpenRule
  options: RuleOptions
  onChange: (rule: OpenRule) => void
  onSet: (rule: OpenRule) => void
  onRemove: (() => void) | false
}

function FilterInputs({ title, rule, options, onChange, onSet, onRemove }: FilterInputsProps) {
  const f = useWords(filterText)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, [data-autofocus]')?.focus(), [])
  return (
    <form
      ref={form}
      className={styles.inputs}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        onSet(rule)
      }}
    >
      <h2 className={styles.paneTitle}>{title}</h2>
      <MantineThemeProvider theme={inside} inherit>
        <RuleOptionsProvider value={options}>
          <div className={styles.inputsLine}>
            <RuleFields rule={rule} onChange={onChange} />
          </div>
        </RuleOptionsProvider>
      </MantineThemeProvider>
      <div className={styles.inputsEnd}>
        {onRemove && (
          <Button variant="subtle" color="var(--ruam-text-2)" onClick={onRemove}>
            {f.remove}
          </Button>
        )}
        <Button type="submit" variant="filled" disabled={!completeRule(rule)}>
          {f.apply}
        </Button>
      </div>
    </form>
  )
}
