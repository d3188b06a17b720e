import { useWords } from '../../../data/text.ts'
import { RuleSentences } from '../../rules/RuleSentences.tsx'
import type { VisibleScreenRule } from '../../rules/rule-address.ts'
import { text as ruleText } from '../../rules/text.ts'
import { rulesBefore } from '../edit/rules-before.ts'
import type { Segment } from '../segment.ts'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'

/** The rule of a segment as sentences, one a line, with the word that joins them. */
export function RuleText({ rule }: { rule: NonNullable<Segment['segmentRule']> }) {
  const t = useWords(text)
  const r = useWords(ruleText)
  const { condition, groups } = rule.target
  const [only] = groups
  const before = rulesBefore(rule)
  // One plain group is its rules, each in a line of its own.
  const plain = groups.length === 1 && only && !only.not && (before.length === 0 || only.condition === 'and')
  const lines: VisibleScreenRule['rules'] = plain
    ? [...before, ...only.rules]
    : before.length === 0
      ? groups
      : [...before, { condition, rules: groups }]
  const joinedBy = plain ? only.condition : before.length === 0 ? condition : 'and'
  return (
    <ul className={styles.rule}>
      <RuleSentences
        rules={lines}
        join={(place, whose) =>
          place === 0
            ? whose
              ? t.customersWhose
              : t.customersWho
            : joinedBy === 'and'
              ? whose
                ? t.andWhose
                : r.joinAnd
              : whose
                ? t.orWhose
                : r.joinOr
        }
      />
    </ul>
  )
}
