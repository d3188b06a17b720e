import type { automationRehearsals } from '@ruam/contract/automations/rehearsal.ts'
import type { Got } from '../../data/api.ts'

export type Rehearsal = Got<typeof automationRehearsals.get>
export type RehearsalFigures = NonNullable<Rehearsal['figures']>
export type Bar = RehearsalFigures['months'][number]
export type RehearsedPerson = Got<typeof automationRehearsals.people>['data'][number]
export type UnsentReason = RehearsalFigures['unsent'][number]['reason']

/** Customers that are shown: of a month, or of all months for one reason, conflict or field. */
export type Selection =
  | { of: 'month'; month: string; messaged?: boolean }
  | { of: 'reason'; reason: UnsentReason }
  | { of: 'conflict'; conflict: number }
  | { of: 'as_today' }

export const isUnderWay = ({ state }: Pick<Rehearsal, 'state'>) => state === 'waiting' || state === 'running'

/** The month that is shown first: the last one in which somebody enters. */
export const firstMonth = (months: readonly Bar[]) =>
  (months.findLast(({ entered }) => entered > 0) ?? months.at(-1))?.month
