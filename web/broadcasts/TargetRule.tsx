import { RuleSentences } from '../customers/rules/RuleSentences.tsx'
import { isMasked, writeRule } from '../customers/rules/rule-address.ts'
import { useWords } from '../data/text.ts'
import { useMayOpen } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import type { Target } from './broadcast.ts'
import styles from './Composer.module.css'
import { text } from './text.ts'

/** The rule of a target in sentences, with the way to its customers. */
export function TargetRule({ rule }: { rule: NonNullable<Target['rule']> }) {
  const t = useWords(text)
  const mayList = useMayOpen('profile-list') && !isMasked(rule)
  return (
    <div className={styles.rule}>
      <p>{rule.not ? t.ruleNot : rule.condition === 'and' ? t.ruleAnd : t.ruleOr}</p>
      <ul>
        <RuleSentences rules={rule.rules} />
      </ul>
      {mayList && (
        <RouteLink to="profile-list" hash={writeRule(rule)}>
          {t.seeInList}
        </RouteLink>
      )}
    </div>
  )
}
