import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { writeDays } from '../../customers/profiles/day-range.ts'
import { useStore } from '../../data/session.ts'
import { type RequestedPeriod, readPeriod } from './requested-period.ts'

export interface Period {
  asked: RequestedPeriod
  /** The two days stand to be chosen. */
  choosing: boolean
  /** As it stands in the address. */
  value: string | undefined
  choose(by: RequestedPeriod['by']): void
  show(value: string): void
}

/** The period of the dashboard, kept in the address: Back, reload and a sent link show the same. */
export function usePeriod(): Period {
  const { timeZone } = useStore()
  const search: { days?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = typeof search.days === 'string' ? search.days : undefined
  const asked = readPeriod(value, timeZone)
  const [chooses, setChooses] = useState(false)
  const show = (days: string) =>
    void navigate({
      to: '.',
      search: { tab: 'data', ...(days && days !== 'month' && { days }) } as never,
      resetScroll: false,
    })
  return {
    asked,
    choosing: chooses || asked.by === 'range',
    value: value ?? (chooses ? writeDays(asked.days) : undefined),
    choose(by) {
      setChooses(by === 'range')
      show(by === 'range' ? writeDays(asked.days) : by)
    },
    show,
  }
}
