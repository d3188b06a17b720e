import { useWords } from '../../../data/text.ts'
import type { ScreenLeaf } from '../../rules/draft.ts'
import type { ScreenRule } from '../../rules/rule-address.ts'
import type { RuleOptions } from '../../rules/use-rule-options.ts'
import { genderTexts } from '../field-text.ts'
import { text } from '../text.ts'
import { rulesAbout } from './filter-rules.ts'
import { filterText } from './filter-text.ts'

interface FoundValue {
  key: string
  /** The value's field. */
  about: string
  label: string
  /** The condition, made over those of the list. */
  rule: (current: ScreenRule | undefined) => ScreenLeaf
}

const MOST = 6

/** Values whose name contains a text: labels, segments and fixed values of fields. */
export function useFoundValues(options: RuleOptions, typed: string): FoundValue[] {
  const t = useWords(filterText)
  const p = useWords(text)
  const wanted = typed.trim().toLowerCase()
  if (!wanted) return []
  const labels = options.labels.map(({ id, name, type }) => ({
    key: `label ${id}`,
    about: type === 'advanced' ? t.filterSegments : t.filterLabels,
    label: name,
    rule: (current: ScreenRule | undefined): ScreenLeaf => {
      const before = rulesAbout(current, 'label').find((one) => one.kind === 'label' && one.operator === 'has_any')
      const ids = before?.kind === 'label' ? before.labelIds : []
      return { kind: 'label', operator: 'has_any', labelIds: [...new Set([...ids, id])] }
    },
  }))
  const values = [...options.system, ...options.own].flatMap((field) =>
    (field.kind === 'gender' ? genderTexts : (field.choices ?? [])).map((value) => ({
      key: `${field.id} ${value}`,
      about: field.title,
      label: field.kind === 'gender' ? p[value as (typeof genderTexts)[number]] : value,
      rule: (): ScreenLeaf => ({ kind: 'profile', fieldId: field.id, operator: 'in', value: [value] }),
    })),
  )
  return [...labels, ...values].filter(({ label }) => label.toLowerCase().includes(wanted)).slice(0, MOST)
}
