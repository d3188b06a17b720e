import { webhooks } from '@ruam/contract/channels/webhooks.ts'
import { OutsideBody } from '../../core/outside-body.ts'
import { tokenHash } from '../../core/tokens.ts'
import { implement } from '../../http/implement.ts'
import { routerOf } from '../../servers/store-router.ts'
import { FacebookRequest } from '../facebook/events.ts'
import { isVerifyToken, receiveFacebook } from './facebook-events.ts'
import { receiveLine } from './line-events.ts'
import { isHubSigned } from './signature.ts'

const emptyBody = new OutsideBody(Buffer.alloc(0))

export const webhookRoutes = implement(webhooks, {
  async line({ core, params: { key }, outside: body = emptyBody, request, fail }) {
    const arrived = performance.now()
    const signature = request.headers['x-line-signature']
    const delivery = { key, body, signature, requestId: request.id, arrived }
    const received = await routerOf(core).atKey('webhook', tokenHash(key), (there) => receiveLine(there, delivery))
    if (!received) throw fail('not_found')
    return {}
  },

  async facebook({ core, params, outside: body = emptyBody, request, fail }) {
    const app = core.config.facebook
    if (app?.appId !== params.app) throw fail('not_found')
    if (!isHubSigned(app.appSecret, body, request.headers['x-hub-signature-256'])) throw fail('webhook_signature')
    const received = body.read(FacebookRequest)
    if (!received) throw fail('invalid_input', { fields: ['body'] })
    await receiveFacebook(core, received, request.id)
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
