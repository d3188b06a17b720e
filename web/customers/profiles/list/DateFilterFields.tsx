import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { DayEnds } from '../DayEnds.tsx'
import { presets, readDays } from '../day-range.ts'
import { text } from '../text.ts'
import { useDaysText } from '../use-days-text.ts'
import styles from './FilterBar.module.css'
import type { ListView } from './list-view.ts'

interface DateFilterFieldsProps {
  view: Pick<ListView, 'filters' | 'show'>
}

/** For each date its days, by name or from and to. */
export function DateFilterFields({ view }: DateFilterFieldsProps) {
  const t = useWords(text)
  return (
    <>
      <DaysField title={t.updatedAt} name="updated" view={view} />
      <DaysField title={t.createdAt} name="created" view={view} />
    </>
  )
}

const OWN = 'own'

function DaysField({ title, name, view }: DateFilterFieldsProps & { title: string; name: 'updated' | 'created' }) {
  const t = useWords(text)
  const say = useDaysText()
  const asked = readDays(view.filters[name])
  // Between choosing "choose dates" and the first date there is nothing to put into the address yet.
  const [choosing, setChoosing] = useState(false)
  const own = typeof asked === 'object' || (choosing && asked === undefined)
  const show = (value: string) => view.show({ filters: { ...view.filters, [name]: value || undefined } })
  return (
    <fieldset className={styles.field}>
      <legend>{title}</legend>
      <NativeSelect
        size="sm"
        aria-label={title}
        value={own ? OWN : typeof asked === 'string' ? asked : ''}
        onChange={(event) => {
          const { value } = event.currentTarget
          setChoosing(value === OWN)
          show(value === OWN ? '' : value)
        }}
        data={[
          { value: '', label: t.anyDay },
          ...presets.map((preset) => ({ value: preset, label: say(preset) })),
          { value: OWN, label: t.between },
        ]}
      />
      {own && (
        <div className={styles.ends}>
          <DayEnds value={view.filters[name]} onChange={show} />
        </div>
      )}
    </fieldset>
  )
}
