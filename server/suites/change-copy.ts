// The copy that a receiver of webhooks has, from the file of its process, compared with the database.
import { open } from 'node:fs/promises'
import type { ReadRows } from './crash-count.ts'

/** An event of the stream, or as it arrived. */
export interface Event {
  id: string
  type: string
  at: string
  profile_id?: number
  fields?: string[]
  label_id?: number
  segment_id?: number
  activity_id?: number
  merged_into?: number
  purpose_id?: number
  status?: string
}

export interface Arrived extends Event {
  /** Milliseconds since 1970 at which the receiver had it. */
  received: number
}

/** Values of a customer as a program reads them. */
const STATE = `md5(concat_ws('|', first_name, last_name, phone, email, workplace)) as state`
const LIVE = 'store_id = $1 and deleted_at is null and merged_into is null'

/** A copy of a store that is kept by events alone: labels and segments from what they say, values by reading the customers that they name. */
export class ChangeCopy {
  /** Events in the order in which each first arrived. */
  readonly arrived: Arrived[] = []
  deliveries = 0
  readonly #seen = new Set<string>()
  readonly #states = new Map<number, string>()
  readonly #labels = new Map<number, Set<number>>()
  #offset = 0
  readonly #ask: ReadRows
  readonly #storeId: number
  readonly #file: string

  constructor(ask: ReadRows, storeId: number, file: string) {
    this.#ask = ask
    this.#storeId = storeId
    this.#file = file
  }

  /** Takes what the receiver has got since the last call. */
  async readOn(): Promise<void> {
    const lines = (await this.#readText()).split('\n')
    // The last line may be half written.
    this.#offset -= lines.pop()!.length
    const named = new Set<number>()
    for (const line of lines) {
      const [received, id] = line.split(' ', 2)
      const { type, timestamp, data } = JSON.parse(line.slice(received!.length + id!.length + 2)) as {
        type: string
        timestamp: string
        data: Omit<Event, 'id' | 'type' | 'at'>
      }
      this.deliveries++
      if (data.profile_id !== undefined) named.add(data.profile_id)
      if (this.#seen.has(id!)) continue
      this.#seen.add(id!)
      const event = { id: id!, type, at: timestamp, received: Number(received), ...data }
      this.arrived.push(event)
      this.#apply(event)
    }
    await this.#refresh([...named])
  }

  /** The rest of the file. Bodies have ids and names of fields alone: a character is a byte. */
  async #readText(): Promise<string> {
    const file = await open(this.#file, 'a+')
    try {
      const rest = Buffer.alloc((await file.stat()).size - this.#offset)
      const { bytesRead } = await file.read(rest, 0, rest.length, this.#offset)
      this.#offset += bytesRead
      return rest.toString('latin1', 0, bytesRead)
    } finally {
      await file.close()
    }
  }

  #apply({ type, profile_id = 0, label_id, segment_id }: Event): void {
    const labels = this.#labels.get(profile_id)
    if (type === 'profile.created') this.#labels.set(profile_id, new Set())
    if (type === 'profile.deleted' || type === 'profile.merged') this.#labels.delete(profile_id)
    if (type === 'label.added' || type === 'segment.entered') labels?.add(label_id ?? segment_id!)
    if (type === 'label.removed' || type === 'segment.left') labels?.delete(label_id ?? segment_id!)
  }

  async #refresh(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const rows = await this.#ask<{ id: number; state: string }>(
      `select id, ${STATE} from profile where ${LIVE} and id = any($2::bigint[])`,
      [this.#storeId, ids],
    )
    for (const id of ids) this.#states.delete(id)
    for (const { id, state } of rows) this.#states.set(id, state)
  }

  /** Returns how the copy differs from the database, in words. `before`: ids of customers who were there before the subscription. */
  async differences(before: readonly number[]): Promise<string[]> {
    const rows = await this.#ask<{ id: number; state: string; labels: number[] }>(
      `select id, ${STATE}, array(select label_id from profile_label l where l.store_id = p.store_id and l.profile_id = p.id
         and l.source <> 'manual_remove' order by 1) as labels
       from profile p where ${LIVE} and id <> all($2::bigint[]) order by id`,
      [this.#storeId, before],
    )
    const faults: string[] = []
    const live = new Set(rows.map(({ id }) => id))
    for (const { id, state, labels } of rows) {
      if (this.#states.get(id) !== state) faults.push(`customer ${id} has other values`)
      const copied = [...(this.#labels.get(id) ?? [])].toSorted((a, b) => a - b)
      if (String(copied) !== String(labels)) faults.push(`customer ${id} has labels ${labels}, not ${copied}`)
    }
    for (const id of this.#labels.keys()) if (!live.has(id)) faults.push(`customer ${id} is gone`)
    return faults
  }
}

/**
 * Returns what is wrong with the deliveries of a stream, in words: events that never arrived, and events of a customer out of order. An update may
 * be part of a later one that names its fields.
 */
export function deliveryFaults(stream: readonly Event[], arrived: readonly Event[]): string[] {
  const placeOf = new Map(arrived.map(({ id }, n) => [id, n]))
  const faults: string[] = []
  const known = new Set(stream.map(({ id }) => id))
  for (const { id, type } of arrived) if (!known.has(id)) faults.push(`${type} ${id} is not in the stream`)
  /** From the end: fields that a later update of the customer has named. */
  const named = new Map<number, Set<string>>()
  const fieldsOf = new Map(arrived.map(({ id, fields = [] }) => [id, fields]))
  for (const { id, type, profile_id = 0, fields = [] } of stream.toReversed()) {
    const later = named.get(profile_id)
    if (!placeOf.has(id) && !(type === 'profile.updated' && fields.every((field) => later?.has(field))))
      faults.push(`${type} of customer ${profile_id} never arrived`)
    if (type === 'profile.updated' && placeOf.has(id))
      named.set(profile_id, new Set([...(later ?? []), ...fieldsOf.get(id)!]))
  }
  const latest = new Map<number, number>()
  for (const { id, type, profile_id, merged_into } of stream) {
    const place = placeOf.get(id)
    if (place === undefined || profile_id === undefined) continue
    for (const customer of merged_into === undefined ? [profile_id] : [profile_id, merged_into]) {
      if (place < (latest.get(customer) ?? -1)) faults.push(`${type} of customer ${customer} came out of order`)
      latest.set(customer, Math.max(place, latest.get(customer) ?? -1))
    }
  }
  return faults
}
