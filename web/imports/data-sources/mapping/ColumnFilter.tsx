import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { wizard } from '../wizard-text.ts'
import styles from './MappingForm.module.css'
import type { Which } from './mapping-review.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

const choices = ['all', 'mapped', 'waiting', 'ignored'] as const
/** So few are seen at once. */
const FEW_COLUMNS = 12

interface ColumnFilterProps {
  /** Counts by choice of columns. */
  counts: Readonly<Record<Which, number>>
  which: Which
  onWhich: (which: Which) => void
  typed: string
  onType: (typed: string) => void
}

/** Which of the columns are shown. */
export function ColumnFilter({ counts, which, onWhich, typed, onType }: ColumnFilterProps) {
  const t = useStepWords(wizard)
  const m = useStepWords(mappingText)
  const c = useWords(common)
  return (
    <div className={styles.filter}>
      {counts.all > FEW_COLUMNS && (
        <TextInput
          size="sm"
          className={styles.search}
          aria-label={m.searchColumns}
          placeholder={m.searchColumns}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          rightSection={typed && <CloseButton size={24} aria-label={c.clear} onClick={() => onType('')} />}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onType('')
          }}
        />
      )}
      <NativeSelect
        size="sm"
        aria-label={t.shownColumns}
        value={which}
        data={choices.map((value) => ({ value, label: m[`shown_${value}`]({ count: counts[value] }) }))}
        onChange={(event) => onWhich(choices.find((one) => one === event.currentTarget.value) ?? 'all')}
      />
    </div>
  )
}
