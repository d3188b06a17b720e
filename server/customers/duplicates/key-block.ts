/** Keys of the profiles of one slot, packed: about 50 bytes a person. */
export interface KeyBlock {
  slot: number
  keys: Uint8Array
  /** Class of each key's holders (see key-groups.ts) at the last comparison; 0 before the first one. */
  seen: Uint8Array
}

/** A block as it is stored. */
export interface StoredBlock extends KeyBlock {
  /** Text of an array. */
  stamps: string
}

/** A block as it is written, with the profiles and the versions of their rows that were read. */
export interface WrittenBlock extends KeyBlock {
  ids: number[]
  stamps: number[]
}

/** A profile's keys as a scan has read them. */
export interface KeyedPerson {
  id: number
  /** Transaction that wrote the row. */
  stamp: number
  keys: readonly number[]
  seen?: Uint8Array
}

/** Profile ids of one slot. */
const SLOT_IDS = 1024
export const slotOf = (id: number) => Math.floor(id / SLOT_IDS)
export const firstOfSlot = (slot: number) => slot * SLOT_IDS

/** Packs people of one slot, in the order of their ids: their number, offsets of ids, numbers of keys, then all keys. */
function packBlock(slot: number, people: readonly KeyedPerson[]): WrittenBlock {
  const total = people.reduce((sum, { keys }) => sum + keys.length, 0)
  const packed = Buffer.alloc(2 + 3 * people.length + 4 * total)
  const seen = new Uint8Array(total)
  packed.writeUInt16LE(people.length, 0)
  let at = 0
  for (const [place, person] of people.entries()) {
    packed.writeUInt16LE(person.id - firstOfSlot(slot), 2 + 2 * place)
    packed.writeUInt8(person.keys.length, 2 + 2 * people.length + place)
    if (person.seen) seen.set(person.seen, at)
    for (const key of person.keys) packed.writeInt32LE(key, 2 + 3 * people.length + 4 * at++)
  }
  const [ids, stamps] = [people.map(({ id }) => id), people.map(({ stamp }) => stamp)]
  return { slot, keys: packed, seen, ids, stamps }
}

/** Views of a packed block: `ends` holds for each person the end of their keys in `keys`. */
export function unpackBlock({ slot, keys: packed }: Pick<KeyBlock, 'slot' | 'keys'>) {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const count = view.getUint16(0, true)
  const [ids, ends] = [new Float64Array(count), new Int32Array(count)]
  let end = 0
  for (let place = 0; place < count; place++) {
    ids[place] = firstOfSlot(slot) + view.getUint16(2 + 2 * place, true)
    end += view.getUint8(2 + 2 * count + place)
    ends[place] = end
  }
  // Copied, because keys are aligned to four bytes.
  const keys = new Int32Array(new Uint8Array(packed.subarray(2 + 3 * count)).buffer)
  return { ids, ends, keys }
}

/** Replaces people of a block and takes others out. */
export function mergeBlock(
  slot: number,
  stored: StoredBlock | undefined,
  changed: readonly KeyedPerson[],
  gone: ReadonlySet<number>,
): WrittenBlock {
  const people = new Map<number, KeyedPerson>()
  if (stored) {
    const { ids, ends, keys } = unpackBlock(stored)
    const stamps = JSON.parse(`[${stored.stamps.slice(1, -1)}]`) as number[]
    for (const [place, id] of ids.entries()) {
      const span = [place === 0 ? 0 : ends[place - 1]!, ends[place]!] as const
      const seen = stored.seen.subarray(...span)
      if (!gone.has(id)) people.set(id, { id, stamp: stamps[place]!, keys: [...keys.subarray(...span)], seen })
    }
  }
  for (const person of changed) people.set(person.id, person)
  return packBlock(
    slot,
    [...people.values()].sort((a, b) => a.id - b.id),
  )
}
