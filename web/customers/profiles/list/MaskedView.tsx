import { Button } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { ScreenRule } from '../../rules/rule-address.ts'
import { filterText } from './filter-text.ts'
import type { ListView } from './list-view.ts'

/** The rule without what compares with a hidden value, and without groups that this leaves empty. */
function withoutMasked(rule: ScreenRule): ScreenRule | undefined {
  const rules = rule.rules.flatMap((inner): ScreenRule['rules'] =>
    'rules' in inner ? [withoutMasked(inner) ?? []].flat() : 'masked' in inner ? [] : [inner],
  )
  return rules.length > 0 ? { ...rule, rules } : undefined
}

/** In the place of the rows, where a view compares with a value that the person may not see. */
export function MaskedView({ view }: { view: ListView }) {
  const t = useWords(filterText)
  const drop = () => view.showRule(view.rule && withoutMasked(view.rule))
  return (
    <EmptyState
      icon={IconEyeOff}
      title={t.maskedTitle}
      text={t.maskedText}
      action={<Button onClick={drop}>{t.maskedDrop}</Button>}
    />
  )
}
