import { Agent } from 'node:http'
import { sendRequest } from '../requests.ts'

export interface ReadRequest {
  path: string
  body?: object
}

/** One product, with its requests for the same work. */
export interface Side {
  address: string
  tokens: readonly string[]
  /** Milliseconds of CPU of its processes and of PostgreSQL. */
  cpu(): number
}

export interface Times {
  /** Milliseconds of each answer. */
  ms: number[]
  /** Milliseconds of CPU of an answer. */
  cpu: number
  perSecond: number
  text: string
}

/** Asks so many times over so many connections, and reads whole answers. */
export async function sendReads(
  side: Side,
  { path, body }: ReadRequest,
  tries: number,
  connections: number,
): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ms: number[] = []
  let [left, text] = [tries, '']
  const cpu = side.cpu()
  const began = performance.now()
  const one = async () => {
    while (left-- > 0) {
      const from = performance.now()
      const headers = { authorization: `Bearer ${side.tokens[left % side.tokens.length]}` }
      const sent = { headers, agent, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
      const reply = await sendRequest(side.address + path, sent)
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.text.slice(0, 300)}`)
      text = reply.text
      ms.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  const perSecond = (tries / (performance.now() - began)) * 1000
  agent.destroy()
  return { ms, cpu: (side.cpu() - cpu) / tries, perSecond, text }
}
