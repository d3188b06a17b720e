import { MultiSelect, Pill } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { labelColor } from '../../ui/label-color.ts'
import overlays from '../../ui/overlays.module.css'
import { useGrowingOptions } from '../../ui/use-growing.ts'
import styles from './Rules.module.css'
import { text } from './text.ts'
import type { RuleLabel } from './use-rule-options.ts'

interface LabelsValueProps {
  label: string
  labels: readonly RuleLabel[]
  value: readonly number[]
  onChange: (ids: number[]) => void
}

/** Chooses labels and segments: a round dot for a label, a square one for a segment. */
export function LabelsValue({ label, labels, value, onChange }: LabelsValueProps) {
  const t = useWords(text)
  const [typed, setTyped] = useState('')
  const growing = useGrowingOptions(typed)
  const byId = new Map(labels.map((one) => [String(one.id), one]))
  const gone = value.filter((id) => !byId.has(String(id)))
  const named = (id: string, name: string) => {
    const known = byId.get(id)
    return (
      <span className={styles.option}>
        {known && (
          <span
            className={styles.dot}
            data-type={known.type}
            style={{ '--dot': labelColor(known.color) } as CSSProperties}
          />
        )}
        {name}
      </span>
    )
  }
  return (
    <MultiSelect
      size="sm"
      className={styles.texts}
      aria-label={label}
      placeholder={value.length === 0 ? t.labels : undefined}
      data={[
        ...labels.map(({ id, name }) => ({ value: String(id), label: name })),
        ...gone.map((id) => ({ value: String(id), label: t.gone })),
      ]}
      value={value.map(String)}
      rightSection={<IconChevronDown size={14} stroke={1.6} color="var(--ruam-text-3)" />}
      searchable
      hidePickedOptions
      {...growing}
      onSearchChange={setTyped}
      withScrollArea={false}
      classNames={{ options: overlays.options }}
      nothingFoundMessage={t.noLabel}
      comboboxProps={{ transitionProps: { duration: 0 }, width: 260, position: 'bottom-start' }}
      renderOption={({ option }) => named(option.value, option.label)}
      renderPill={({ option, onRemove }) => (
        <Pill size="sm" withRemoveButton onRemove={onRemove}>
          {named(String(option.value), option.label)}
        </Pill>
      )}
      onChange={(chosen) => onChange(chosen.map(Number))}
    />
  )
}
