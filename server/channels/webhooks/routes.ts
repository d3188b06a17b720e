import { webhooks } from '@ruam/contract/channels/webhooks.ts'
import { tokenHash } from '../../core/tokens.ts'
import { implement } from '../../http/implement.ts'
import { routerOf } from '../../servers/store-router.ts'
import { FacebookRequest } from '../facebook/events.ts'
import { isVerifyToken, receiveFacebook } from './facebook-events.ts'
import { bodyJsonOf } from './json-of.ts'
import { receiveLine } from './line-events.ts'
import { isHubSigned } from './signature.ts'

export const webhookRoutes = implement(webhooks, {
  async line({ core, params: { key }, bytes, request, fail }) {
    const signature = request.headers['x-line-signature']
    const delivery = { key, body: bytes ?? Buffer.alloc(0), signature, requestId: request.id }
    const received = await routerOf(core).atKey('webhook', tokenHash(key), (there) => receiveLine(there, delivery))
    if (!received) throw fail('not_found')
    return {}
  },

  async facebook({ core, params, bytes, request, fail }) {
    const app = core.config.facebook
    if (app?.appId !== params.app) throw fail('not_found')
    const body = bytes ?? Buffer.alloc(0)
    if (!isHubSigned(app.appSecret, body, request.headers['x-hub-signature-256'])) throw fail('webhook_signature')
    const parsed = FacebookRequest.safeParse(bodyJsonOf(body))
    if (!parsed.success) throw fail('invalid_input', { fields: ['body'] })
    await receiveFacebook(core, parsed.data, request.id)
    return {}
  },

  async facebookChallenge({ core, params, query, fail }) {
    const app = core.config.facebook
    if (app?.appId !== params.app) throw fail('not_found')
    if (!isVerifyToken(app.verifyToken, query['hub.verify_token'])) throw fail('webhook_challenge')
    return { file_name: 'challenge.txt', content_type: 'text/plain', content: only(query['hub.challenge']) }
  },
})

async function* only(text: string) {
  yield text
}
