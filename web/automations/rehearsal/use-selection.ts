import { unsentReasons } from '@ruam/contract/automations/rehearsal.ts'
import { useView } from '../../ui/view.ts'
import { firstMonth, type RehearsalFigures, type Selection } from './rehearsal.ts'

/** Customers of a page, which is narrow. */
const ROWS = 20

/** The customers that the address chooses, and how to choose others. */
export function useSelection(figures: RehearsalFigures) {
  const view = useView({
    ...{ sorts: ['entered'], sort: 'entered', limit: ROWS },
    filters: {
      month: 'text',
      messaged: ['true', 'false'],
      reason: unsentReasons,
      conflict: 'text',
      today: ['any'],
    },
  })
  const { month, messaged, reason, conflict, today } = view.filters
  const bar = figures.months.find((one) => one.month === month)
  const shown = (): Selection => {
    if (reason) return { of: 'reason', reason }
    if (conflict && figures.conflicts[Number(conflict)]) return { of: 'conflict', conflict: Number(conflict) }
    if (today) return { of: 'as_today' }
    return {
      of: 'month',
      month: bar?.month ?? firstMonth(figures.months) ?? '',
      ...(messaged && { messaged: messaged === 'true' }),
    }
  }
  const show = (next: Selection) =>
    view.show({
      filters: {
        ...(next.of === 'month' && { month: next.month }),
        ...(next.of === 'month' && next.messaged !== undefined && { messaged: next.messaged ? 'true' : 'false' }),
        ...(next.of === 'reason' && { reason: next.reason }),
        ...(next.of === 'conflict' && { conflict: String(next.conflict) }),
        ...(next.of === 'as_today' && { today: 'any' }),
      },
    })
  return { view, shown: shown(), show }
}
