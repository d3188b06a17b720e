import { message, type NatsOperation, problem } from './nats-protocol.ts'

const MAX_SUBSCRIPTIONS = 8

/** Answers of a connection to its client. */
interface Replies {
  send(bytes: string | Buffer): void
  end(reason: string): void
}

/** Subscriptions of one connection to its one subject. */
export function newSubscriptions({ send, end }: Replies) {
  /** Remaining messages per subscription. */
  const remaining = new Map<string, number>()
  const delivered = new Map<string, number>()

  function forget(sid: string) {
    remaining.delete(sid)
    delivered.delete(sid)
  }

  return {
    /** Returns false if the operation was refused. */
    obey(operation: Extract<NatsOperation, { op: 'pub' | 'sub' | 'unsub' }>, subject: string): boolean {
      if (operation.op === 'pub') {
        send(problem(`Permissions Violation for Publish to "${operation.subject}"`))
        return false
      }
      const { sid } = operation
      if (operation.op === 'sub') {
        // In a queue, the tabs of one person would take each other's events.
        if (operation.subject !== subject || operation.queue !== undefined) {
          const inQueue = operation.queue === undefined ? '' : ` using queue "${operation.queue}"`
          send(problem(`Permissions Violation for Subscription to "${operation.subject}"${inQueue}`))
          return false
        }
        if (remaining.size >= MAX_SUBSCRIPTIONS && !remaining.has(sid)) {
          end('maximum subscriptions exceeded')
          return false
        }
        remaining.set(sid, Number.POSITIVE_INFINITY)
        delivered.set(sid, 0)
      } else if (remaining.has(sid)) {
        const left = operation.max === undefined ? 0 : operation.max - delivered.get(sid)!
        if (left > 0) remaining.set(sid, left)
        else forget(sid)
      }
      return true
    },
    deliver(subject: string, body: Buffer) {
      for (const [sid, left] of remaining) {
        send(message(subject, sid, body))
        delivered.set(sid, delivered.get(sid)! + 1)
        if (left > 1) remaining.set(sid, left - 1)
        else forget(sid)
      }
    },
  }
}
