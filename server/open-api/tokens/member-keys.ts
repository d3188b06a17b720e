import { may } from '@ruam/contract/platform/permissions.ts'
import type { MemberKeys } from '../../access/people/member-keys.ts'
import { ApiError } from '../../core/api-error.ts'
import { audit } from '../../http/audit.ts'
import { endCredentials, rotateSecret, secretOf } from '../keys/credentials.ts'
import { findKey } from '../keys/queries.ts'
import { refuseKeyBeyond as refuseScopesBeyond } from '../keys/routes.ts'
import { findToken } from './queries.ts'
import { refuseTokenBeyond } from './routes.ts'

const subjectOf = { key: 'api_key', token: 'api_token' } as const
/** Right to make a new secret. */
const rightTo = { key: 'cdp-core.api-key.create', token: 'datasource-open-api-token.edit' } as const

/** What becomes of the credentials of a removed member. */
export const memberKeys: MemberKeys = {
  async end({ db, storeId, user, requestId }, keys) {
    await endCredentials(db, storeId, keys, user.id)
    for (const { id, kind } of keys) {
      const act =
        kind === 'key'
          ? { action: 'api_key_revoked' }
          : { action: 'api_token_switched', details: { status: 'inactive' } }
      await audit(db, storeId, user, requestId, { ...act, subject_type: subjectOf[kind], subject_id: id })
    }
  },

  async takeOver({ db, storeId, user, requestId }, { id, kind, name }, hours) {
    if (!may(user.rights, rightTo[kind])) throw new ApiError('forbidden', { permission: rightTo[kind] })
    if (kind === 'key') refuseScopesBeyond(user.rights, (await findKey(db, storeId, id))!.scopes)
    else
      await refuseTokenBeyond(
        db,
        storeId,
        user.rights,
        (await findToken(db, storeId, id))!.open_apis.map((api) => api.id),
      )
    const secret = await secretOf(db, storeId, kind, id)
    await rotateSecret(db, storeId, id, { ...secret, userId: user.id }, hours)
    await audit(db, storeId, user, requestId, {
      ...{ action: `${subjectOf[kind]}_rotated`, subject_type: subjectOf[kind], subject_id: id },
      details: { overlap_hours: hours },
    })
    return { id, kind, name, secret: secret.shown }
  },
}
