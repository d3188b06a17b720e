import { richMenusOf, visibleMenu } from './rich-menus.ts'
import type { Channel, State } from './state.ts'

interface Shown {
  from: 'customer' | 'account'
  /** The call that brought it; replies cost nothing. */
  call: string
  text: string
}

/** Words of a message of any type. */
function textOf(message: unknown): string {
  const { type, text, altText } = message as { type: string; text?: string; altText?: string }
  return type === 'text' ? text! : `[${type}] ${altText ?? ''}`.trim()
}

/** Returns what a customer sees: the chat since the simulator started, and the rich menu below it. */
export function chatOf(state: State, channel: Channel, userId: string) {
  const replies = new Map(state.replies.map(({ replyToken, messages }) => [replyToken, messages]))
  const pushed: Shown[] = state.accepted
    .filter((one) => one.channelId === channel.id && one.userId === userId && one.delivered)
    .map(({ call, message }) => ({ from: 'account', call, text: textOf(message) }))
  const talked = state.acts
    .filter((one) => one.channelId === channel.id && one.userId === userId)
    .flatMap(({ text, replyToken }): Shown[] => [
      { from: 'customer', call: 'message', text },
      ...(replies.get(replyToken) ?? []).map((message) => ({
        from: 'account' as const,
        call: 'reply',
        text: textOf(message),
      })),
    ])
  const own = richMenusOf(state, channel)
  const menu = own.menus.get(visibleMenu(own, userId) ?? '')
  return { items: [...pushed, ...talked], menu: menu ? { id: menu.richMenuId, ...menu.object } : null }
}
