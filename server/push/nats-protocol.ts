import { z } from 'zod'

/** Bytes: the longest line a client may send; CONNECT carries the token. */
export const MAX_LINE_BYTES = 4096
/** Bytes of what a client publishes: it is refused anyway, and has to be read first. */
export const MAX_PAYLOAD_BYTES = 1024

const Connect = z.object({ jwt: z.string(), sig: z.string(), verbose: z.boolean().default(false) })

/** Messages of a NATS client (docs.nats.io, client protocol). */
export type NatsOperation =
  | { op: 'connect'; jwt: string; sig: string; verbose: boolean }
  | { op: 'ping' }
  | { op: 'pong' }
  | { op: 'pub'; subject: string }
  | { op: 'sub'; subject: string; sid: string; queue: string | undefined }
  | { op: 'unsub'; sid: string; max: number | undefined }

interface Reading {
  operations: NatsOperation[]
  /** Incomplete input. */
  rest: Buffer
  /** Why nothing more can be read; the connection ends with it. */
  fault?: string
}

const isName = (text: string) => /^[^\s\p{Cc}]{1,256}$/u.test(text)
const SID = /^[\w-]{1,64}$/

/** Reads all complete operations. Whatever comes after a fault is not looked at. */
export function readOperations(bytes: Buffer): Reading {
  const operations: NatsOperation[] = []
  let rest = bytes
  const ended = (fault: string): Reading => ({ operations, rest: Buffer.alloc(0), fault })
  for (;;) {
    const end = rest.indexOf('\r\n')
    if (end > MAX_LINE_BYTES || (end < 0 && rest.length > MAX_LINE_BYTES)) return ended('Maximum Control Line Exceeded')
    if (end < 0) return { operations, rest }
    const line = rest.toString('utf8', 0, end)
    const published = /^H?PUB[ \t]+(\S+)[ \t](?:.*[ \t])?(\d{1,9})[ \t]*$/i.exec(line)
    let next = end + 2
    if (published) {
      const size = Number(published[2])
      if (size > MAX_PAYLOAD_BYTES) return ended('Maximum Payload Violation')
      next += size + 2
      if (rest.length < next) return { operations, rest }
      if (rest.toString('latin1', next - 2, next) !== '\r\n') return ended('Unknown Protocol Operation')
    }
    const operation = published ? published[1] && ({ op: 'pub', subject: published[1] } as const) : operationOf(line)
    if (!operation) return ended('Unknown Protocol Operation')
    operations.push(operation)
    rest = rest.subarray(next)
  }
}

function operationOf(line: string): NatsOperation | undefined {
  const [word = '', ...args] = line.split(/[ \t]+/).filter((part) => part !== '')
  switch (word.toUpperCase()) {
    case 'CONNECT':
      return connectOf(line.slice(line.indexOf(word) + word.length))
    case 'PING':
      return { op: 'ping' }
    case 'PONG':
      return { op: 'pong' }
    case 'SUB': {
      const [subject, sid] = [args[0] ?? '', args.at(-1) ?? '']
      if (args.length < 2 || args.length > 3 || !args.slice(0, -1).every(isName) || !SID.test(sid)) return undefined
      return { op: 'sub', subject, sid, queue: args.length === 3 ? args[1] : undefined }
    }
    case 'UNSUB': {
      const [sid = '', max] = args
      if (args.length > 2 || !SID.test(sid) || (max !== undefined && !/^\d{1,9}$/.test(max))) return undefined
      return { op: 'unsub', sid, max: max === undefined ? undefined : Number(max) }
    }
  }
  return undefined
}

function connectOf(text: string): NatsOperation | undefined {
  try {
    return { op: 'connect', ...Connect.parse(JSON.parse(text)) }
  } catch {
    return undefined
  }
}

export const info = (nonce: string) =>
  `INFO ${JSON.stringify({
    server_id: 'ruam',
    server_name: 'ruam',
    version: '2.10.0',
    proto: 1,
    headers: true,
    auth_required: true,
    max_payload: MAX_PAYLOAD_BYTES,
    nonce,
  })}\r\n`

/** One message for one subscription. */
export const message = (subject: string, sid: string, body: Buffer) =>
  Buffer.concat([Buffer.from(`MSG ${subject} ${sid} ${body.length}\r\n`), body, Buffer.from('\r\n')])

export const problem = (text: string) => `-ERR '${text}'\r\n`
