import { authErrors } from './auth.ts'
import { rehearsalErrors } from './automation-rehearsals.ts'
import { automationUndoErrors } from './automation-undo.ts'
import { automationErrors } from './automations.ts'
import { broadcastErrors } from './broadcasts.ts'
import { channelErrors } from './channels.ts'
import { consentErrors } from './consents.ts'
import { dataSourceErrors } from './data-sources.ts'
import { exportErrors } from './exports.ts'
import { fieldErrors } from './fields.ts'
import { fileErrors } from './files.ts'
import { generalErrors } from './general.ts'
import { jobErrors } from './jobs.ts'
import { labelErrors } from './labels.ts'
import { openApiErrors } from './open-api.ts'
import { peopleErrors } from './people.ts'
import { privacyErrors } from './privacy.ts'
import { profileErrors } from './profiles.ts'
import { roleErrors } from './roles.ts'
import { segmentErrors } from './segments.ts'
import { storeErrors } from './stores.ts'
import { watchErrors } from './watches.ts'

/**
 * Every refusal a caller can meet: its name in code, its error_code on the wire, its HTTP status and a sentence in both
 * languages that says what to do. {word} is filled from the details given with the refusal; what stands in [brackets] is said
 * only when they have its word. Each topic has a file in errors/.
 * The codes that spec section 8 fixes keep their number; the others are ours.
 */
export const errors = {
  ...generalErrors,
  ...authErrors,
  ...storeErrors,
  ...roleErrors,
  ...peopleErrors,
  ...fileErrors,
  ...dataSourceErrors,
  ...fieldErrors,
  ...profileErrors,
  ...labelErrors,
  ...segmentErrors,
  ...jobErrors,
  ...exportErrors,
  ...channelErrors,
  ...consentErrors,
  ...broadcastErrors,
  ...automationErrors,
  ...automationUndoErrors,
  ...privacyErrors,
  ...openApiErrors,
  ...rehearsalErrors,
  ...watchErrors,
} satisfies Record<string, { code: number; status: number; th: string; en: string }>

export type ErrorName = keyof typeof errors
export type Language = 'th' | 'en'

/** The body of every answer that is not a success. */
export interface ErrorBody {
  error_code: number
  error: ErrorName
  message: string
  details?: Record<string, unknown>
}
