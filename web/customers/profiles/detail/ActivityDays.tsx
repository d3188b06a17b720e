import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { DayEnds } from '../DayEnds.tsx'
import { presets, readDays } from '../day-range.ts'
import { text } from '../text.ts'
import { useDaysText } from '../use-days-text.ts'
import styles from './Log.module.css'
import { log } from './log-text.ts'

const OWN = 'own'

interface ActivityDaysProps {
  /** As it stands in the address. */
  value: string | undefined
  onChange: (value: string) => void
}

/** The days of the activities: by name, or from and to, typed in either era. */
export function ActivityDays({ value, onChange }: ActivityDaysProps) {
  const t = useWords(text)
  const l = useWords(log)
  const say = useDaysText()
  const asked = readDays(value)
  const [choosing, setChoosing] = useState(false)
  const own = typeof asked === 'object' || (choosing && asked === undefined)
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={l.period}
        value={own ? OWN : typeof asked === 'string' ? asked : ''}
        data={[
          { value: '', label: t.anyDay },
          ...presets.map((preset) => ({ value: preset, label: say(preset) })),
          { value: OWN, label: t.between },
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          setChoosing(chosen === OWN)
          onChange(chosen === OWN ? '' : chosen)
        }}
      />
      {own && (
        <div className={styles.ends}>
          <DayEnds value={value} onChange={onChange} />
        </div>
      )}
    </>
  )
}
