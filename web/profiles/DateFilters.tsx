import { Button } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { type ToggleEvent, useId, useRef } from 'react'
import { useWords } from '../core/text.ts'
import type { View } from '../core/view.ts'
import { DateFilterFields } from './DateFilterFields.tsx'
import styles from './DateFilters.module.css'
import { readDays } from './day-range.ts'
import { text } from './text.ts'
import { useDaysText } from './use-days-text.ts'

/** The date filters of a list, in its address. */
export const dateFilters = { updated: 'text', created: 'text' } as const
export type DateFilter = keyof typeof dateFilters

export interface DateFiltersProps {
  view: Pick<View<string, typeof dateFilters>, 'filters' | 'show'>
}

/** Pixels: from the button, and from the edge of the window. */
const GAP = 6
const PANEL_WIDTH = 340

/** The filter button with its panel, and a chip for each filter that is set. */
export function DateFilters({ view }: DateFiltersProps) {
  const t = useWords(text)
  const say = useDaysText()
  const panel = useId()
  const button = useRef<HTMLButtonElement>(null)
  const titles = { updated: t.updatedAt, created: t.createdAt }
  const set = (['updated', 'created'] as const).flatMap((name) => {
    const days = readDays(view.filters[name])
    return days ? [{ name, title: titles[name], days }] : []
  })
  const place = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open' || !button.current) return
    const { left, bottom } = button.current.getBoundingClientRect()
    currentTarget.style.left = `${Math.min(left, Math.max(GAP, innerWidth - PANEL_WIDTH - GAP))}px`
    currentTarget.style.top = `${bottom + GAP}px`
  }
  return (
    <>
      <Button ref={button} popoverTarget={panel} leftSection={<IconFilter size={16} stroke={1.6} />}>
        {set.length > 0 ? t.filterCount({ count: set.length }) : t.filter}
      </Button>
      <div id={panel} popover="auto" className={styles.panel} onBeforeToggle={place}>
        <DateFilterFields view={view} />
      </div>
      {set.map(({ name, title, days }) => (
        <span key={name} className={styles.chip}>
          {title} <strong>{say(days)}</strong>
          <button
            type="button"
            aria-label={t.removeFilter({ name: title })}
            onClick={() => view.show({ filters: { ...view.filters, [name]: undefined } })}
          >
            <IconX size={14} stroke={1.6} />
          </button>
        </span>
      ))}
    </>
  )
}
