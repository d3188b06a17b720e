import { type LineEvent, messageText, postbackOf } from './events.ts'
import { readStop, STOP_POSTBACK } from './stop-words.ts'

/** Returns how an event is read: as a stop, as one that may mean it, or as neither. `more`: phrases of the store. */
export function stopOf(event: LineEvent, more: readonly string[] = []): 'stop' | 'unclear' | null {
  if (postbackOf(event) === STOP_POSTBACK) return 'stop'
  const text = messageText(event)
  return text === null ? null : readStop(text, more)
}
