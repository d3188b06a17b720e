import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEndOfFile } from '../end-of-file.testing.ts'

export interface Received {
  headers: Record<string, string>
  body: string
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** A receiver of webhooks on this machine. `answer` decides the status of each delivery; 200 unless it is replaced, null for no answer. */
export async function startReceiver() {
  const received: Received[] = []
  const receiver = {
    url: '',
    received,
    answer: (_event: Received['event']): number | null => 200,
    headers: {} as Record<string, string>,
    /** Ends all connections. */
    hangUp: () => server.closeAllConnections(),
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const event = JSON.parse(body) as Received['event']
      received.push({ headers: request.headers as Record<string, string>, body, event })
      const status = receiver.answer(event)
      if (status !== null) response.writeHead(status, receiver.headers).end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(async () => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
