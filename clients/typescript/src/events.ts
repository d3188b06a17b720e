import type { operations } from './schema.ts'

type Sent = operations['changes']['responses'][200]['content']['application/json']['data'][number]
export type ChangeType = Sent['type']

/** Members of an event of each type. A new type in the contract does not compile without its line. */
interface Members {
  'profile.created': 'profile_id'
  'profile.updated': 'profile_id' | 'fields'
  'profile.deleted': 'profile_id'
  'profile.merged': 'profile_id' | 'merged_into'
  'profile.restricted': 'profile_id'
  'profile.unrestricted': 'profile_id'
  'label.added': 'profile_id' | 'label_id'
  'label.removed': 'profile_id' | 'label_id'
  'segment.entered': 'profile_id' | 'segment_id'
  'segment.left': 'profile_id' | 'segment_id'
  'activity.created': 'profile_id' | 'activity_id' | 'activity_type_id'
  'consent.changed': 'profile_id' | 'purpose_id' | 'status'
  'import.ended': 'import_id'
  'broadcast.ended': 'broadcast_id'
  'automation.step': 'profile_id' | 'automation_id' | 'version' | 'step_id'
}

type Data<T extends ChangeType> = Required<Pick<Sent, Members[T]>>

/** A change of the store, told apart by `type`: ids, and names of fields. Its id is the same in every answer and delivery. */
export type ChangeEvent = { [T in ChangeType]: Pick<Sent, 'id' | 'at'> & { type: T } & Data<T> }[ChangeType]

/** Body of a delivery, told apart by `type`. The id of the event is in the header `webhook-id`. */
export type WebhookEvent = {
  [T in ChangeType]: {
    type: T
    timestamp: string
    data: Data<T>
    /** True in deliveries of a sandbox store. */
    test?: true
  }
}[ChangeType]
