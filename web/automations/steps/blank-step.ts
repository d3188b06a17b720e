import type { OpenOf, OpenStep } from './open-step.ts'

/** Things of the store that a new step begins with. */
interface Blanks {
  id: number
  /** Name of a new message. */
  messageName: string
  purposeId: number | null
  activityTypeId: number | undefined
}

const blankOf = {
  wait: ({ id }) => ({ id, kind: 'wait', length: { n: 1, unit: 'day' }, until: null }),
  condition: ({ id, activityTypeId }) => ({
    ...{ id, kind: 'condition', yes: [], no: [] },
    condition: activityTypeId === undefined ? null : { kind: 'activity_since', activityTypeId },
  }),
  message: ({ id, messageName, purposeId }) => ({
    ...{ id, kind: 'message', name: messageName, purposeId, messages: [{ type: 'text', text: '' }], quickReplies: [] },
    ...{ stopReply: true, notificationDisabled: false, linkTracking: 'clicks' },
  }),
  label: ({ id }) => ({ id, kind: 'label', labelId: null, value: true }),
  value: ({ id }) => ({ id, kind: 'value', fieldId: null, value: null }),
  note: ({ id }) => ({ id, kind: 'note', text: '', followUpDays: 1 }),
  event: ({ id }) => ({ id, kind: 'event', webhookId: null }),
} as const satisfies { [K in OpenStep['kind']]: (blanks: Blanks) => OpenOf<K> }

/** Returns a new step of a kind. */
export const blankStep = (kind: OpenStep['kind'], blanks: Blanks): OpenStep => blankOf[kind](blanks)
