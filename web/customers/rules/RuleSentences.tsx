import { Fragment } from 'react'
import type { ShownScreenRule } from './rule-address.ts'
import { isShownRule } from './rule-shape.ts'
import { useRuleOptions } from './use-rule-options.ts'
import { useRuleSentence } from './use-rule-sentence.ts'

interface RuleSentencesProps {
  rules: readonly ShownScreenRule['rules'][number][]
  /** The word before each. */
  join?: (place: number) => string
}

/** Rules as sentences, one a line, with what they name set apart; stands in a list. */
export function RuleSentences({ rules, join }: RuleSentencesProps) {
  const { pieces } = useRuleSentence(useRuleOptions())
  return rules.map((rule, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two rules may say the same
    <li key={place}>
      {join && `${join(place)} `}
      {isShownRule(rule) &&
        pieces(rule).map(({ text, strong }, part) => {
          const Tag = strong ? 'strong' : Fragment
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence never changes its order
          return <Tag key={part}>{text}</Tag>
        })}
    </li>
  ))
}
