import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import type { Got } from '../data/api.ts'

export type Broadcast = Got<typeof broadcasts.get>
export type BroadcastSummary = Got<typeof broadcasts.list>['results'][number]
export type DraftMessage = Broadcast['messages'][number]
export type ScheduledAction = Broadcast['quickReplies'][number]
export type Target = Broadcast['target']

/** Milliseconds between two looks at a broadcast that is being sent. */
export const LOOK_MS = 2000

/** Returns whether a broadcast may change by itself. */
export const isMoving = ({ status }: Pick<Broadcast, 'status'>) => status === 'pending'

/** Returns where this server shows a public file. */
export const mediaAddress = (name: string) => `/media/${name}`
