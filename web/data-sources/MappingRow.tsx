import { type ComboboxData, NativeSelect, Select } from '@mantine/core'
import { overwriteModes } from '@ruam/contract/data-sources.ts'
import { IconArrowRight, IconChevronDown } from '@tabler/icons-react'
import { memo } from 'react'
import { useWords } from '../core/text.ts'
import { FieldIcon } from './FieldIcon.tsx'
import { MappingReason } from './MappingReason.tsx'
import styles from './MappingTable.module.css'
import { type DraftRow, isWaiting, type MappingAnswer, type Suggestion } from './mapping-draft.ts'
import { wizard } from './wizard-text.ts'

export const NONE = 'none'
export const NEW = 'new'
const samplePlaces = [0, 1, 2] as const

interface MappingRowProps {
  column: MappingAnswer['sourceSchema'][number]
  samples: readonly string[] | undefined
  row: DraftRow
  suggestion: Suggestion
  clash: string | undefined
  /** What the column may feed. */
  options: ComboboxData
  fields: MappingAnswer['profileFields']
  onChange: (column: string, change: Partial<DraftRow>) => void
  onNewField: (column: string) => void
}

/** One column of the file and what becomes of it. Drawn again only when something of its own changes. */
export const MappingRow = memo(function MappingRow(props: MappingRowProps) {
  const { column, samples = [], row, suggestion, clash, options, fields, onChange, onNewField } = props
  const t = useWords(wizard)
  const waiting = isWaiting(row, suggestion)
  return (
    <tr>
      <th scope="row" className={styles.column}>
        {column.name}
      </th>
      {samplePlaces.map((place) => (
        <td key={place} className={styles.sample} title={samples[place]}>
          {samples[place] || '–'}
        </td>
      ))}
      <td className={styles.arrow} aria-hidden>
        <IconArrowRight size={16} stroke={1.6} />
      </td>
      <td className={styles.target} data-waiting={waiting}>
        <Select
          size="sm"
          aria-label={t.mapColumn({ name: column.name })}
          data-column={column.id}
          data={options}
          value={row.target === null ? NONE : String(row.target)}
          searchable
          // What is typed takes the place of the field that is chosen.
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => event.currentTarget.select()}
          selectFirstOptionOnChange
          allowDeselect={false}
          maxDropdownHeight={320}
          nothingFoundMessage={t.noField}
          comboboxProps={{ width: 260, position: 'bottom-start', transitionProps: { duration: 0 } }}
          classNames={{ groupLabel: styles.group }}
          rightSection={<IconChevronDown size={16} stroke={1.6} color="var(--ruam-text-3)" />}
          leftSection={<FieldIcon field={fields.find(({ id }) => id === row.target)} />}
          error={clash !== undefined}
          onChange={(value) => {
            if (value === NEW) onNewField(column.id)
            else if (value !== null) onChange(column.id, { target: value === NONE ? null : Number(value) })
          }}
        />
      </td>
      <td className={styles.why}>
        <MappingReason
          row={row}
          suggestion={suggestion}
          clash={clash}
          onConfirm={() => onChange(column.id, { target: null })}
        />
      </td>
      <td className={styles.overwrite}>
        {row.target !== null && (
          <NativeSelect
            size="sm"
            variant="unstyled"
            aria-label={t.overwriteColumn({ name: column.name })}
            value={row.overwrite}
            data={overwriteModes.map((value) => ({ value, label: t[value] }))}
            onChange={(event) => {
              const overwrite = overwriteModes.find((one) => one === event.currentTarget.value)
              if (overwrite) onChange(column.id, { overwrite })
            }}
          />
        )}
      </td>
    </tr>
  )
})
