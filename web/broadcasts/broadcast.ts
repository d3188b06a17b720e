import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { HOLDOUT_SHARE } from '@ruam/contract/broadcasts/effect.ts'
import { isMasked } from '../customers/rules/rule-address.ts'
import type { Got, Sending } from '../data/api.ts'

export type Broadcast = Got<typeof broadcasts.get>
export type BroadcastSummary = Got<typeof broadcasts.list>['results'][number]
export type Effect = Got<typeof broadcasts.effect>
export type EffectFigures = NonNullable<Effect['figures']>
export type DraftMessage = Broadcast['messages'][number]
export type ScheduledAction = Broadcast['quickReplies'][number]
export type Target = Broadcast['target']
type SentTarget = Sending<typeof broadcasts.target>['body']['target']

/** True if a target can be sent back: a rule about values that the person may not see is masked. */
export const isSendable = (target: Target): target is Target & SentTarget => !target.rule || !isMasked(target.rule)

/** A draft that nobody has changed, so that the server has none. */
export const unsavedDraft = (parts: Partial<Broadcast> = {}): Broadcast => ({
  id: 0,
  name: '',
  status: 'draft',
  subStatus: null,
  reason: null,
  channel: null,
  purposeId: null,
  audience: { type: 'all_friends', labels: [], chosen: 0 },
  schedule: { type: 'now', sendAt: null, timeZone: null },
  estimate: null,
  counts: { queued: 0, accepted: 0, failed: 0, skipped: 0, unknown: 0 },
  clickers: null,
  unsent: 0,
  heldOut: 0,
  clicked: null,
  holdout: { share: HOLDOUT_SHARE, offReason: null, repeatsId: null },
  repeats: null,
  author: null,
  createdAt: '',
  updatedAt: '',
  startedAt: null,
  finishedAt: null,
  target: {
    type: 'all_friends',
    include: { condition: 'or', labelIds: [] },
    exclude: { labelIds: [] },
    profileIds: [],
    rule: null,
    failedOf: null,
    withHeldOut: false,
    notClicked: false,
    messaged: false,
    limit: { max: null, upToRemainingQuota: false },
  },
  chosen: [],
  messages: [],
  quickReplies: [],
  stopReply: true,
  notificationDisabled: false,
  linkTracking: 'clicks',
  abTest: null,
  trial: null,
  links: [],
  version: 1,
  approvedBy: null,
  approvedAt: null,
  stopped: null,
  toAll: null,
  mayApprove: false,
  ...parts,
})

export const isUnsaved = ({ id }: Pick<Broadcast, 'id'>) => id === 0

/** Milliseconds between two looks at a broadcast that is being sent. */
export const LOOK_MS = 2000

/** Returns whether a broadcast may change by itself. */
export const isMoving = ({ status }: Pick<Broadcast, 'status'>) => status === 'pending'

/** Returns where this server shows a public file. */
export const mediaAddress = (name: string) => `/media/${name}`
