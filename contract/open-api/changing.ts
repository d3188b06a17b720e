import { z } from 'zod'
import { CONSENT_NOTE_MAX_LENGTH, consentOperations } from '../customers/consents.ts'
import { Id, IdText, ProfileId, ProfileIdText, Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Labels of one request for a customer. */
const MAX_LABELS = 100
/** Customers of one request for a label. */
const MAX_PROFILES = 1000

const byProfile = z.strictObject({ id: ProfileIdText })
const Labels = z.object({ labels: z.array(z.object({ id: Id, name: z.string() })) })
const Profiles = z.array(ProfileId).max(MAX_PROFILES).default([])

const call = { outside: true, permission: 'program' } as const

/** Calls by which programs label and delete customers and record their consents, as people do by hand. */
export const openApiChanging = feature({
  /** Gives labels to a customer and returns all labels of the customer, without `label:read` only those given. Segments follow their own rule and cannot be given. */
  addLabels: {
    ...call,
    method: 'POST',
    path: '/open-api/v1/profiles/{id}/labels',
    scope: 'label:write',
    audit: 'profile_labelled',
    params: byProfile,
    body: z.strictObject({ label_ids: z.array(Id).min(1).max(MAX_LABELS) }),
    response: Labels,
    errors: ['label_type_invalid', 'profile_merged'],
  },
  /** Takes a label from a customer and returns the labels that remain; none without `label:read`. */
  removeLabel: {
    ...call,
    method: 'DELETE',
    path: '/open-api/v1/profiles/{id}/labels/{label}',
    scope: 'label:write',
    audit: 'profile_labelled',
    params: byProfile.extend({ label: IdText }),
    response: Labels,
    errors: ['label_type_invalid', 'profile_merged'],
  },
  /** Gives a label to up to 1,000 customers, then takes it from up to 1,000. */
  labelProfiles: {
    ...call,
    method: 'POST',
    path: '/open-api/v1/labels/{id}/profiles',
    scope: 'label:write',
    audit: 'label_profiles_changed',
    params: z.strictObject({ id: IdText }),
    bodyBytes: 64 * 1024,
    body: z.strictObject({ add: Profiles, remove: Profiles }),
    response: z.object({
      /** Customers who did not have the label before, and customers who had it; without `label:read` all that were reached. */
      added: z.int(),
      removed: z.int(),
      /** Ids without a customer; the other ones are done. */
      not_found: z.array(ProfileId),
    }),
    errors: ['label_type_invalid'],
  },
  /** Deletes a customer. People of the store can restore the customer for 30 days. */
  deleteProfile: {
    ...call,
    method: 'DELETE',
    path: '/open-api/v1/profiles/{id}',
    scope: 'profile:delete',
    audit: 'profile_deleted',
    params: byProfile,
    errors: ['profile_locked', 'profile_merged'],
  },
  /** Purposes that the store asks consent for, by name. */
  purposes: {
    ...call,
    method: 'GET',
    path: '/open-api/v1/purposes',
    scope: ['profile:read', 'profile:write', 'consent:write'],
    response: z.object({
      data: z.array(z.object({ id: Id, name: z.string(), description: z.string(), updated_at: Time })),
    }),
  },
  /**
   * Records a customer's answer to a purpose. A withdrawal needs nothing else; a grant needs evidence: where and how the customer agreed.
   * The same answer again changes nothing.
   */
  recordConsent: {
    ...call,
    method: 'POST',
    path: '/open-api/v1/profiles/{id}/consents',
    whenFull: 'served',
    scope: 'consent:write',
    audit: 'consent_recorded',
    params: byProfile,
    body: z.strictObject({
      purpose_id: Id,
      operation: z.enum(consentOperations),
      /** Such as the address of the form with its version. An erasure of the customer removes it. */
      evidence: Text(CONSENT_NOTE_MAX_LENGTH)
        .transform((text) => text.trim())
        .default(''),
    }),
    response: z.object({ purpose_id: Id, state: z.enum(consentOperations), since: Time }),
    errors: ['evidence_missing', 'profile_merged'],
  },
})
