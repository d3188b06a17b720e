import { Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { wizard } from '../wizard-text.ts'
import styles from './MappingTable.module.css'
import { type DraftRow, isSplit, type SuggestedTarget } from './mapping-draft.ts'
import { reasonOf } from './mapping-review.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

/** The other columns of the field that a column feeds. */
export interface Join {
  /** Counted from 1. */
  place: number
  /** Names of the other columns, in order. */
  others: string
  /** The name of the first one. */
  first: string
  /** True for phones and e-mails. */
  contacts: boolean
}

interface MappingReasonProps {
  row: DraftRow
  suggestion: SuggestedTarget
  waiting: boolean
  /** Observations about the column, in sentences. */
  seen: readonly string[]
  /** The name of another column that feeds the same field. */
  clash: string | undefined
  join: Join | undefined
  /** The parts a full name would be split into, in words; none when every one is fed by another column. */
  parts: readonly string[]
  /** The data source whose mapping is in use. */
  recalled: string | undefined
  onSplit: () => void
  /** Offer for the column: new field, joining, or removing titles. Undefined without permission. */
  onOffer: (() => void) | undefined
  onConfirm: () => void
  onReorder: () => void
}

/** Certainty of a mapping with its observations, and the button to confirm. */
export function MappingReason(props: MappingReasonProps) {
  const { row, suggestion, waiting, seen, clash, join, parts, recalled, onSplit, onOffer, onConfirm, onReorder } = props
  const t = useStepWords(wizard)
  const m = useStepWords(mappingText)
  if (clash !== undefined) {
    return (
      <span className={styles.reason} data-tone="danger" role="alert">
        <IconAlertCircle size={16} stroke={1.6} />
        {m.clash({ name: clash })}
      </span>
    )
  }
  const { fullName, offer } = suggestion
  const why = reasonOf(row, suggestion)
  if (waiting) {
    const guess = why === 'seen' ? (suggestion.reason === 'content' ? [m.guessed] : []) : [t[why]]
    const offers = { new_field: m.makeField, address: m.joinAddress, title: m.takeTitles }
    return (
      <span className={styles.reason} data-tone="warning">
        <IconAlertTriangle size={16} stroke={1.6} />
        <span>
          {fullName ? m.looksFullName : [...guess, ...seen].join(' · ')}{' '}
          <span className={styles.acts}>
            {fullName && parts.length > 0 && (
              <Act title={m.splitParts({ parts: parts.join(' + ') })} onClick={onSplit}>
                {m.doSplit({ count: parts.length })}
              </Act>
            )}
            {!fullName && offer && onOffer && <Act onClick={onOffer}>{offers[offer]}</Act>}
            <Act onClick={onConfirm}>{row.targets.length > 0 ? m.keepAsIs : m.keepSplitOff}</Act>
          </span>
        </span>
      </span>
    )
  }
  const sure = row.targets.length > 0
  const Icon = sure ? IconCircleCheck : IconMinus
  const titled = row.targets.some(({ part }) => part === 'without_title')
  return (
    <span className={styles.reason} data-tone={sure ? 'success' : 'quiet'}>
      <Icon size={16} stroke={1.6} />
      {join ? (
        <span>
          {join.place === 1
            ? (join.contacts ? m.contactFirst : m.joinedFirst)({ names: join.others })
            : (join.contacts ? m.contactNext : m.joinedNext)({ name: join.first })}{' '}
          <Act onClick={onReorder}>{m.reorder}</Act>
        </span>
      ) : titled ? (
        m.titlesTaken
      ) : isSplit(row) ? (
        seen.length > 0 && suggestion.nameParts.length > 0 ? (
          seen.join(' · ')
        ) : (
          m.splitInto({ count: row.targets.length })
        )
      ) : why === 'chosen' ? (
        recalled === undefined ? (
          t.chosen
        ) : (
          m.asIn({ name: recalled })
        )
      ) : why !== 'seen' && (seen.length === 0 || why === 'left' || why === 'new_key') ? (
        t[why]
      ) : (
        seen.join(' · ')
      )}
    </span>
  )
}

function Act({ onClick, title, children }: { onClick: () => void; title?: string; children: ReactNode }) {
  return (
    <Button variant="transparent" size="compact-sm" className={styles.confirm} title={title} onClick={onClick}>
      {children}
    </Button>
  )
}
