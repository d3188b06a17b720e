/** Hour of this machine's clock from which on the backup of a day is due. A machine that was off makes it when it starts. */
const DUE_HOUR = 2

/** The last instant at which a backup was due. */
export function lastDue(now: Date): Date {
  const due = new Date(now)
  due.setHours(DUE_HOUR, 0, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}
