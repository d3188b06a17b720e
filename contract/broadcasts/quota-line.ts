/** A broadcast that is still to be sent, as it takes of the quota. */
export interface PlannedPart {
  id: number
  /** Day of the store on which it is sent. */
  day: string
  messages: number
  /** Messages per person if it sends as many as are left; null if it sends all or nothing. */
  trims: number | null
}

/** Returns the broadcasts of a calendar that are still to be sent. */
export const plannedOf = <T extends PlannedPart & { status: string }>(items: readonly T[]): T[] =>
  items.filter(({ status }) => status === 'draft' || status === 'pending')

/** The rest of a month's quota in the evening of each day. */
export interface QuotaLine {
  /** Negative: messages that are lacking. In the order of the days. */
  left: number[]
  /** The day on which the quota ends, and the broadcast that takes the last message; null if it lasts. */
  ends: { day: string; id: number } | null
  /** Messages that are lacking at the end of the month. */
  short: number
}

/** Returns the line from what is left before the first day. `planned` is in the order of sending. */
export function quotaLine(left: number, days: readonly string[], planned: readonly PlannedPart[]): QuotaLine {
  let now = left
  let ends: QuotaLine['ends'] = null
  const evenings = days.map((day) => {
    for (const part of planned.filter((one) => one.day === day)) {
      const before = now
      now -= takenBy(part, now)
      if (before >= 0 && now < 0) ends = { day, id: part.id }
    }
    return now
  })
  return { left: evenings, ends, short: Math.max(-now, 0) }
}

/** Returns the messages that a broadcast takes when so many are left. */
function takenBy({ messages, trims }: PlannedPart, left: number): number {
  if (trims === null) return messages
  return Math.min(messages, Math.floor(Math.max(left, 0) / trims) * trims)
}
