import { CloseButton } from '@mantine/core'
import { useWords } from '../../../data/text.ts'
import styles from './MendingRules.module.css'
import { mendingText } from './mending-text.ts'
import type { Changes, Mending } from './use-mending.ts'

interface MendingRulesProps {
  rules: Mending['rules']
  changes: Changes
  mayChange: boolean
}

/** Replacements that are remembered with the mapping, with the cells that each has filled. */
export function MendingRules({ rules, changes, mayChange }: MendingRulesProps) {
  const t = useWords(mendingText)
  return (
    <div className={styles.rules}>
      <span>{t.remembered}</span>
      <ul>
        {rules.map((rule) => {
          const { sourceSchemaId, find, replacement, whole, cells } = rule
          const text = t.rule({ find, replacement: replacement === '' ? t.leftEmpty : `“${replacement}”` })
          return (
            <li key={`${sourceSchemaId} ${whole} ${find}`}>
              {text} <small>{t.ruleCells({ count: cells })}</small>
              {mayChange && (
                <CloseButton
                  size="sm"
                  aria-label={t.forget({ rule: text })}
                  disabled={changes.busy}
                  onClick={() => void changes.forget(rule)}
                />
              )}
            </li>
          )
        })}
      </ul>
      <small>{t.nextFile}</small>
    </div>
  )
}
