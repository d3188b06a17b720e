import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { richMenusOf } from '../../tools/line/rich-menus.ts'
import { startLine } from '../../tools/line/server.ts'
import { addChannel, addFriend, type Fault } from '../../tools/line/state.ts'
import type { Random } from '../../tools/random.ts'
import { openScene, type Victim } from './crash-scene.ts'
import { callsOf, changeLabels, fillMenus, settled, waitsOf, wrongMenus } from './menus-scene.ts'
import { signIn } from './ruam-client.ts'

const BULK = '/v2/bot/richmenu/bulk'
/** Newest connection that moved friends: its worker is the sender. */
const SENDERS = `select client_port as port from pg_stat_activity
  where pid <> pg_backend_pid() and query ~ 'rich_menu_(friend|assignment)' order by query_start desc limit 1`

interface Options {
  random: Random
  friends: number
  changes: number
  /** Seconds over which the changes are spread. */
  seconds: number
  /** Processes to kill, each just after LINE accepted a set. */
  kills: readonly Victim[]
  /** Faults of LINE, each met by the next call. */
  faults: readonly Fault['kind'][]
  workers: number
  tell?: (line: string) => void
}

interface Played {
  wrong: number
  calls: number
  needed: number
  /** Milliseconds from each change to its menu, sorted. */
  waits: number[]
  violations: string[]
}

/** Plays changes of labels under kills and faults until all friends have a menu. */
export async function playMenus({
  random,
  friends,
  changes,
  seconds,
  kills,
  faults,
  workers,
  tell = () => {},
}: Options): Promise<Played> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-menus-'))
  const line = await startLine()
  process.env.LINE_API_URL = line.url
  const scene = await openScene(join(folder, 'data'), workers, SENDERS)
  try {
    const channel = addChannel(line.state)
    const client = await signIn(scene.address)
    const { id: channelId } = await client.call(lineOa.create, {
      body: { channel_id: channel.id, channel_secret: channel.secret },
    })
    const own = richMenusOf(line.state, channel)
    const menus = await fillMenus(scene.ask, own, random, { channelId, friends })
    for (const { userId } of menus.people) addFriend(channel, { userId })
    const began = Date.now()
    await settled(scene.ask)
    const first = callsOf(menus)
    tell(`first: ${first.calls} calls of ${first.needed} needed, ${wrongMenus(menus)} wrong, ${Date.now() - began} ms`)
    const from = own.bulkCalls.length
    const steps = Math.max(kills.length + faults.length + 2, seconds)
    const events = [...faults.map((kind) => ({ kind })), ...kills.map((victim) => ({ victim }))]
    for (let step = 0; step < steps; step++) {
      await changeLabels(menus, scene.superUrl, random, Math.ceil(changes / steps))
      const event = step % Math.floor(steps / (events.length + 1)) === 0 ? events.shift() : undefined
      if (event && 'kind' in event) line.state.faults.push({ path: BULK, kind: event.kind, times: 1 })
      if (event && 'victim' in event) {
        const held: Fault = { path: BULK, kind: 'slow_after_accept', times: 1, delay: 600 }
        line.state.faults.push(held)
        while (held.times > 0) await sleep(1)
        await sleep(50)
        await scene.kill(event.victim)
        tell(`killed ${event.victim}`)
      }
      await sleep((seconds * 1000) / steps)
    }
    await settled(scene.ask)
    return {
      ...callsOf(menus, from),
      wrong: wrongMenus(menus),
      waits: waitsOf(menus),
      violations: line.state.violations,
    }
  } finally {
    delete process.env.LINE_API_URL
    await scene.stop()
    await line.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
