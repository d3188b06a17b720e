import { textLimit } from './message-faults.ts'
import { type Message, type MessageAction, messageLimits } from './messages.ts'

// Finds the links of messages. Pure, for the server replaces those that the composer lists.

interface Linked {
  messages: readonly Message[]
  quick_replies: readonly MessageAction[]
}

/** Returns the address that takes the place of a target in the message at `place`. */
type Replace = (target: string, place: number) => string

const IN_TEXT = /https:\/\/[^\s<>"“”]+/giu
/** Signs that end a sentence and not an address. */
const TRAILING = /[.,!?;:'’…»]+$/u
/** LINE opens these in the app itself; through a redirect some would open a browser. */
const LINE_HOST = /(?:^|\.)(?:line\.me|lin\.ee)$/
/** Thai letters end no address for sure, and a personal word makes it differ. Cutting there would break the link. */
const UNCERTAIN = /[\u0e00-\u0e7f\ufffc]/u

/** True if a link gets a short address: https, at most as long as LINE takes, and none of LINE itself. */
export function isTrackable(target: string): boolean {
  if (target.length > messageLimits.uri || /\s/u.test(target)) return false
  if (!URL.canParse(target)) return false
  const { protocol, hostname } = new URL(target)
  return protocol === 'https:' && !LINE_HOST.test(hostname)
}

/** Returns the links of messages that get short addresses, each once per message. */
export function linksIn(written: Linked): { message: number; target: string }[] {
  const found = new Map<string, { message: number; target: string }>()
  withLinks(written, (target, message) => {
    found.set(`${message} ${target}`, { message, target })
    return target
  })
  return [...found.values()]
}

/** Returns messages with every link replaced. */
export function withLinks<W extends Linked>(written: W, replace: Replace): W {
  const { messages, quick_replies } = written
  const last = Math.max(messages.length - 1, 0)
  return {
    ...written,
    messages: messages.map((message, place) => ofMessage(message, (target) => replace(target, place))),
    quick_replies: quick_replies.map((action) => ofAction(action, (target) => replace(target, last))),
  }
}

function ofMessage(message: Message, replace: (target: string) => string): Message {
  switch (message.type) {
    case 'text':
      return { ...message, text: ofText(message.text, textLimit(message), replace) }
    case 'template':
      return {
        ...message,
        text: ofText(message.text, textLimit(message), replace),
        actions: message.actions.map((action) => ofAction(action, replace)),
      }
    case 'imagemap':
      return { ...message, areas: message.areas.map((area) => ofAction(area, replace)) }
    case 'flex':
      return { ...message, contents: ofFlex(message.contents, replace) }
    default:
      return message
  }
}

/** A text that would become too long keeps its addresses. */
function ofText(text: string, most: number, replace: (target: string) => string): string {
  const replaced = text.replace(IN_TEXT, (found) => {
    if (UNCERTAIN.test(found)) return found
    const unclosed = found.includes('(') ? found : found.replace(/\).*$/u, '')
    const target = unclosed.replace(TRAILING, '')
    return isTrackable(target) ? replace(target) + found.slice(target.length) : found
  })
  return replaced.length > most ? text : replaced
}

function ofAction<A extends { type: string; value: string }>(action: A, replace: (target: string) => string): A {
  if (action.type !== 'uri' || !isTrackable(action.value)) return action
  return { ...action, value: replace(action.value) }
}

/** Replaces the addresses of actions, unless LINE would not take the result. Pictures keep theirs. */
function ofFlex(contents: string, replace: (target: string) => string): string {
  let root: unknown
  try {
    root = JSON.parse(contents)
  } catch {
    return contents
  }
  // A list instead of recursion: 50 kB of brackets are deeper than the stack.
  const waiting: unknown[] = [root]
  let isChanged = false
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== 'object' || part === null) continue
    const values = part as Record<string, unknown>
    const opener = values.type === 'uri' ? 'uri' : 'desktop' in values && !('type' in values) ? 'desktop' : undefined
    const target = opener && values[opener]
    if (typeof target === 'string' && isTrackable(target)) {
      values[opener!] = replace(target)
      isChanged = true
    }
    waiting.push(...Object.values(values))
  }
  const replaced = isChanged ? JSON.stringify(root) : contents
  return new TextEncoder().encode(replaced).length > messageLimits.flexBytes ? contents : replaced
}
