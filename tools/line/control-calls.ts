import type { FastifyInstance } from 'fastify'
import { chatOf } from './chat.ts'
import { page } from './page.ts'
import { richMenusOf, switchMenu } from './rich-menus.ts'
import { addChannel, addFriend, type Channel, type Fault, type NewChannel, type State } from './state.ts'
import { deliver, follow, type LineEvent, postback, textMessage, unfollow } from './webhooks.ts'

interface Act {
  userId?: string
  displayName?: string
  /** `switch`: a tap on a tab of a rich menu, `text` being the alias. */
  act: 'follow' | 'unfollow' | 'message' | 'postback' | 'switch'
  text?: string
  /** Data of the postback of a tab. */
  data?: string
}

const shown = (channel: Channel) => ({ ...channel, friends: [...channel.friends.values()] })

/** Registers the simulator's own calls below `/_control`, for tests in another process and for the page. */
export function controlCalls(app: FastifyInstance, state: State): void {
  app.get('/', async (_, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/_control/channels', async () => [...state.channels.values()].map(shown))
  app.get('/_control/accepted', async () => state.accepted)
  app.post<{ Body: NewChannel }>('/_control/channels', async ({ body }) => shown(addChannel(state, body ?? {})))
  app.post<{ Body: Fault }>('/_control/faults', async ({ body }) => {
    state.faults.push(body)
    return {}
  })
  app.patch<{ Params: { id: string }; Body: Partial<Channel> }>('/_control/channels/:id', async (request, reply) => {
    const channel = state.channels.get(request.params.id)
    if (!channel) return reply.code(404).send({ message: 'No such channel' })
    return shown(Object.assign(channel, request.body))
  })
  app.get<{ Params: { id: string; user: string } }>('/_control/channels/:id/chats/:user', async (request, reply) => {
    const channel = state.channels.get(request.params.id)
    return channel ? chatOf(state, channel, request.params.user) : reply.code(404).send({ message: 'No such channel' })
  })
  app.get<{ Params: { id: string; menu: string } }>(
    '/_control/channels/:id/rich-menus/:menu',
    async (request, reply) => {
      const image = richMenusOf(state, request.params).menus.get(request.params.menu)?.image
      return image ? reply.type('image/jpeg').send(image) : reply.code(404).send({ message: 'No such picture' })
    },
  )
  app.post<{ Params: { id: string }; Body: Act }>('/_control/channels/:id/act', async (request, reply) => {
    const channel = state.channels.get(request.params.id)
    if (!channel) return reply.code(404).send({ message: 'No such channel' })
    const { userId, event } = play(state, channel, request.body)
    const delivery = channel.webhook ? await deliver(channel, [event]) : null
    return { userId, event, delivery }
  })
}

/** Lets a customer act, and returns the event that LINE would send. */
function play(
  state: State,
  channel: Channel,
  { userId, displayName, act, text = '', data = '' }: Act,
): { userId: string; event: LineEvent } {
  const known = userId === undefined ? undefined : channel.friends.get(userId)
  const friend = known ?? addFriend(channel, { ...(userId && { userId }), ...(displayName && { displayName }) })
  const event = eventOf()
  const said = text || data || `(${act})`
  state.acts.push({ channelId: channel.id, userId: friend.userId, text: said, replyToken: String(event.replyToken) })
  return { userId: friend.userId, event }

  function eventOf(): LineEvent {
    if (act === 'follow') {
      const isUnblocked = known?.blocked ?? false
      friend.blocked = false
      return follow(state, friend.userId, isUnblocked)
    }
    if (act === 'unfollow') {
      friend.blocked = true
      return unfollow(state, friend.userId)
    }
    if (act === 'switch') switchMenu(richMenusOf(state, channel), friend.userId, text)
    return act === 'message'
      ? textMessage(state, friend.userId, text)
      : postback(state, friend.userId, act === 'switch' ? data : text)
  }
}
