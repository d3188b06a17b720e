import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { owner, type Product } from './product.ts'
import { counted, sendRequest } from './requests.ts'
import { timed } from './table.ts'

const MB = 1024 * 1024
/** Attempts of the owner to sign in, one per second. */
const TRIES = 30

export type Target = Pick<Product, 'address' | 'token'>

const told = ([ms, what]: [number, string]) => `${what} in ${(ms / 1000).toFixed(1)} s`

const forged = (n: number) => `203.0.${(n >> 8) & 255}.${n & 255}`

/** Sign-ins with wrong passwords, all at once: every fourth at the owner's account, the others at as many that don't exist. */
async function forgedSignIns({ address }: Target, count: number): Promise<string> {
  const one = async (n: number) => {
    const email = n % 4 === 0 ? owner.email : `nobody${n}@example.com`
    const body = JSON.stringify({ email, password: `a wrong password ${n}` })
    return (
      await sendRequest(`${address}/api/auth/login`, {
        method: 'POST',
        body,
        headers: { 'x-forwarded-for': forged(n) },
      })
    ).status
  }
  return told(await timed(async () => counted(await Promise.all(Array.from({ length: count }, (_, n) => one(n))))))
}

/** The cookies of a device on which the owner has signed in before. */
export async function knownDevice({ address }: Product): Promise<string> {
  const reply = await sendRequest(`${address}/api/auth/login`, { method: 'POST', body: JSON.stringify(owner) })
  return [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** The owner signs in from there, again and again until it works. */
export async function signInFrom({ address }: Product, cookie: string, proxied: boolean): Promise<string> {
  await sleep(200)
  // Header as a proxy sends it: the caller's text, then the address seen by the proxy.
  const headers = { cookie, ...(proxied && { 'x-forwarded-for': '203.0.113.1, 198.51.100.7' }) }
  const statuses: number[] = []
  const [ms] = await timed(async () => {
    while (statuses.at(-1) !== 200 && statuses.length < TRIES) {
      if (statuses.length > 0) await sleep(1000)
      const reply = await sendRequest(`${address}/api/auth/login`, {
        method: 'POST',
        headers,
        body: JSON.stringify(owner),
      })
      statuses.push(reply.status)
    }
  })
  const inside = statuses.at(-1) === 200
  return `the owner on a known device ${inside ? 'got in' : 'did NOT get in'} (${counted(statuses)}) in ${(ms / 1000).toFixed(1)} s`
}

/** Sends valid JSON that is slow to parse, without authentication. */
async function anonymousBodies({ address }: Target, count: number): Promise<string> {
  const body = `{"a":[${'{"b":1},'.repeat(MB / 8 - 10)}1]}`
  const one = async () => (await sendRequest(`${address}/api/profile`, { method: 'POST', body })).status
  return told(await timed(async () => counted(await Promise.all(Array.from({ length: count }, one)))))
}

/** Requests the largest page of the profile list, with permission. */
async function largestLists({ address, token }: Target, count: number): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const replies = async () =>
    Promise.all(Array.from({ length: count }, () => sendRequest(`${address}/api/profile?limit=0`, { headers })))
  const [ms, all] = await timed(replies)
  const bytes = all.reduce((sum, { text }) => sum + text.length, 0)
  return `${told([ms, counted(all.map(({ status }) => status))])}, ${(bytes / MB / count).toFixed(1)} MB each`
}

/** Sends unauthenticated bodies one letter at a time, and as many endless headers, for the given milliseconds. */
async function slowBodies({ address }: Target, count: number, ms: number): Promise<string> {
  const { hostname, port } = new URL(address)
  const outcomes: string[] = []
  const one = (n: number) =>
    new Promise<void>((resolve) => {
      const head = `POST /api/auth/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n`
      const begin = n % 2 === 0 ? `${head}content-length: 4000\r\n\r\n{` : head
      const socket = connect(Number(port), hostname, () => socket.write(begin))
      const trickle = setInterval(() => socket.write(n % 2 === 0 ? ' ' : 'x'), 500)
      let outcome = 'open to the end'
      const over = setTimeout(() => socket.destroy(), ms)
      socket.on('data', (data) => {
        outcome = data.toString().slice(9, 12)
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        clearInterval(trickle)
        clearTimeout(over)
        outcomes.push(outcome)
        resolve()
      })
    })
  await Promise.all(Array.from({ length: count }, (_, n) => one(n)))
  const groups = Map.groupBy(outcomes, (outcome) => outcome)
  return [...groups].map(([outcome, all]) => `${outcome} x ${all.length}`).join(', ')
}

/** All of them, the sign-ins last: what they have counted against the owner's account stays for a minute. */
export const attacks: Record<string, (target: Target) => Promise<string>> = {
  '50 anonymous bodies of 1 MB': (target) => anonymousBodies(target, 50),
  '20 times the largest list': (target) => largestLists(target, 20),
  '200 slow bodies': (target) => slowBodies(target, 200, 40_000),
  '400 forged sign-ins': (target) => forgedSignIns(target, 400),
}
