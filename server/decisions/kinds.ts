interface OfBroadcast {
  broadcast: number
  chunk: number
  key: string
}

/** Words of a store, which are no value of a customer. */
interface Wording {
  text_th: string
  text_en: string
  channels: string[]
  legal_basis: string
}

interface ClosedField {
  field: number
  of: number | null
  reads: boolean
  writes: string | null
}

/**
 * Kinds of decisions that a restored backup must not take back, with what their lines hold: ids, names of rights and states. Each has a
 * function `decided_<kind>` in SQL that applies it again. Triggers call `auth.record_decision` for each, whichever code makes it.
 */
interface Decisions {
  password_changed: { user: number }
  email_changed: { user: number }
  session_ended: { session: number }
  passkey_added: { user: number; passkey: number }
  /** `last`: the person has none any more. */
  passkey_removed: { user: number; passkey: number; last: boolean }
  recovery_code_ended: { code: number; deleted: true }
  second_factor_required: { from: string }
  credential_ended: { credential: number; deleted?: true }
  credential_rotated: { credential: number; until: string | null }
  key_scopes_lowered: { credential: number; scopes: string[] }
  member_removed: { user: number }
  member_role_lowered: { user: number; role: number; permissions: string[] }
  role_lowered: { role: number; permissions: string[] }
  invitation_revoked: { invitation: number }
  store_removed: Record<string, never>
  sql_login_ended: { role: string }
  open_api_narrowed: { open_api: number; calls?: string[]; status?: string; deleted?: true }
  token_unlinked: { token: number; open_api: number }
  connector_closed: { connector: number; deleted?: true }
  connector_token_unlinked: { token: number; connector: number }
  webhook_ended: { webhook: number; deleted?: true }
  webhook_rotated: { webhook: number }
  channel_disconnected: { channel: number; deleted?: true }
  /** The LINE id from which a member sent files. */
  line_member_unlinked: { user: number; deleted?: true }
  field_sensitive: { field: number }
  /** `of`: the key or the open API; null for the store's list. The rest is what stays open. */
  store_field_closed: ClosedField
  key_field_closed: ClosedField
  open_api_field_closed: ClosedField
  /** `segment`: its label. */
  members_hidden: { segment: number }
  profile_restricted: { profile: number; kind?: 'restricted' | 'objected' }
  /** `answer`: its way, once the customer was answered. */
  privacy_request_decided: { request: number; decision: string; answer: string | null }
  /** Null: kept without an end. */
  retention_changed: { kind: string; months: number | null }
  /** The page My data was turned off or got a new address. */
  my_data_closed: Record<string, never>
  /** `guardian`: a guardian withdrew. */
  consent_withdrawn: { source: string; entries: [profile: number, purpose: number, at: string, guardian?: true][] }
  /** A wording after which former consents no longer count. */
  consent_restarted: { purpose: number; version: number } & Wording
  age_gate_on: Record<string, never>
  broadcast_stopped: { broadcast: number }
  /** `until`: when it was deleted. */
  watch_ended: { watch: number; until: string | null }
  /** `content`: keyed hash of the file. */
  watch_file_imported: { watch: number; file: number; content: string }
  automation_ended: { automation: number; status: 'paused' | 'stopped' }
  /** The text of an A/B test that the recipients outside of its trial get. */
  broadcast_text_chosen: { broadcast: number; choice: string }
  /** LINE is about to be called for these profiles. */
  message_called: OfBroadcast & { people: number[]; automation?: number; step?: number }
  message_ended: OfBroadcast & { outcome: string }
  /** LINE is about to be called for everyone. */
  everyone_called: { broadcast: number }
  everyone_ended: { broadcast: number; outcome: string }
}

export type DecisionKind = keyof Decisions

/** The list of decisions began: what was decided before is on no list. Not a decision of a person. */
export const LIST_STARTED = 'list_begun'

/** A decision as its line holds it. */
export interface Decision {
  id: string
  /** A kind of this version or of a later one. */
  kind: string
  /** Null: of a person, in all stores. */
  store: number | null
  body: unknown
  at: string
}
