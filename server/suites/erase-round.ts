import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { activities } from '@ruam/contract/customers/activities.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { profileViews } from '@ruam/contract/customers/views.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { Random } from '../../tools/random.ts'
import type { Scene, Victim } from './crash-scene.ts'
import type { RuamClient } from './ruam-client.ts'

/** Words that identify the erased people of a run. */
export interface Marks {
  /** Five digits with which the national part of every phone begins. */
  phone: string
  /** Domain of every e-mail. */
  domain: string
  /** First and last names that a note about another customer mentions. */
  first: string
  last: string
  /** A last name without mentions. */
  silent: string
}

export const marksOf = (seed: number): Marks => {
  const number = String(seed % 1000).padStart(3, '0')
  return {
    phone: `87${number}`,
    domain: `erased${seed}.example`,
    first: `กัลยาวีร์${number}`,
    last: `เรืองเดชสกุล${number}`,
    silent: `Silentlast${number}`,
  }
}

/** Shared data of all rounds. */
interface Stage {
  label: number
  purpose: number
  type: number
  /** A customer whose notes mention the others. */
  friend: number
}

const field = { first: 1, last: 2, lastEn: 4, phone: 9, email: 11 }
const values = (given: Record<number, string>) =>
  Object.entries(given).map(([id, value]) => ({ id: Number(id), value }))

export async function setStage(client: RuamClient): Promise<Stage> {
  const label = await client.call(labels.create, { body: { name: 'ลูกค้าประจำ', color: 'teal', type: 'general' } })
  const purpose = await client.call(consents.createPurpose, { body: { name: 'ข่าวสาร', description: '' } })
  const type = await client.call(activities.createType, { body: { name: 'ซื้อของ', description: '', fields: [] } })
  const friend = await client.call(profiles.create, {
    body: { fields: values({ [field.first]: 'เพื่อน' }), label_ids: [] },
  })
  return { label: label.id, purpose: purpose.id, type: type.id, friend: friend.id }
}

interface Round {
  n: number
  folder: string
  marks: Marks
  random: Random
  victim?: Victim | undefined
}

/** Faults of a round. */
export interface Outcome {
  /** 5xx responses while no process was killed. */
  faults: string[]
  /** Rejected erasures while the import ran. */
  refused: number
  writes: number
}

/** Imports a person, writes about them in many places, and erases them during concurrent writes. */
export async function playRound(scene: Scene, client: RuamClient, stage: Stage, round: Round): Promise<Outcome> {
  const { n, marks, random, victim } = round
  const serial = String(n).padStart(4, '0')
  const phone = `0${marks.phone}${serial}`
  const email = `person${n}@${marks.domain}`
  const made = await client.call(profiles.create, {
    body: {
      fields: values({
        [field.first]: marks.first,
        [field.last]: marks.last,
        [field.lastEn]: marks.silent,
        [field.phone]: phone,
        [field.email]: email,
      }),
      label_ids: [stage.label],
    },
  })
  const twin = await client.call(profiles.create, {
    body: { fields: values({ [field.first]: `ฝาแฝด ${n}` }), label_ids: [] },
  })
  const pair = await client.call(profileDuplicates.create, { body: { profile_ids: [made.id, twin.id] } })
  const params = { id: String(made.id) }
  const friend = { id: String(stage.friend) }
  const words = [`ติดต่อ ${phone.slice(0, 3)}-${phone.slice(3)} หรือ ${email}`, `มากับ ${marks.first} ${marks.last} เมื่อวาน`]
  for (const text of words) await client.call(profileActivities.note, { params: friend, body: { text } })
  const definition = { keyword: phone, sort_by: 'updated_at', sort_dir: 'desc' as const, columns: null }
  await client.call(profileViews.create, { body: { name: `ค้นหา ${phone}`, shared: n % 2 === 0, definition } })
  const ready = await preparedImport(client, round, [marks.first, marks.last, phone, email])

  const outcome: Outcome = { faults: [], refused: 0, writes: 0 }
  let [over, killed] = [false, false]
  const tried = async (write: () => Promise<unknown>) => {
    try {
      await write()
      outcome.writes++
    } catch (error) {
      const { message } = error as Error
      if (/answered 5\d\d/.test(message) && !killed) outcome.faults.push(message)
      if (!/answered/.test(message)) await sleep(50)
    }
  }
  const edit = async () => {
    const { updated_at } = await client.call(profiles.get, { params })
    const body = { fields: values({ [field.lastEn]: `${marks.silent}${random.below(9)}` }), origin_time: updated_at }
    await client.call(profiles.update, { params, body })
  }
  const writers = [
    () => client.call(profileActivities.note, { params, body: { text: `โทร ${phone}` } }),
    () => client.call(profileActivities.create, { params, body: { activity_type_id: stage.type, fields: [] } }),
    () => client.call(profiles.setLabels, { params, body: { label_ids: random.chance(0.5) ? [stage.label] : [] } }),
    () => {
      const operation = random.chance(0.5) ? ('granted' as const) : ('withdrawn' as const)
      const body = {
        profile_id: made.id,
        purpose_id: stage.purpose,
        operation,
        way: 'phone',
        note: `แจ้งทาง ${phone}`,
      } as const
      return client.call(consents.record, { body })
    },
    edit,
    () =>
      client.call(profileDuplicates.merge, { params: { id: String(pair.id) }, body: { keep: made.id, fields: [] } }),
  ]
  const busy = writers.map(async (write) => {
    while (!over) await tried(write)
  })
  const running = random.chance(0.5) ? ready.run() : sleep(random.below(60)).then(ready.run)
  const kill =
    victim &&
    sleep(random.below(600)).then(() => {
      killed = true
      return scene.kill(victim)
    })
  const job = await begun(client, made.id, outcome)
  await kill
  if (job !== undefined) await client.jobEnded(job)
  await running
  over = true
  await Promise.all(busy)
  // Retries rejected runs: the import no longer finds the person.
  await ready.run()
  return outcome
}

/** A file with the person that waits for its run, which may be refused: then answers without one. */
async function preparedImport(client: RuamClient, { n, folder }: Round, person: string[]) {
  const path = join(folder, `round-${n}.csv`)
  await writeFile(
    path,
    `ชื่อ,นามสกุล,เบอร์โทร,อีเมล\n${person.join()}\nคนอื่น,รายที่ ${n},08${20_000_000 + n},other${n}@example.com\n`,
  )
  const id = await client.upload(path, `แฟ้มของ ${person[2]}`)
  await client.loaded(id)
  await client.map(id, [field.phone])
  const params = { id: String(id) }
  const { run_id: dry } = await client.call(importRun.dryRun, { params })
  await client.ended(id, dry)
  let done = false
  return {
    async run() {
      if (done) return
      try {
        const { run_id } = await client.call(importRun.run, { params, body: { run_id: dry } })
        await client.ended(id, run_id)
        done = true
      } catch (error) {
        // Refused while an erasure works, or the server is away.
        if (/answered 5\d\d/.test((error as Error).message)) throw error
      }
    },
  }
}

/** Asks for the erasure until it may begin, and answers its job; undefined when it was begun and the answer was lost. */
async function begun(client: RuamClient, id: number, outcome: Outcome): Promise<number | undefined> {
  for (;;) {
    try {
      const sent = { params: { id: String(id) }, body: { confirm: true as const } }
      return (await client.call(profileErasure.erase, sent)).job_id
    } catch (error) {
      const { message } = error as Error
      if (/answered 404/.test(message)) return undefined
      if (/"error_code":61/.test(message)) outcome.refused++
      await sleep(50)
    }
  }
}
