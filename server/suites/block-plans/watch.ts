import pg from 'pg'
import { vi } from 'vitest'
import { addExecution, type Executed, type PlanNode } from './reads.ts'

/**
 * Settings of a database that explains each statement after its execution, and sends the plan to the client. Without clocks, which would
 * double the time.
 */
export const explaining = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_nested_statements': 'on',
}

/** Statements of the queue's library, which are not ours. */
const OF_QUEUE = /\bpgboss\./

const EXPLAINED = /^duration: [\d.]+ ms {2}plan:\n/

/** Maps statements that differ only in ids or in the number of their values to one text. */
const generalise = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\\x[0-9a-f]+/g, '?')
    .replace(/\$?\b\d+\b/g, '?')
    .replace(/\?(, ?\?)+/g, '?, ...')
    .trim()

let act: string | undefined
let executed = new Map<string, Executed>()

/** Records all statements of this process under the name of an act while `work` runs. */
export async function during(name: string, work: () => Promise<unknown>): Promise<void> {
  act = name
  try {
    await work()
  } finally {
    act = undefined
  }
}

/** Returns the recorded statements and clears them. */
export function drainExecuted(): Executed[] {
  const taken = [...executed.values()]
  executed = new Map()
  return taken
}

function record({ message }: { message?: string | undefined }) {
  if (act === undefined || !message || !EXPLAINED.test(message)) return
  const explained = JSON.parse(message.replace(EXPLAINED, '')) as { 'Query Text': string; Plan: PlanNode }
  if (OF_QUEUE.test(explained['Query Text'])) return
  const text = generalise(explained['Query Text'])
  const key = `${act}\n${text}`
  executed.set(key, addExecution(executed.get(key), act, text, explained.Plan))
}

/** Listens to all connections that this process opens from here on. */
export function watchConnections() {
  const connect = pg.Client.prototype.connect as (this: pg.Client, ...args: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    this.on('notice', record)
    return connect.apply(this, args)
  } as typeof pg.Client.prototype.connect)
}
