import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { DayEnds } from '../../../customers/profiles/DayEnds.tsx'
import { presets, readDays } from '../../../customers/profiles/day-range.ts'
import { useWords } from '../../../data/text.ts'
import styles from './DataSourceList.module.css'
import { sourceList } from './list-text.ts'

const OWN = 'own'

interface CreatedFilterProps {
  /** As it stands in the address. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** When the data sources of a list were created: by name, or from and to. */
export function CreatedFilter({ value, onChange }: CreatedFilterProps) {
  const t = useWords(sourceList)
  const asked = readDays(value)
  // Between choosing "choose dates" and the first date there is nothing to put into the address yet.
  const [choosing, setChoosing] = useState(false)
  const own = typeof asked === 'object' || (choosing && asked === undefined)
  const words = { today: t.today, '7d': t.last7, '30d': t.last30, month: t.month }
  return (
    <>
      <NativeSelect
        size="sm"
        className={styles.filter}
        aria-label={t.created}
        value={own ? OWN : typeof asked === 'string' ? asked : ''}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          setChoosing(chosen === OWN)
          onChange(chosen === OWN ? undefined : chosen || undefined)
        }}
        data={[
          { value: '', label: t.anyDay },
          ...presets.map((preset) => ({ value: preset, label: words[preset] })),
          { value: OWN, label: t.between },
        ]}
      />
      {own && (
        <span className={styles.days}>
          <DayEnds value={value} heard={{ from: t.from, to: t.to }} onChange={(days) => onChange(days || undefined)} />
        </span>
      )}
    </>
  )
}
