import { push, SOCKET_TOKEN_SECONDS } from '@ruam/contract/push.ts'
import { databaseNow } from '../core/now.ts'
import { tokenHash } from '../core/tokens.ts'
import { implement } from '../http/implement.ts'
import { userKeyOf } from './nkeys.ts'
import { isTokenOf } from './queries.ts'
import { accountOf, signSocketToken } from './socket-token.ts'
import { natsSubjectOf } from './subjects.ts'

export const pushRoutes = implement(push, {
  async token({ core, db, user, storeId, body, fail }) {
    if (!(await isTokenOf(db, tokenHash(body.token), user.sessionId, storeId))) throw fail('signed_out')
    if (!userKeyOf(body.nkey)) throw fail('invalid_input', { fields: ['body.nkey'] })
    const subject = natsSubjectOf(core.config, storeId, user.id)
    const claims = { nkey: body.nkey, subject, storeId, userId: user.id, sessionId: user.sessionId }
    const expires = Math.floor(databaseNow() / 1000) + SOCKET_TOKEN_SECONDS
    const token = signSocketToken(accountOf(core.config.secretKey), { ...claims, expires })
    return { token, subject, expires_in: SOCKET_TOKEN_SECONDS }
  },
})
