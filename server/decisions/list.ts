// The list of decisions outside the database. Each process writes a chain of its own, so that several append without waiting for each
// other; the first line of a chain names the ends of the chains before it.

import { createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { databaseNow } from '../core/now.ts'
import type { SideLists } from '../storage/side-lists.ts'
import type { Decision } from './kinds.ts'

/** Name of one server's list. */
export const decisionsOf = (server: number) =>
  server === 1 ? ('decisions' as const) : (`decisions-${server}` as const)

/** Days for which a chain is kept after its last line. Backups are kept for 30. */
const KEPT_DAYS = 45
const DAY_MS = 86_400_000

/** Kind of a chain's first line. */
const OPENED = 'opened'

/** The end of a chain. */
const End = z.strictObject({ writer: z.string(), n: z.int(), mac: z.string(), at: z.string() })
type End = z.infer<typeof End>

const Line = z.strictObject({
  writer: z.string(),
  /** Counts the lines of a chain from 1. */
  n: z.int().min(1),
  /** Seal of the line before; empty for the first. */
  before: z.string(),
  id: z.string(),
  kind: z.string(),
  store: z.int().nullable(),
  at: z.string(),
  body: z.unknown(),
})
type Line = z.infer<typeof Line>

/** A line with its seal. `time` orders it among the lines of other chains. */
interface Sealed extends Line {
  mac: string
  time: number
}

/** Keeps a chain in its order where the clock was moved back: a message is called before its outcome is known. */
function riseInTime(chain: readonly Sealed[]): void {
  let newest = 0
  for (const line of chain) newest = line.time = Math.max(newest, line.time)
}

const SEALED = /^(\{.*\}) ([0-9a-f]{64})$/s

const keys = new Map<string, Buffer>()

function keyOf(secretKey: string): Buffer {
  const key = keys.get(secretKey) ?? Buffer.from(hkdfSync('sha256', secretKey, '', 'ruam decisions 1', 32))
  keys.set(secretKey, key)
  return key
}

const macOf = (secretKey: string, json: string) => createHmac('sha256', keyOf(secretKey)).update(json).digest('hex')

/** Thrown if the list was changed or lacks lines. The message says what to do. */
export class BrokenDecisions extends Error {
  constructor(server: number, found: string) {
    const name = decisionsOf(server)
    super(
      `The list of decisions, \`${name}\` in the data folder or below \`lists/\` in the bucket, is not as Ruam wrote it: ${found}. Ruam does not ` +
        'start, for keys, members or consents that were ended after a backup might be valid again. Put the list back from where it was copied, ' +
        `or, if it is lost for good, rename it (\`mv ${name} ${name}.lost\`): Ruam then starts, and says that decisions since the backup are unknown.`,
    )
  }
}

export interface ListRead {
  /** Without duplicates, in the order in which they were made. */
  decisions: Decision[]
  /** Ends of the chains that no other chain names. */
  ends: End[]
  /** Lines that were cut off: their decisions were never answered. */
  torn: number
  /** True if there is no list. */
  empty: boolean
}

/** Reads the list and checks its seals and chains. Throws BrokenDecisions. */
export async function readDecisions(lists: SideLists, secretKey: string, server: number): Promise<ListRead> {
  const texts = await lists.lines(decisionsOf(server))
  const sealed = new Map<string, Sealed>()
  let torn = 0
  for (const text of texts) {
    const [, json, mac] = SEALED.exec(text) ?? []
    if (json === undefined || mac === undefined) torn++
    else if (macOf(secretKey, json) !== mac)
      throw new BrokenDecisions(server, 'a line was changed, or belongs to another secret key')
    else {
      const line = Line.parse(JSON.parse(json))
      sealed.set(mac, { ...line, mac, time: Date.parse(line.at) })
    }
  }
  const lines = [...sealed.values()]
  const chains = Map.groupBy(lines, ({ writer }) => writer)
  for (const chain of chains.values()) {
    chain.sort((a, b) => a.n - b.n)
    for (const [index, { n, before }] of chain.entries())
      if (n !== index + 1 || before !== (chain[index - 1]?.mac ?? ''))
        throw new BrokenDecisions(server, 'lines are missing')
  }
  const newest = Math.max(...lines.map(({ at }) => Date.parse(at)), 0)
  const named = new Set<string>()
  for (const { kind, body } of lines) {
    if (kind !== OPENED) continue
    for (const end of z.array(End).parse(body)) {
      named.add(end.mac)
      const isExpired = Date.parse(end.at) < newest - KEPT_DAYS * DAY_MS
      if (!sealed.has(end.mac) && !isExpired)
        throw new BrokenDecisions(server, 'the last lines of a process are missing')
    }
  }
  const ends = [...chains.values()].map((chain) => chain.at(-1)!).filter(({ mac }) => !named.has(mac))
  const byId = new Map<string, Decision>()
  // The first line has its time from another clock.
  const made = [...chains.values()].map((chain) => chain.filter(({ kind }) => kind !== OPENED))
  for (const chain of made) riseInTime(chain)
  const inOrder = made.flat().sort((a, b) => a.time - b.time || a.n - b.n)
  for (const { id, kind, store, body, at } of inOrder) if (!byId.has(id)) byId.set(id, { id, kind, store, body, at })
  return {
    decisions: [...byId.values()],
    ends: ends.map(({ writer, n, mac, at }) => ({ writer, n, mac, at })),
    torn,
    empty: lines.length === 0,
  }
}

/** A chain that one process writes. */
export interface Chain {
  writer: string
  openedAt: number
  end: { n: number; mac: string }
}

/** Seals the next line of a chain. */
function seal(secretKey: string, chain: Chain, decision: Decision): string {
  const { id, kind, store, at, body } = decision
  const line: Line = { writer: chain.writer, n: chain.end.n + 1, before: chain.end.mac, id, kind, store, at, body }
  const json = JSON.stringify(line)
  chain.end = { n: line.n, mac: macOf(secretKey, json) }
  return `${json} ${chain.end.mac}`
}

/** Begins a chain. Returns it with its first line. */
export function openChain(secretKey: string, writer: string, ends: readonly End[]): { chain: Chain; line: string } {
  const chain = { writer, openedAt: databaseNow(), end: { n: 0, mac: '' } }
  const at = new Date(chain.openedAt).toISOString()
  return { chain, line: seal(secretKey, chain, { id: writer, kind: OPENED, store: null, at, body: ends }) }
}

export const sealAll = (secretKey: string, chain: Chain, decisions: readonly Decision[]): string[] =>
  decisions.map((decision) => seal(secretKey, chain, decision))

/** Deletes chains whose last line is older than KEPT_DAYS. */
export async function pruneDecisions(lists: SideLists, secretKey: string, server: number, now: number): Promise<void> {
  const newest = new Map<string, number>()
  const parsed = (text: string) => {
    const [, json, mac] = SEALED.exec(text) ?? []
    return json !== undefined && macOf(secretKey, json) === mac ? Line.parse(JSON.parse(json)) : undefined
  }
  for (const text of await lists.lines(decisionsOf(server))) {
    const line = parsed(text)
    if (line) newest.set(line.writer, Math.max(newest.get(line.writer) ?? 0, Date.parse(line.at)))
  }
  const gone = new Set([...newest].filter(([, at]) => at < now - KEPT_DAYS * DAY_MS).map(([writer]) => writer))
  if (gone.size > 0) await lists.drop(decisionsOf(server), (text) => gone.has(parsed(text)?.writer ?? ''))
}
