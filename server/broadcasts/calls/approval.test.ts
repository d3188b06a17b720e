import '../../../tools/properties.ts'
import type { Broadcast } from '@ruam/contract/broadcasts/broadcast.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { change, draft, read, type Scene, scene } from '../../testing/broadcasts/broadcasts.testing.ts'
import { type Member, testServer } from '../../testing/store.testing.ts'

// Authors edit and ask while others approve, one after the other or at once: only the version that was read is sent, and by no author.

interface Act {
  by: 0 | 1 | 2
  act: 'edit' | 'ask' | 'approve' | 'cancel'
  /** Number of versions by which the approved one is outdated. */
  older: 0 | 1
  /** The next act begins at the same moment. */
  beside: boolean
}

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    by: fc.constantFrom(0, 1, 2),
    act: fc.constantFrom('edit', 'ask', 'ask', 'approve', 'approve', 'cancel'),
    older: fc.constantFrom(0, 0, 1),
    beside: fc.boolean(),
  }),
  { minLength: 3, maxLength: 8 },
)

/** Interleavings of one store: its people may make so many calls at once. */
const PER_STORE = 10
const HOUR_MS = 3_600_000

interface Stage {
  made: Scene
  people: Member[]
}

async function stage(): Promise<Stage> {
  const made = await scene({ friends: 1 })
  await change(made, 'update broadcast_setting set approval = true where store_id = $1')
  return { made, people: [made.store, await made.store.member('owner'), await made.store.member('owner')] }
}

async function play({ made, people }: Stage, list: readonly Act[]): Promise<void> {
  const send_at = new Date(Date.now() + HOUR_MS).toISOString()
  const { id } = await draft(made, { schedule: { type: 'at', send_at } })
  const params = { id: String(id) }
  const authors = new Set([made.store.userId])
  const perform = async ({ by, act, older }: Act, now: Broadcast) => {
    const person = people[by]!
    const body = { id, origin_time: now.updated_at }
    if (act === 'cancel') return void (await person.try(broadcasts.cancel, { params }))
    if (act === 'approve') {
      const version = Math.max(now.version - older, 1)
      const { status, body: after } = await person.try(broadcasts.approve, { params, body: { version } })
      if (status !== 200) return
      expect([after.status, after.version, after.approved_by?.id]).toEqual(['pending', version, person.userId])
      expect(authors).not.toContain(person.userId)
      return
    }
    const more = act === 'ask' ? { status: 'pending' as const } : { name: `รุ่น ${now.version}` }
    const { status } = await person.try(broadcasts.update, { body: { ...body, ...more } })
    if (status === 200) authors.add(person.userId)
  }
  for (let at = 0; at < list.length; at++) {
    const now = await read(made, id)
    const together = list[at]!.beside && list[at + 1] ? [list[at]!, list[++at]!] : [list[at]!]
    await Promise.all(together.map((act) => perform(act, now)))
    const after = await read(made, id)
    // A scheduled broadcast was approved in its current version, and not by one of its authors.
    if (after.status !== 'pending') continue
    expect(authors).not.toContain(after.approved_by!.id)
    expect(await approvedVersion(made, id)).toBe(after.version)
  }
}

async function approvedVersion({ store }: Scene, id: number): Promise<number | null> {
  const { admin } = await testServer()
  const text = 'select approved_version from broadcast where store_id = $1 and id = $2'
  return (await admin.query<{ approved_version: number | null }>(text, [store.storeId, id])).rows[0]!.approved_version
}

async function interleavings(numRuns: number): Promise<void> {
  let now = await stage()
  let played = 0
  await fc.assert(
    fc.asyncProperty(acts, async (list) => {
      if (++played % PER_STORE === 0) now = await stage()
      await play(now, list)
    }),
    { numRuns, endOnFailure: true },
  )
}

const title = 'an approval holds for the version that was read and is never an author’s'

test(`${title}, in some interleavings`, () => interleavings(4))
test(`${title}, in a thousand interleavings`, { tags: ['verify'], timeout: 1_800_000 }, () => interleavings(1000))
