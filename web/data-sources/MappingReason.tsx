import { Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconMinus } from '@tabler/icons-react'
import { useWords } from '../core/text.ts'
import styles from './MappingTable.module.css'
import { type DraftRow, isWaiting, reasonOf, type Suggestion } from './mapping-draft.ts'
import { wizard } from './wizard-text.ts'

interface MappingReasonProps {
  row: DraftRow
  suggestion: Suggestion
  /** The name of another column that feeds the same field. */
  clash: string | undefined
  onConfirm: () => void
}

/** How sure a column's mapping is, and why. */
export function MappingReason({ row, suggestion, clash, onConfirm }: MappingReasonProps) {
  const t = useWords(wizard)
  if (clash !== undefined) {
    return (
      <span className={styles.reason} data-tone="danger" role="alert">
        <IconAlertCircle size={16} stroke={1.6} aria-hidden />
        {t.clash({ name: clash })}
      </span>
    )
  }
  if (isWaiting(row, suggestion)) {
    return (
      <span className={styles.reason} data-tone="warning">
        <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
        <span>
          {t[suggestion.reason]}{' '}
          <Button variant="transparent" size="compact-sm" className={styles.confirm} onClick={onConfirm}>
            {t.confirmLeft}
          </Button>
        </span>
      </span>
    )
  }
  const sure = row.target !== null
  const Icon = sure ? IconCircleCheck : IconMinus
  return (
    <span className={styles.reason} data-tone={sure ? 'success' : 'quiet'}>
      <Icon size={16} stroke={1.6} aria-hidden />
      {t[reasonOf(row, suggestion)]}
    </span>
  )
}
