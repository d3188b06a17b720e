import { type Agent, request } from 'node:http'

interface Reply {
  status: number
  text: string
  headers: Record<string, string | string[] | undefined>
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
  agent?: Agent
}

/** One request over HTTP; a connection that is cut answers the status 0. */
export function sendRequest(url: string, { method = 'GET', headers = {}, body, agent }: Asked = {}): Promise<Reply> {
  return new Promise((resolve) => {
    const cut = () => resolve({ status: 0, text: '', headers: {} })
    const length =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('error', cut)
      reply.on('end', () =>
        resolve({ status: reply.statusCode!, text: Buffer.concat(parts).toString(), headers: reply.headers }),
      )
    })
    sent.on('error', cut)
    sent.end(body)
  })
}

/** Counts statuses: `200 x 12, 429 x 8`; 0 for cut connections. */
export function counted(statuses: readonly number[]): string {
  const groups = Map.groupBy(statuses, (status) => status)
  return [...groups].map(([status, all]) => `${status === 0 ? 'cut' : status} x ${all.length}`).join(', ')
}
