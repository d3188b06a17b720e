import { NativeSelect } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useWords } from '../core/text.ts'
import styles from './MappingForm.module.css'
import { type Draft, isWaiting, type MappingAnswer } from './mapping-draft.ts'
import { text } from './text.ts'
import type { Source } from './use-source.ts'
import { wizard } from './wizard-text.ts'

type Which = 'unmapped' | 'waiting'

/** A choice of columns. It is made once: a column that has just been mapped stays where it was. */
export interface ColumnsShown {
  which: Which
  columns: ReadonlySet<string>
}

/** The columns of a choice as they are now; undefined stands for all. */
export function columnsShown(which: Which | undefined, draft: Draft, mapping: MappingAnswer): ColumnsShown | undefined {
  if (!which) return undefined
  const chosen = mapping.sourceMapping.filter((one) => {
    const row = draft.rows[one.sourceSchemaId]
    return row && (which === 'waiting' ? isWaiting(row, one) : row.target === null)
  })
  return { which, columns: new Set(chosen.map((one) => one.sourceSchemaId)) }
}

interface ColumnFilterProps {
  source: Source
  total: number
  mapped: number
  waiting: number
  shown: ColumnsShown | undefined
  onShow: (which: Which | undefined) => void
}

/** The file, and which of its columns are shown. */
export function ColumnFilter({ source, total, mapped, waiting, shown, onShow }: ColumnFilterProps) {
  const t = useWords(wizard)
  const s = useWords(text)
  return (
    <div className={styles.file}>
      <IconFileTypeCsv size={18} stroke={1.6} aria-hidden />
      <p>
        <strong>{source.file?.fileName}</strong>
        {source.file?.rowCount != null && <span>{s.rows({ count: source.file.rowCount })}</span>}
        <span>{s.columns({ count: total })}</span>
      </p>
      <NativeSelect
        size="sm"
        aria-label={t.shownColumns}
        value={shown?.which ?? ''}
        data={[
          { value: '', label: t.allColumns({ count: total }) },
          { value: 'unmapped', label: t.unmappedColumns({ count: total - mapped }) },
          { value: 'waiting', label: t.waitingColumns({ count: waiting }) },
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          onShow(value === 'unmapped' || value === 'waiting' ? value : undefined)
        }}
      />
    </div>
  )
}
