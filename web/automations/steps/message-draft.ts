import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { faultsIn } from '@ruam/contract/broadcasts/message-faults.ts'
import { type Broadcast, unsavedDraft } from '../../broadcasts/broadcast.ts'
import { written } from '../../broadcasts/faults.ts'
import type { Draft } from '../../broadcasts/use-draft.ts'
import type { OpenOf, OpenStep } from './open-step.ts'

type Message = OpenOf<'message'>

/** Returns the message of a step as the parts of the composer show it. */
export function messageDraft(step: Message | undefined, channel: Draft['channel']): Broadcast {
  if (!step) return unsavedDraft({ channel })
  const { id: _, kind: __, ...parts } = step
  return unsavedDraft({ ...parts, channel })
}

/** Returns the step with the parts that the composer has changed. */
export function withParts(step: Message, parts: Partial<Draft>): Message {
  const { name, purposeId, messages, quickReplies, stopReply, notificationDisabled, linkTracking } = {
    ...step,
    ...parts,
  }
  return { ...step, name, purposeId, messages, quickReplies, stopReply, notificationDisabled, linkTracking }
}

/** Lists what keeps a step from being started, each fault at its field; '' for the step itself. */
export function stepFaults(step: OpenStep): Fault[] {
  switch (step.kind) {
    case 'message':
      return [
        ...faultsIn({ messages: step.messages.map(written), quick_replies: step.quickReplies }),
        ...(step.purposeId === null ? [{ path: 'purpose_id', reason: 'missing' as const }] : []),
      ]
    case 'note':
      return step.text.trim() === '' ? [{ path: '', reason: 'missing' }] : []
    case 'label':
      return step.labelId === null ? [{ path: '', reason: 'missing' }] : []
    case 'value':
      return step.fieldId === null ? [{ path: '', reason: 'missing' }] : []
    case 'event':
      return step.webhookId === null ? [{ path: '', reason: 'missing' }] : []
    case 'condition':
      return step.condition === null ? [{ path: '', reason: 'missing' }] : []
    default:
      return []
  }
}
