// `node bench/answers.ts`: CPU of PostgreSQL and Node for an event's way to its answer (receipt, application, reply) by kind, and how much of
// it passes before customers who are known have their answers enqueued behind a rush. EVENTS: events of a kind. ROUNDS: rushes.
import pg from 'pg'
import { giveAnswers } from '../server/channels/answers/calls/give-answers.ts'
import { ingestEvents } from '../server/channels/inbox/ingest-events.ts'
import { readConfig } from '../server/core/config.ts'
import { createPool } from '../server/database/db.ts'
import type { Core } from '../server/servers/core.ts'
import { startLine } from '../tools/line/server.ts'
import { addChannel, addFriend } from '../tools/line/state.ts'
import { bodyOf, follow, type LineEvent, signatureOf, textMessage } from '../tools/line/webhooks.ts'
import { cpuOf } from './cpu.ts'
import { startProduct } from './product.ts'
import { percentile } from './table.ts'

const EVENTS = Number(process.env.EVENTS ?? 300)
const ROUNDS = Number(process.env.ROUNDS ?? 5)

const line = await startLine()
const settings = { LINE_API_URL: line.url }
// Without workers, nothing else is done.
const product = await startProduct({ settings: { ...settings, RUAM_ROLE: 'api' } })
const admin = new pg.Client({ connectionString: product.superUrl })
await admin.connect()
const config = readConfig({ ...process.env, ...settings, RUAM_DATA: product.folder })
/** Log entries whose answers were enqueued, and the CPU until then. */
let enqueued: { ids: number[]; at: ReturnType<typeof spent> }[] = []
const jobs = {
  async enqueue(_db: unknown, _name: string, { answers: ids = [] }: { answers?: number[] }) {
    if (ids.length > 0) enqueued.push({ ids, at: spent() })
  },
}
const core = { config, pool: createPool(product.appUrl, { max: 16 }), jobs } as unknown as Core

const spent = () => ({ postgres: product.cpu().postgres, node: product.cpu().node + cpuOf(process.pid) })
async function costOf(work: () => Promise<unknown>) {
  const before = spent()
  await work()
  const after = spent()
  return { postgres: after.postgres - before.postgres, node: after.node - before.node }
}
try {
  const channel = addChannel(line.state)
  const account = await product.call('POST', '/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  const url = product.address + new URL((account.webhook as { url: string }).url).pathname
  for (const [kind, variants] of Object.entries({ greeting: [], linked: [], keyword: ['แต้ม'], fallback: [] }))
    await product.call('POST', `/line-oa/${account.id}/answer`, {
      ...{ kind, name: kind, messages: [{ type: 'text', text: 'สวัสดี' }], ...(variants.length > 0 && { variants }) },
    })
  const deliver = async (events: readonly LineEvent[]) => {
    const body = bodyOf(channel, events)
    const headers = { 'content-type': 'application/json', 'x-line-signature': signatureOf(channel.secret, body) }
    if (!(await fetch(url, { method: 'POST', headers, body })).ok) throw new Error('The webhook refuses events')
  }
  const receive = async (events: readonly LineEvent[]) => {
    for (const event of events) await deliver([{ ...event, timestamp: line.state.now() }])
  }
  const apply = () => ingestEvents(core, 1, new AbortController().signal)
  const reply = async () => {
    const ids = enqueued.flatMap((one) => one.ids)
    enqueued = []
    await giveAnswers(core, 1, ids, new AbortController().signal)
  }
  const people = (count: number) => Array.from({ length: count }, () => addFriend(channel).userId)
  const says = (users: readonly string[], text: string) => users.map((user) => textMessage(line.state, user, text))
  const follows = (users: readonly string[]) => users.map((user) => follow(line.state, user))
  const linking = async (count: number) => {
    const users = people(count)
    const events = follows(users)
    for (const user of users) {
      const { id } = await product.call('POST', '/profile', { fields: [{ id: 1, value: 'คน' }], label_ids: [] })
      const { word } = await product.call('POST', `/profile/${id}/line-link`, { channel_id: account.id })
      events.push(...says([user], word as string))
    }
    return events
  }

  const known = people(EVENTS)
  const words = await linking(50)
  const kinds: Record<string, LineEvent[]> = {
    'new friend, greeted': [...follows(known), ...words.slice(0, 50)],
    'keyword of a known customer': says(known, 'แต้ม'),
    'other words of a known customer': says(known, 'อื่น ๆ'),
    'word that links': words.slice(50),
  }
  for (const [kind, events] of Object.entries(kinds)) {
    const costs = { receipt: () => receive(events), application: apply, reply }
    for (const [part, work] of Object.entries(costs)) {
      const [postgres, node] = Object.values(await costOf(work)).map((ms) => (ms / events.length).toFixed(1))
      console.log(`${kind}: ${part} ${postgres} + ${node} ms of PostgreSQL and Node an event`)
    }
  }

  const [waits, wholes]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const asking = known.slice(round * 20, round * 20 + 20)
    await deliver([...(await linking(10)), ...follows(people(100))])
    await deliver(says(asking, 'แต้ม'))
    const { rows } = await admin.query<{ id: number }>(
      "select id::float8 as id from online_log where user_id = any($1) and status = 'waiting'",
      [asking],
    )
    const before = spent()
    const whole = await costOf(apply)
    wholes.push(whole.postgres + whole.node)
    const last = enqueued.findLast(({ ids }) => rows.some(({ id }) => ids.includes(id)))!.at
    waits.push(last.postgres - before.postgres + last.node - before.node)
    enqueued = []
  }
  const spread = (all: readonly number[]) =>
    `${Math.min(...all)} to ${Math.max(...all)} ms, median ${percentile(all, 0.5)}`
  console.log(`CPU before 20 known customers have answers, behind 110 new friends and 10 words: ${spread(waits)}`)
  console.log(`CPU until all of these are applied: ${spread(wholes)} (${ROUNDS} rounds)`)
} finally {
  await core.pool.end()
  await admin.end()
  await product.stop()
  await line.stop()
}
