import type { ComboboxData } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { useMay } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import { MappingRow, NEW, NONE } from './MappingRow.tsx'
import styles from './MappingTable.module.css'
import { clashesOf, type Draft, type DraftRow, type MappingAnswer } from './mapping-draft.ts'
import { wizard } from './wizard-text.ts'

interface MappingTableProps {
  mapping: MappingAnswer
  draft: Draft
  /** Column ids to show; all when left out. */
  only: ReadonlySet<string> | undefined
  onChange: (column: string, change: Partial<DraftRow>) => void
  onNewField: (column: string) => void
}

const FIRST_ROWS = 20

/** One row per column of the file. */
export function MappingTable({ mapping, draft, only, onChange, onNewField }: MappingTableProps) {
  const t = useWords(wizard)
  const mayCreate = useMay()('cdp-core.field.create')
  const { profileFields, sourceSchema, previewData, sourceMapping } = mapping
  const options = useMemo<ComboboxData>(() => {
    const items = (system: boolean) =>
      profileFields
        .filter(({ fieldType }) => (fieldType === 'system_profile') === system)
        .map(({ id, displayName }) => ({ value: String(id), label: displayName }))
    const groups = [
      { group: t.systemFields, items: items(true) },
      { group: t.ownFields, items: items(false) },
    ]
    return [
      { value: NONE, label: t.notMapped },
      ...(mayCreate ? [{ value: NEW, label: t.newField }] : []),
      ...groups.filter((group) => group.items.length > 0),
    ]
  }, [profileFields, mayCreate, t])
  const samples = useMemo(() => new Map(previewData.map(({ id, values }) => [id, values])), [previewData])
  const suggestions = useMemo(() => new Map(sourceMapping.map((one) => [one.sourceSchemaId, one])), [sourceMapping])
  const names = useMemo(() => new Map(sourceSchema.map(({ id, name }) => [id, name])), [sourceSchema])
  const clashes = clashesOf(draft)
  // The first screenful at once; the rest of a wide file is drawn in pieces that do not block typing.
  const drawn = useDeferredValue(sourceSchema.length, FIRST_ROWS)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t.columnInFile}</th>
          <th scope="col" colSpan={4}>
            {t.threeSamples}
          </th>
          <th scope="col">{t.mapTo}</th>
          <th scope="col">{t.confidence}</th>
          <th scope="col">{t.overwrite}</th>
        </tr>
      </thead>
      <tbody>
        {sourceSchema.slice(0, drawn).map((column) => {
          const row = draft.rows[column.id]
          const suggestion = suggestions.get(column.id)
          if (!row || !suggestion || (only && !only.has(column.id))) return null
          const clash = clashes.get(column.id)
          return (
            <MappingRow
              key={column.id}
              column={column}
              samples={samples.get(column.id)}
              row={row}
              suggestion={suggestion}
              clash={clash === undefined ? undefined : names.get(clash)}
              options={options}
              fields={profileFields}
              onChange={onChange}
              onNewField={onNewField}
            />
          )
        })}
      </tbody>
    </table>
  )
}
