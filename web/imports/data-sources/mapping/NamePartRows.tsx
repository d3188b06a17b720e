import type { ComboboxData } from '@mantine/core'
import { IconArrowRight, IconCornerDownRight } from '@tabler/icons-react'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { wizard } from '../wizard-text.ts'
import { ColumnRules } from './ColumnRules.tsx'
import { evidenceText } from './evidence-text.ts'
import styles from './MappingTable.module.css'
import type { DraftTarget, SuggestedTarget } from './mapping-draft.ts'
import type { TargetFields, TargetKey } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'
import { TargetPicker } from './TargetPicker.tsx'

interface NamePartRowsProps {
  /** The column's header. */
  name: string
  column: string
  targets: readonly DraftTarget[]
  suggestion: SuggestedTarget
  fields: TargetFields
  options: ComboboxData
  /** The option that leaves a part out. */
  none: string
  onChange: (targets: DraftTarget[]) => void
  /** Creates a field for the part. */
  onOther: (place: number, value: string) => void
  onAddTarget: () => void
}

const samplePlaces = [0, 1, 2] as const

/** One line for each part of a split name: examples, its field, how many cells have it, and what happens to older values. */
export function NamePartRows(props: NamePartRowsProps) {
  const { name, column, targets, suggestion, fields, options, none, onChange, onOther, onAddTarget } = props
  const t = useStepWords(wizard)
  const m = useStepWords(mappingText)
  const e = useStepWords(evidenceText)
  const first = suggestion.nameParts.find(({ part }) => part === 'first_name')
  return targets.map((target, place) => {
    const seen = suggestion.nameParts.find(({ part }) => part === target.part)
    if (!seen) return null
    const part = m[`part_${seen.part}`]
    const field = fields.get(target.key)
    const missing = seen.count === null || !first?.count ? 0 : first.count - seen.count
    const counted =
      seen.count === null
        ? ''
        : missing === 0
          ? e.partAll({ count: seen.count })
          : seen.part === 'last_name'
            ? e.partMissing({ count: missing })
            : e.partSome({ count: seen.count })
    return (
      <tr key={target.part} className={styles.part}>
        <th scope="row" className={styles.column}>
          <span className="ruam-heard">{m.partOf({ name, part })}</span>
          <IconCornerDownRight size={16} stroke={1.6} aria-hidden />
          <span className={styles.partName} aria-hidden>
            {part}
          </span>
        </th>
        {samplePlaces.map((at) => (
          <td key={at} className={styles.sample} title={seen.samples[at]}>
            {seen.samples[at] || EMPTY}
          </td>
        ))}
        <td className={styles.arrow} aria-hidden>
          <IconArrowRight size={16} stroke={1.6} />
        </td>
        <td className={styles.target}>
          <TargetPicker
            column={column}
            label={t.mapColumn({ name: m.partOf({ name, part }) })}
            value={target.key}
            shown={field?.displayName ?? t.notMapped}
            options={options}
            field={field}
            waiting={false}
            invalid={false}
            onPick={(value) => {
              if (value === none) return onChange(targets.toSpliced(place, 1))
              if (!fields.has(value as TargetKey)) return onOther(place, value)
              if (targets.some(({ key }) => key === value)) return
              onChange(targets.with(place, { ...target, key: value as TargetKey }))
            }}
          />
        </td>
        <td className={styles.why}>
          <span className={styles.reason}>{counted}</span>
        </td>
        <td className={styles.overwrite}>
          <ColumnRules
            name={m.partOf({ name, part })}
            targets={[target]}
            follows={undefined}
            onChange={(change) => onChange(targets.with(place, { ...target, ...change }))}
            onAddTarget={onAddTarget}
          />
        </td>
      </tr>
    )
  })
}
