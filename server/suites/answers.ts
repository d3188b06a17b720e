// `npm run verify answers`: 1,000 conversations with a LINE account that answers, while processes are killed. ANSWERS_SEED repeats a run.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { startLine } from '../../tools/line/server.ts'
import { addChannel, addFriend } from '../../tools/line/state.ts'
import { bodyOf, follow, type LineEvent, signatureOf } from '../../tools/line/webhooks.ts'
import { randomOf } from '../../tools/random.ts'
import { type AnswerStage, conversations, faultsOf, playConversations, setUpAnswers } from './answers-play.ts'
import { openScene, type Victim } from './crash-scene.ts'
import { signIn } from './ruam-client.ts'

const seed = Number(process.env.ANSWERS_SEED ?? Date.now() % 1_000_000)
const count = Number(process.env.ANSWERS_CONVERSATIONS ?? 1000)
const kills = Number(process.env.ANSWERS_KILLS ?? 6)
const crowd = Number(process.env.ANSWERS_CROWD ?? 1000)
const victims: Victim[] = ['worker', 'server', 'everything', 'postmaster']
const AT_ONCE = 8
const TRY_AGAIN_MS = 100

/** Prints how many of a crowd that follows at once are greeted while their tokens last. */
async function greetCrowd({ state, channel, account, deliver, settled, ask }: AnswerStage): Promise<void> {
  const begin = performance.now()
  const [last] = await ask<{ id: number }>('select coalesce(max(log_id), 0)::float8 as id from answer_given')
  const events = Array.from({ length: crowd }, () => follow(state, addFriend(channel).userId))
  for (let from = 0; from < crowd; from += 100) await deliver(events.slice(from, from + 100))
  await settled()
  const outcomes = await ask<{ outcome: string; n: number }>(
    `select outcome, count(*)::int as n from answer_given
     where channel_id = $1 and log_id > $2 group by outcome order by outcome`,
    [account, last!.id],
  )
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(`${crowd} new friends at once: ${wordsOf(outcomes)} after ${seconds} s`)
}

const wordsOf = (outcomes: readonly { outcome: string; n: number }[]) =>
  outcomes.map(({ outcome, n }) => `${outcome} ${n}`).join(', ')

const random = randomOf(seed)
const folder = await mkdtemp(join(tmpdir(), 'ruam-answers-'))
const line = await startLine()
process.env.LINE_API_URL = line.url
const scene = await openScene(join(folder, 'data'), 2)
try {
  const channel = addChannel(line.state)
  const client = await signIn(scene.address)
  const account = await client.call(lineOa.create, {
    body: { channel_id: channel.id, channel_secret: channel.secret },
  })
  const url = scene.address + new URL(account.webhook.url).pathname
  const stage: AnswerStage = {
    client,
    channel,
    account: account.id,
    state: line.state,
    ask: scene.ask,
    async deliver(events: readonly LineEvent[]) {
      const body = bodyOf(channel, events)
      const headers = { 'content-type': 'application/json', 'x-line-signature': signatureOf(channel.secret, body) }
      for (;;) {
        const status = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }).then(
          (reply) => reply.status,
          () => 0,
        )
        if (status === 200) return
        await sleep(TRY_AGAIN_MS)
      }
    },
    async settled() {
      const under = "select from inbox union all select from answer_given where outcome = 'waiting' limit 1"
      while ((await scene.ask(under)).length > 0) await sleep(TRY_AGAIN_MS)
    },
  }
  await setUpAnswers(stage)
  const all = await conversations(stage, random, count)
  console.log(
    `ANSWERS_SEED=${seed}: ${count} conversations, ${all.flatMap(({ events }) => events).length} events, ${kills} kills`,
  )
  let played = false
  const killing = (async () => {
    for (let n = 0; n < kills && !played; n++) {
      await sleep(2000 + random.below(6000))
      const victim = victims[n % victims.length]!
      await scene.kill(victim)
      console.log(`killed: ${victim}`)
    }
  })()
  await playConversations(stage, random, all, AT_ONCE)
  played = true
  await killing
  await stage.settled()
  const { replies, valued, outcomes, faults } = await faultsOf(stage, all)
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  console.log(wordsOf(outcomes))
  console.log(
    `${replies} replies, ${valued} of them with a value of the person, ${line.state.violations.length} violations, ${faults.length} faults`,
  )
  if (faults.length > 0) process.exitCode = 1
  await greetCrowd(stage)
} finally {
  delete process.env.LINE_API_URL
  await scene.stop()
  await line.stop()
  await rm(folder, { recursive: true, force: true })
}
