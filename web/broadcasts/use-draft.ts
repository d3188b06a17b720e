import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { call } from '../data/api.ts'
import { currentOf } from '../data/stale.ts'
import { useAutosave } from '../ui/use-autosave.ts'
import { type Broadcast, isUnsaved } from './broadcast.ts'

const keys = [
  ...(['name', 'channel', 'purposeId', 'target', 'messages', 'quickReplies', 'stopReply', 'schedule'] as const),
  ...(['notificationDisabled', 'holdout', 'linkTracking', 'abTest'] as const),
]
export type Draft = Pick<Broadcast, (typeof keys)[number]>

const draftOf = (broadcast: Broadcast): Draft =>
  Object.fromEntries(keys.map((key) => [key, broadcast[key]])) as unknown as Draft

/** Returns the parts as a call takes them. */
function sentOf(parts: Partial<Draft>): Record<string, unknown> {
  const { channel, ...rest } = parts
  return channel ? { ...rest, channel: { type: channel.type, channelId: channel.channelId } } : { ...parts }
}

interface DraftOptions {
  /** What was typed waits while it is set. */
  readOnly: boolean
  /** Called with the id of a new draft, after its first save. */
  onCreated: (id: number) => void
}

/** `withdrawn`: friends who get a call for everyone although they withdrew, as they were confirmed. */
interface Sent {
  status: 'pending'
  withdrawn: number | undefined
}

/** A draft of a broadcast, which saves itself. */
export function useDraft(broadcast: Broadcast, { readOnly, onCreated }: DraftOptions) {
  const { save, ...edit } = useAutosave<Broadcast, Draft, Sent>({
    record: broadcast,
    keys,
    draftOf,
    isUnsaved,
    isOpen: ({ status }) => status === 'draft',
    create: (draft) => call(broadcasts.create, { body: sentOf(draft) } as never),
    update: ({ id, updatedAt }, changed, sent) => {
      const withdrawn = sent?.withdrawn
      const named = { id, status: sent?.status ?? 'draft', originTime: updatedAt }
      const body = { ...sentOf(changed), ...named, ...(withdrawn !== undefined && { withdrawn }) }
      return call(broadcasts.update, { body } as never)
    },
    currentOf: currentOf(broadcasts.update),
    readOnly,
    onCreated: ({ id }) => onCreated(id),
  })
  return {
    ...edit,
    /** Saves what changed, and schedules it if asked. Returns the broadcast, or undefined if it was refused. */
    save: (status: 'draft' | 'pending' = 'draft', withdrawn?: number) =>
      save(status === 'pending' ? { status, withdrawn } : undefined),
  }
}
