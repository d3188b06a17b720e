import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { expect, test } from 'vitest'
import { addFriend, type Channel, type State } from '../../../tools/line/state.ts'
import { follow, type LineEvent, textMessage, unfollow } from '../../../tools/line/webhooks.ts'
import { type Random, randomOf } from '../../../tools/random.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

// Linking, merging, undoing, erasing and importing at once, in random orders. `npm run verify link`: 1,000 of them.

const ROUNDS = Number(process.env.LINK_ROUNDS ?? 6)
const SEED = Number(process.env.LINK_SEED ?? 34)
/** Acts that are under way at once. */
const ACTS = 6
const PEOPLE = 4

interface Scene {
  store: TestStore
  line: Channel
  url: string
  state: State
  customers: number[]
  users: string[]
  /** Words that were shown, by customer. */
  shown: Map<string, number>
}

async function newScene(): Promise<Scene> {
  const { state } = await testLine()
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const customers = []
  for (let n = 0; n < PEOPLE; n++) {
    const values = { [field.firstName]: `ลูกค้า ${n}`, [field.phone]: `0863${n}71${n}4${n}` }
    customers.push((await madeProfile(store, values)).id)
  }
  const users = Array.from({ length: PEOPLE }, () => addFriend(line).userId)
  return { store, line, url: account.webhook.url, state, customers, users, shown: new Map() }
}

let clock = Date.now()

const byId = (id: number) => ({ params: { id: String(id) } })

/** Does one act at random; what is refused because of another act is no fault. */
async function act(scene: Scene, random: Random): Promise<void> {
  const { store, line, url, state } = scene
  const customer = random.pick(scene.customers)
  const userId = random.pick(scene.users)
  const friend = line.friends.get(userId)!
  // Events of one millisecond have no order, so each gets its own.
  const post = (event: LineEvent) => postEvents(line, url, [{ ...event, timestamp: ++clock }])
  switch (random.below(9)) {
    case 0:
    case 1:
    case 2: {
      const made = await store.try(lineLink.create, { ...byId(customer), body: {} })
      if (made.status !== 200) return
      scene.shown.set(made.body.word, customer)
      friend.blocked = false
      await post(textMessage(state, userId, made.body.word))
      return
    }
    case 3:
      await store.try(lineLink.undo, byId(customer))
      return
    case 4: {
      const pair = await store.try(profileDuplicates.create, {
        body: { profile_ids: [customer, random.pick(scene.customers)] },
      })
      if (pair.status === 200)
        await store.try(profileDuplicates.merge, { ...byId(pair.body.id), body: { keep: customer, fields: [] } })
      return
    }
    case 5: {
      const { data } = await store.call(profileDuplicates.list, { query: { status: 'merged' } })
      const merge = data.find((pair) => pair.merge?.undoable)?.merge
      if (merge) await store.try(profileDuplicates.undoMerge, byId(merge.id))
      return
    }
    case 6:
      friend.blocked = !friend.blocked
      await post(friend.blocked ? unfollow(state, userId) : follow(state, userId, true))
      return
    case 7: {
      // One customer in four is erased at most: the others go on.
      if (customer !== scene.customers[0]) return
      const begun = await store.try(profileErasure.erase, { ...byId(customer), body: { confirm: true } })
      if (begun.status === 200) await jobEnded(store.storeId, begun.body.job_id)
      return
    }
    default:
      friend.blocked = false
      await post(textMessage(state, userId, `0863${random.below(PEOPLE)}71040`))
  }
}

/** Imports a file, unless an erasure holds the profiles. */
async function bringFile({ store }: Scene, round: number): Promise<void> {
  const file = `ชื่อ,เบอร์โทร\nลูกค้า 1,0863171141\nใหม่ ${round},08634${10_000 + round}\n`
  await importFile(store, file, { name: `ไฟล์ ${round}` }).catch((error: Error) => {
    if (!error.message.includes('answered 409')) throw error
  })
}

/** Checks what must hold after any order of acts. */
async function check({ store, line, shown }: Scene): Promise<void> {
  const { admin } = await testServer()
  const rows = async <T extends object>(text: string) => (await admin.query<T>(text, [store.storeId])).rows
  const held = await rows<{ value: string; holders: number }>(
    `select value, count(distinct profile_id)::int as holders from identity where store_id = $1 and kind = 'line' group by 1`,
  )
  expect(held.filter(({ holders }) => holders !== 1)).toEqual([])
  const friends = await rows<{ external_id: string; status: string; profile_id: number | null; holder: number | null }>(
    `select f.external_id, f.status, f.profile_id, (select min(i.profile_id) from identity i
       where i.store_id = f.store_id and i.kind = 'line' and i.value = f.external_id) as holder
     from channel_friend f where f.store_id = $1`,
  )
  for (const { external_id, status, profile_id, holder } of friends) {
    expect([external_id, status]).toEqual([external_id, line.friends.get(external_id)!.blocked ? 'blocked' : 'friend'])
    expect([external_id, profile_id]).toEqual([external_id, holder])
  }
  const merges = await rows<{ n: number }>(
    "select count(*)::int as n from profile_merge where store_id = $1 and source = 'line'",
  )
  const used = await rows<{ n: number }>(
    "select count(*)::int as n from line_link where store_id = $1 and status = 'linked'",
  )
  const erased = await rows('select from erasure where store_id = $1 limit 1')
  // Words go with an erased customer, and so do merges.
  if (erased.length === 0) expect(merges[0]!.n).toBeLessThanOrEqual(used[0]!.n)
  expect(used[0]!.n).toBeLessThanOrEqual(shown.size)
}

test(`${ROUNDS} interleavings leave one profile per LINE user, friends as LINE has them, and no link without a word`, {
  timeout: 60_000 + ROUNDS * 10_000,
}, async () => {
  const random = randomOf(SEED)
  let scene = await newScene()
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 10 === 0) scene = await newScene()
    await Promise.all([
      ...Array.from({ length: ACTS }, () => act(scene, random)),
      ...(round % 5 === 4 ? [bringFile(scene, round)] : []),
    ])
    await inboxEmpty(scene.store.storeId)
    await check(scene)
  }
})
