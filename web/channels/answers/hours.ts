import type { Hours } from './answer.ts'

/** Opening times that a store starts from. */
export const usualHours = (): Hours => Array.from({ length: 7 }, () => [{ from: '09:00', to: '18:00' }])

/** The one opening time of all seven days, or null if days differ. */
export function sameEveryDay(hours: Hours): { from: string; to: string } | null {
  const [first] = hours
  const [opening, second] = first ?? []
  if (!opening || second) return null
  return hours.every((day) => JSON.stringify(day) === JSON.stringify(first)) ? opening : null
}
