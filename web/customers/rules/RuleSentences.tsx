import { Fragment } from 'react'
import { usePreferences } from '../../data/preferences.ts'
import { asMany } from './as-many.ts'
import type { VisibleScreenRule } from './rule-address.ts'
import { isVisibleRule } from './rule-shape.ts'
import { useRuleOptions } from './use-rule-options.ts'
import { useRuleSentence } from './use-rule-sentence.ts'

interface RuleSentencesProps {
  rules: readonly VisibleScreenRule['rules'][number][]
  /** The word before each, which makes it a sentence about several customers. `whose`: its subject is a field. */
  join?: (place: number, whose: boolean) => string
}

/** Rules as sentences, one a line, with what they name set apart; stands in a list. */
export function RuleSentences({ rules, join }: RuleSentencesProps) {
  const { pieces } = useRuleSentence(useRuleOptions())
  const { language } = usePreferences()
  return rules.map((rule, place) => {
    const said = isVisibleRule(rule) ? pieces(rule) : []
    const whose = 'kind' in rule && (rule.kind === 'profile' || rule.kind === 'time')
    // Thai sets names apart by a space, and no verbs.
    const gap = language === 'th' && said[0]?.strong === false ? '' : ' '
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two rules may say the same
      <li key={place}>
        {join && `${join(place, whose)}${gap}`}
        {said.map(({ text, strong }, part) => {
          const Tag = strong ? 'strong' : Fragment
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence never changes its order
          return <Tag key={part}>{join && !strong && language === 'en' ? asMany(text) : text}</Tag>
        })}
      </li>
    )
  })
}
