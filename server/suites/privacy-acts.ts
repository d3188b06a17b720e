import { consents } from '@ruam/contract/customers/consents.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { profileViews } from '@ruam/contract/customers/views.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { exportListTypes, exports } from '@ruam/contract/reports/exports.ts'
import { textMessage } from '../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from '../testing/channels/line.testing.ts'
import { editsOf, field, rowsOf } from '../testing/customers/profiles.testing.ts'
import { jobOver } from '../testing/jobs.testing.ts'
import { type Sender, senderTo } from '../testing/open-api/sending.testing.ts'
import { subscribed } from '../testing/open-api/webhooks.testing.ts'
import { newFriend } from '../testing/privacy/my-data.testing.ts'
import { over, startedExport } from '../testing/reports/exports.testing.ts'
import { consentPurpose } from '../testing/things/segments.ts'
import { type Acts, importRows } from './counters.ts'
import { anybody, byId, Refused, type Scene, send } from './history-scene.ts'

// Acts that plant values of four people wherever a store keeps some.

/** A customer whose every value is unique: words of letters, a phone and an e-mail. */
interface Planted {
  id: number
  first: string
  last: string
  phone: string
  email: string
  userId: string
}

const PEOPLE = 4
/** Places of the people by what happens to them at the end. */
export const ERASED = 0
export const RESTRICTED = 1
export const COPIED = 2
const OTHER = 3

const letters = (number: number, length: number) =>
  Array.from({ length }, (_, place) => String.fromCharCode(97 + ((number >> (4 * place)) & 15))).join('')

/** World of a history in which values are planted. */
export interface World {
  seed: number
  scene: Scene
  people: Planted[]
  purpose: number
  sender: Sender
  hook: Awaited<ReturnType<typeof subscribed>>
  /** Name of the custom field and of the activity type for programs. */
  names: { field: string; type: string }
  /** Says something as the user on LINE. */
  say: (userId: string, text: string) => Promise<void>
  /** Next word of a person, which nothing else holds. */
  word: (place: number) => string
  /** Places at which the owner of each phone, e-mail or word is planted. */
  minted: Map<string, number>
}

/** Matches each planted word, and the number within each planted phone. */
export const patternOf = (seed: number) =>
  `zq${letters(seed, 5)}[a-d][a-p]{3}z|(?<![0-9])(?:0|[+]?66)9${String(seed % 1_000_000).padStart(6, '0')}[0-3]7(?![0-9])`

/** The word, or the phone as it is stored. */
export const normal = (found: string) => (/^zq/i.test(found) ? found.toLowerCase() : found.replace(/^(?:0|\+?66)/, '0'))

export async function beginWorld(seed: number, scene: Scene): Promise<World> {
  const { store } = scene
  const { line, account } = await connectLine(store)
  const { state } = await testLine()
  let words = 0
  const minted = new Map<string, number>()
  const word = (place: number) => {
    const made = `zq${letters(seed, 5)}${letters(place, 1)}${letters(++words, 3)}z`
    minted.set(made, place)
    return made
  }
  const people: Planted[] = []
  for (let place = 0; place < PEOPLE; place++) {
    const friend = await newFriend({ store, line, webhook: account.webhook.url }, word(place))
    const one = {
      ...{ id: friend.profileId, userId: friend.userId, first: word(place), last: word(place) },
      phone: `09${String(seed % 1_000_000).padStart(6, '0')}${place}7`,
      email: `${word(place)}@zq.example`,
    }
    minted.set(one.phone, place)
    const { updated_at: origin_time } = await store.call(profiles.get, byId(one.id))
    const fields = editsOf({
      ...{ [field.firstName]: one.first, [field.lastName]: one.last, [field.phone]: one.phone },
      ...{ [field.email]: one.email },
    })
    await store.call(profiles.update, { ...byId(one.id), body: { fields, origin_time } })
    people.push(one)
  }
  const named = await rowsOf<{ field: string; type: string }>(
    store,
    'select (select name from profile_field where store_id = $1 and id = $2) as field, name as type from activity_type where store_id = $1 and id = $3',
    ...[scene.field, scene.type],
  )
  const sender = await senderTo(store)
  return {
    ...{ seed, scene, people, sender, word, minted, names: named[0]! },
    purpose: (await consentPurpose(store)).id,
    hook: await subscribed({ store }),
    async say(userId, text) {
      await postEvents(line, account.webhook.url, [textMessage(state, userId, text)])
      await inboxEmpty(store.storeId)
    },
  }
}

/** Returns the present profile of a planted person, after merges. */
export async function survivorOf({ store }: Scene, id: number): Promise<{ id: number; deleted: boolean } | undefined> {
  const rows = await rowsOf<{ id: number; deleted: boolean }>(
    store,
    `with recursive up as (
       select id, merged_into, deleted_at from profile where store_id = $1 and id = $2
       union select p.id, p.merged_into, p.deleted_at from up join profile p on p.store_id = $1 and p.id = up.merged_into)
     select id, deleted_at is not null as deleted from up where merged_into is null`,
    id,
  )
  return rows[0]
}

export function privacyActs(world: World): Acts {
  const { people, purpose, sender, names, word, say } = world
  const someone = async (scene: Scene, but?: number) => {
    const place = scene.random.pick(people.map((_, place) => place).filter((place) => place !== but))
    const found = await survivorOf(scene, people[place]!.id)
    if (!found || found.deleted) throw new Refused()
    return { place, ...people[place]!, at: found.id }
  }
  const started = async (scene: Scene, kind: 'see' | 'correct' | 'withdraw' | 'object' | 'copy') => {
    const { at, place } = await someone(scene, kind === 'object' ? COPIED : undefined)
    const body = { kind, source: 'phone' as const, words: word(place), profile_ids: [at] }
    const { id } = await send(scene, privacyRequests.create, { body })
    await send(scene, privacyRequests.identify, { ...byId(id), body: { checks: ['called_back'] } })
    return { id, place }
  }
  const answered = async (scene: Scene, kind: 'see' | 'correct' | 'withdraw' | 'object') => {
    const { id, place } = await started(scene, kind)
    await send(scene, privacyRequests.decide, { ...byId(id), body: { decision: 'all', reason: word(place) } })
    await send(scene, privacyRequests.answer, { ...byId(id), body: { way: 'counter', text: word(place) } })
  }
  return {
    async 'import planted people'(scene) {
      const chosen = scene.random.shuffle(people.map((_, place) => place)).slice(0, 2)
      const rows = chosen.map((place) => {
        const { first, last, phone, email } = people[place]!
        return [first, last, phone, email, word(place)].join()
      })
      const csv = `ชื่อ,นามสกุล,เบอร์โทร,อีเมล,รหัส\n${rows.join('\n')}\nคนอื่น,รายอื่น,,,\n`
      const { firstName, lastName, phone, email } = field
      await importRows(scene, {
        csv,
        fields: [firstName, lastName, phone, email, scene.field],
        keys: [phone],
        labels: [],
      })
    },
    async 'edit a planted person'(scene) {
      const { at, place } = await someone(scene)
      const { updated_at: origin_time } = await send(scene, profiles.get, byId(at))
      const fields = [{ id: scene.field, value: word(place) }]
      await send(scene, profiles.update, { ...byId(at), body: { fields, origin_time } })
    },
    async 'write of a planted person'(scene) {
      const { at, place } = await someone(scene)
      await send(scene, profileActivities.note, { ...byId(at), body: { text: `ชอบ ${word(place)}` } })
    },
    async 'name others in a note'(scene) {
      const { at } = await someone(scene, OTHER)
      const [other, erased] = [people[OTHER]!, people[ERASED]!]
      const text = `มากับ ${other.first} ${other.last} โทร ${other.phone} หรือ ${other.email} และ ${erased.phone} ${erased.email}`
      await send(scene, profileActivities.note, { ...byId(at), body: { text } })
    },
    async 'record a consent'(scene) {
      const { at, place } = await someone(scene)
      const operation = scene.random.pick(['granted', 'withdrawn'] as const)
      const body = { profile_id: at, purpose_id: purpose, operation, way: 'phone' as const, note: word(place) }
      await send(scene, consents.record, { body })
    },
    async 'a program sends a profile'(scene) {
      const { phone, place } = await someone(scene)
      await sender.send('profiles', [{ values: { phone, [names.field]: word(place) } }])
    },
    async 'a program sends a sale'(scene) {
      const { phone, place } = await someone(scene)
      const profile = { values: { phone } }
      const at = new Date().toISOString()
      await sender.send('activities', [{ type: names.type, at, reference: word(place), profile }])
    },
    async 'a message on LINE'(scene) {
      const { userId, place } = await someone(scene)
      await say(userId, `สนใจ ${word(place)}`)
    },
    async export(scene) {
      const { export_id } = await startedExport(scene.store, { type: 'profile', file_type: 'csv' })
      await over(scene.store, export_id)
    },
    async 'export a list'(scene) {
      const body = { type: scene.random.pick(exportListTypes), file_type: 'csv' as const }
      await over(scene.store, (await send(scene, exports.createList, { body })).export_id)
    },
    async 'save a view'(scene) {
      const { phone, email } = await someone(scene)
      const definition = { keyword: phone, sort_by: 'updated_at', sort_dir: 'desc' as const, columns: null }
      await send(scene, profileViews.create, { body: { name: `${phone} ${email}`, shared: false, definition } })
    },
    'request to see': (scene) => answered(scene, 'see'),
    'request to withdraw': (scene) => answered(scene, 'withdraw'),
    'request to object': (scene) => answered(scene, 'object'),
    async 'request a copy'(scene) {
      const { id } = await started(scene, 'copy')
      await jobOver(scene.store, (await send(scene, privacyRequests.copy, byId(id))).job_id)
    },
    async 'lift a restriction'(scene) {
      const { at, place } = await someone(scene)
      await send(scene, profileRestriction.lift, { ...byId(at), body: { reason: word(place) } })
    },
    async 'merge a planted person'(scene) {
      const { at } = await someone(scene)
      const [other] = (await anybody(scene, 8)).filter((id) => id !== at)
      if (other === undefined) throw new Refused()
      const { id } = await send(scene, profileDuplicates.create, { body: { profile_ids: [at, other] } })
      const body = { keep: scene.random.pick([at, other]), fields: [] }
      scene.merges.push((await send(scene, profileDuplicates.merge, { ...byId(id), body })).merge_id)
    },
    /** In place of the usual one: the planted people are erased at the end. */
    async erase(scene) {
      const rootOf = async (id: number) => (await survivorOf(scene, id))?.id
      const planted = await Promise.all(people.map(({ id }) => rootOf(id)))
      const [id] = await anybody(scene)
      if (planted.includes(await rootOf(id!))) throw new Refused()
      const { job_id } = await send(scene, profileErasure.erase, { ...byId(id!), body: { confirm: true } })
      await jobOver(scene.store, job_id)
    },
  }
}
