// Writers of every kind of change: ten programs, and staff who merge, restore and import.

import { setTimeout as sleep } from 'node:timers/promises'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { type Random, randomOf } from '../../tools/random.ts'
import type { ChangeScene } from './change-scene.ts'
import type { RuamClient } from './ruam-client.ts'

export const WRITERS = 10
/** Customers of a request with several. */
const BATCH = 20
/** First names, of which segments choose some. */
export const names = ['มะลิ', 'จำปี', 'แก้ว', 'ใบตอง', 'สายฝน']
/** Milliseconds after a request that was refused for its pace. */
const PACE_MS = 200

interface Writing extends Pick<ChangeScene, 'scene' | 'storeId' | 'keys' | 'labels' | 'purpose' | 'type'> {
  staff(): RuamClient
  /** Phones of each writer: few, so that most are written again. */
  phones: number
  /** Ids of customers from here on may be written. */
  firstId: number
}

/** Runs the writers until `isOver`, each at least once through all acts. */
export async function writeChanges(writing: Writing, seed: number, isOver: () => boolean): Promise<void> {
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, n) => {
      const acts = actsOf(writing, n, randomOf(seed * 100 + n))
      do for (const act of acts) await act()
      while (!isOver())
    }),
  )
}

/** Acts of one writer. A refusal is part of the play: others hold, merge or delete the same customers. */
function actsOf(writing: Writing, writer: number, random: Random): (() => Promise<unknown>)[] {
  const { scene, storeId, keys, staff, labels, purpose, type, phones, firstId } = writing
  const send = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
    const reply = await fetch(`${scene.address}/open-api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${keys[writer]}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (reply.status === 400 || reply.status === 422) throw new Error(`${path}: ${text}`)
    if (reply.status === 429) await sleep(PACE_MS)
  }
  const phone = () => `06${writer}1${String(random.below(phones)).padStart(6, '0')}`
  const values = () => ({ phone: phone(), firstName: random.pick(names) })
  /** Customers who exist, from a random one on. */
  const some = async (count: number) => {
    const rows = await scene.ask<{ id: number }>(
      `select id from profile where store_id = $1 and merged_into is null
         and id >= $2::bigint + floor($3::float8 * greatest((select max(id) from profile where store_id = $1) - $2, 1)) order by id limit $4`,
      [storeId, firstId, random.next(), count],
    )
    return rows.map(({ id }) => id)
  }
  const withOne = (work: (id: number) => Promise<unknown>) => async () => {
    const [id] = await some(1)
    if (id !== undefined) await work(id)
  }
  const items = <T>(item: () => T) => ({ items: Array.from({ length: BATCH }, item) })
  const label = () => random.pick(labels)
  return [
    () =>
      send(
        'POST',
        'profiles/batch',
        items(() => ({ values: values() })),
      ),
    async () => {
      const ids = await some(2 * BATCH)
      await send('POST', `labels/${label()}/profiles`, { add: ids.slice(0, BATCH), remove: ids.slice(BATCH) })
    },
    withOne((id) => send('DELETE', `profiles/${id}`)),
    () => send('POST', 'profiles', { values: values() }),
    withOne((id) => {
      const operation = random.pick(['granted', 'withdrawn'])
      return send('POST', `profiles/${id}/consents`, { purpose_id: purpose, operation, evidence: 'แบบฟอร์ม' })
    }),
    () =>
      send(
        'POST',
        'activities/batch',
        items(() => ({ type, at: '2026-02-01T10:00:00Z', profile: { values: { phone: phone() } } })),
      ),
    withOne((id) => send('POST', `profiles/${id}/labels`, { label_ids: [label()] })),
    withOne((id) => send('DELETE', `profiles/${id}/labels/${label()}`)),
    withOne((id) =>
      staff()
        .call(profiles.restore, { params: { id: String(id) } })
        .catch(() => {}),
    ),
    async () => {
      const [keep, gone] = await some(2)
      if (gone !== undefined) await merge(staff(), keep!, gone, random.chance(0.3)).catch(() => {})
    },
  ]
}

async function merge(client: RuamClient, keep: number, gone: number, isUndone: boolean): Promise<void> {
  const { id } = await client.call(profileDuplicates.create, { body: { profile_ids: [keep, gone] } })
  const body = { keep, fields: [] }
  const { merge_id } = await client.call(profileDuplicates.merge, { params: { id: String(id) }, body })
  if (isUndone) await client.call(profileDuplicates.undoMerge, { params: { id: String(merge_id) } })
}
