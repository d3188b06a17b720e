import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { MAX_LINE_BYTES, MAX_PAYLOAD_BYTES, message, type NatsOperation, readOperations } from './nats-protocol.ts'

const name = fc.stringMatching(/^[a-z.>*]{1,12}$/)
const sid = fc.stringMatching(/^\d{1,3}$/)
const said: fc.Arbitrary<{ text: string; operation: NatsOperation }> = fc.oneof(
  fc.constant({ text: 'PING\r\n', operation: { op: 'ping' } as const }),
  fc.constant({ text: 'pong\r\n', operation: { op: 'pong' } as const }),
  fc.record({ subject: name, sid }).map((sub) => ({
    text: `SUB ${sub.subject}\t${sub.sid}\r\n`,
    operation: { op: 'sub' as const, ...sub, queue: undefined },
  })),
  fc.record({ sid, max: fc.option(fc.nat(9999), { nil: undefined }) }).map((unsub) => ({
    text: `UNSUB ${unsub.sid} ${unsub.max ?? ''}\r\n`,
    operation: { op: 'unsub' as const, ...unsub },
  })),
  // A payload may look like anything, another operation included.
  fc
    .record({ subject: name, body: fc.constantFrom('', 'PING\r\n', '\r\n\r\n', 'ภาษาไทย') })
    .map(({ subject, body }) => ({
      text: `PUB ${subject} _INBOX.a ${Buffer.byteLength(body)}\r\n${body}\r\n`,
      operation: { op: 'pub' as const, subject },
    })),
)

describe('parsing client messages', () => {
  test.prop([fc.array(said, { maxLength: 8 }), fc.array(fc.nat(200), { maxLength: 10 })])(
    'reads the same however its bytes are cut into frames',
    (all, cuts) => {
      const bytes = Buffer.from(all.map(({ text }) => text).join(''))
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]
      const operations: NatsOperation[] = []
      let rest: Buffer = Buffer.alloc(0)
      for (const [index, from] of places.slice(0, -1).entries()) {
        const reading = readOperations(Buffer.concat([rest, bytes.subarray(from, places[index + 1])]))
        expect(reading.fault).toBeUndefined()
        operations.push(...reading.operations)
        rest = reading.rest
      }
      expect(operations).toEqual(all.map(({ operation }) => operation))
      expect(rest.length).toBe(0)
    },
  )

  test.prop([fc.uint8Array({ maxLength: 9000 })])('leaves little to keep, whatever it is', (bytes) => {
    const { rest } = readOperations(Buffer.from(bytes))
    expect(rest.length).toBeLessThanOrEqual(MAX_LINE_BYTES + MAX_PAYLOAD_BYTES + 4)
  })

  test.each([
    ['x'.repeat(MAX_LINE_BYTES + 1), 'Maximum Control Line Exceeded'],
    [`PUB a ${MAX_PAYLOAD_BYTES + 1}\r\n`, 'Maximum Payload Violation'],
    ['PUB a 2\r\nabc\r\n', 'Unknown Protocol Operation'],
    ['CONNECT {"jwt":"x"\r\n', 'Unknown Protocol Operation'],
    ['SUB a b c 1\r\n', 'Unknown Protocol Operation'],
    ['UNSUB 1 -1\r\n', 'Unknown Protocol Operation'],
    ['\r\n', 'Unknown Protocol Operation'],
  ])('%j is a fault', (text, fault) => {
    expect(readOperations(Buffer.from(text)).fault).toBe(fault)
  })
})

test('a message counts bytes, not letters', () => {
  expect(message('a.b', '7', Buffer.from('ก')).toString()).toBe('MSG a.b 7 3\r\nก\r\n')
})
