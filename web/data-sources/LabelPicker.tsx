import { MultiSelect, Pill } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { labelColor } from '../core/label-color.ts'
import { useMay } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import styles from './LabelPicker.module.css'
import { mappingText } from './mapping-text.ts'
import { useLabels } from './use-labels.ts'

interface LabelPickerProps {
  value: readonly number[]
  onChange: (labels: number[]) => void
  onNew: () => void
}

const NEW = 'new'
const MAX_LABELS = 20

/** The labels that every row gets. */
export function LabelPicker({ value, onChange, onNew }: LabelPickerProps) {
  const t = useWords(mappingText)
  const may = useMay()
  const { data } = useLabels()
  const labels = data?.data ?? []
  const colors = new Map(labels.map(({ id, color }) => [String(id), labelColor(color)]))
  const gone = value.filter((id) => !colors.has(String(id)))
  const options = [
    ...(may('cdp-core.label.create') ? [{ value: NEW, label: `+ ${t.newLabel}` }] : []),
    ...labels.map(({ id, name }) => ({ value: String(id), label: name })),
    ...gone.map((id) => ({ value: String(id), label: t.labelGone({ id }) })),
  ]
  const dot = (id: string) =>
    colors.has(id) && <span className={styles.dot} style={{ '--dot': colors.get(id) } as CSSProperties} />
  return (
    <MultiSelect
      size="sm"
      className={styles.picker}
      aria-label={t.labelsOfRows}
      placeholder={value.length === 0 ? t.addLabels : undefined}
      data={options}
      value={value.map(String)}
      maxValues={MAX_LABELS}
      searchable
      rightSection={<IconChevronDown size={16} stroke={1.6} color="var(--ruam-text-3)" />}
      hidePickedOptions
      openOnFocus={false}
      withScrollArea={false}
      classNames={{ options: styles.options }}
      nothingFoundMessage={t.noLabels}
      comboboxProps={{ transitionProps: { duration: 0 }, position: 'bottom-start', width: 260 }}
      renderOption={({ option }) => (
        <span className={styles.option}>
          {dot(option.value)}
          {option.label}
        </span>
      )}
      renderPill={({ option, onRemove }) => (
        <Pill size="sm" withRemoveButton onRemove={onRemove}>
          <span className={styles.option}>
            {dot(String(option.value))}
            {option.label}
          </span>
        </Pill>
      )}
      onChange={(chosen) => {
        if (chosen.includes(NEW)) onNew()
        else onChange(chosen.map(Number))
      }}
    />
  )
}
