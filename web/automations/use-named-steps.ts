import { isVisibleRule } from '../customers/rules/rule-shape.ts'
import { useRuleOptions } from '../customers/rules/use-rule-options.ts'
import { useRuleSentence } from '../customers/rules/use-rule-sentence.ts'
import { useWords } from '../data/text.ts'
import type { Condition, Definition, NamedStep, References, Step } from './automation.ts'
import { automationText } from './automation-text.ts'
import { marked } from './Sentence.tsx'

const hasRule = (one: Condition | null) => one?.kind === 'rule'

/** Gives the things of a definition their names. What rules name is read only for a definition with rules. */
export function useNamedSteps({ definition, references }: { definition: Definition; references: References }) {
  const t = useWords(automationText)
  const { steps, exit } = definition
  const isRuled = hasRule(exit) || steps.some((step) => step.kind === 'condition' && hasRule(step.condition))
  const rules = useRuleSentence(useRuleOptions(isRuled))
  const nameIn = (known: References['fields'], id: number) => known.find((one) => one.id === id)?.name ?? null

  function condition(one: Condition): string {
    if (one.kind === 'rule') return t.whether({ rule: isVisibleRule(one.rule) ? rules.say(one.rule) : '…' })
    return t.sinceDone({ name: marked(nameIn(references.activityTypes, one.activityTypeId) ?? t.unnamed) })
  }

  function briefly(one: Condition): string {
    if (one.kind === 'rule') return isVisibleRule(one.rule) ? rules.say(one.rule) : '…'
    return t.again({ name: nameIn(references.activityTypes, one.activityTypeId) ?? t.unnamed })
  }

  function named(one: Step): NamedStep {
    const bare = { id: one.id, kind: one.kind, name: null, given: null, value: null, wait: null }
    switch (one.kind) {
      case 'wait':
        return { ...bare, wait: { ...one.length, weekday: null, time: null, ...one.until } }
      case 'condition':
        return { ...bare, name: condition(one.condition), brief: briefly(one.condition) }
      case 'message':
        return { ...bare, name: one.name }
      case 'label':
        return { ...bare, name: nameIn(references.labels, one.labelId), given: one.value }
      case 'value':
        return { ...bare, name: nameIn(references.fields, one.fieldId), value: one.value }
      case 'note':
        return { ...bare, name: one.text }
      case 'event':
        return { ...bare, name: nameIn(references.webhooks, one.webhookId) }
    }
  }
  return { condition, named }
}
