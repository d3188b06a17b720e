import { type Random, randomOf } from '../../app/sample/random.ts'
import {
  Comparer,
  type Found,
  type Measures,
  type OpenPair,
  type OpenPairRow,
  STEP_LINKED,
} from '../../customers/duplicates/comparer.ts'
import { mergeBlock, type StoredBlock, slotOf, type WrittenBlock } from '../../customers/duplicates/key-block.ts'

// What a scan reads and writes, without a database: profiles by id with the version of their row, blocks of keys, and open pairs.

type Row = [id: number, stamp: number, ...(string | null | object)[]]

const given = ['ญาดา', 'มานะ', 'ปิติ', 'ชูใจ', 'วีระ', 'สมชาย', 'สมศักดิ์', 'มาลี', 'Malee', 'Yada']
const family = ['ศรีสุข', 'ศรีสุก', 'ใจดี', 'รักเรียน', 'พรหมมา', 'อินทรสุวรรณ', 'ใจงาม', 'Promma', 'แก้วมณี', 'สุขใจ']
const pad = (number: number, digits: number) => String(number).padStart(digits, '0')

const storedOf = (block: WrittenBlock): StoredBlock => ({ ...block, stamps: `{${block.stamps.join()}}` })

export class StoreInMemory {
  readonly people = new Map<number, Row>()
  blocks = new Map<number, WrittenBlock>()
  pairs = new Map<string, OpenPair & { reasons: string[] }>()
  readonly #random: Random
  readonly #measures: Measures
  #stamp = 0
  #pair = 0

  constructor(seed: number, people: number) {
    this.#random = randomOf(seed)
    for (let n = 0; n < people; n++) this.#add(3 * n + 1)
    this.#measures = new Comparer().measure(this.#rows([...this.people.keys()]), [], people)
  }

  #add(id: number): void {
    const random = this.#random
    const people = Math.max(60, this.people.size)
    const phone = random.chance(0.4) ? random.between(0, people / 50) : 1000 + random.between(0, people)
    const born = `19${random.between(70, 79)}-${pad(random.between(1, 9), 2)}-${pad(random.between(1, 20), 2)}`
    const [line, mail] = [
      random.chance(0.02) ? `U${random.between(0, 5)}` : null,
      random.chance(0.2) ? `p${random.between(0, people / 3)}@example.com` : null,
    ]
    const last = random.pick(family) + (random.chance(0.5) ? random.pick(family) : '')
    const values = [random.pick(given), random.chance(0.9) ? last : null, null, null, random.chance(0.7) ? born : null]
    const contacts = [random.chance(0.8) ? `+6681${pad(phone, 7)}` : null, mail, null, line, null, null, null]
    this.people.set(id, [id, ++this.#stamp, ...values, ...contacts, {}])
  }

  #rows = (ids: readonly number[]) =>
    JSON.stringify(ids.flatMap((id) => (this.people.has(id) ? [this.people.get(id)!] : [])))

  /** Adds, changes, removes or erases a profile. */
  change(): void {
    const ids = [...this.people.keys()]
    const id = this.#random.pick(ids)
    const act = this.#random.pick(['change', 'change', 'add', 'remove', 'erase'])
    if (act === 'change') this.#add(id)
    if (act === 'add') this.#add(3 * this.#random.between(1, 2000))
    if (act === 'remove' || act === 'erase') this.people.delete(id)
    if (act === 'erase') this.#forget(id)
  }

  #forget(id: number): void {
    const block = this.blocks.get(slotOf(id))
    if (!block) return
    const left = mergeBlock(block.slot, storedOf(block), [], new Set([id]))
    if (left.ids.length > 0) this.blocks.set(left.slot, left)
    else this.blocks.delete(left.slot)
  }

  /** Looks through what has changed. `stop`: dies after so many steps. */
  scan(stop = Number.POSITIVE_INFINITY): void {
    let steps = 0
    const dies = () => ++steps > stop
    const comparer = new Comparer()
    comparer.begin(this.#measures)
    const kept = new Map(
      [...this.blocks.values()].flatMap(({ ids, stamps }) => ids.map((id, at) => [id, stamps[at]!] as const)),
    )
    const changed = [...this.people.values()].filter(([id, stamp]) => kept.get(id) !== stamp)
    const gone = [...kept.keys()].filter((id) => !this.people.has(id))
    for (const slot of new Set([...changed.map(([id]) => id), ...gone].map(slotOf))) {
      const block = this.blocks.get(slot)
      const stored = block ? [storedOf(block)] : []
      const some = changed.filter(([id]) => slotOf(id) === slot)
      for (const written of comparer.rekey(JSON.stringify(some), gone, stored))
        if (written.ids.length > 0) this.blocks.set(slot, written)
        else this.blocks.delete(slot)
      if (dies()) return
    }
    comparer.load(
      [...this.blocks.values()].sort((a, b) => a.slot - b.slot),
      true,
    )
    comparer.group(this.#openRows())
    for (let after: number | null = 0; after !== null; ) {
      const next: ReturnType<Comparer['next']> = comparer.next(after)
      const names = next.names.map((id) => this.people.get(id)!.slice(0, 6).toSpliced(1, 1))
      this.#write(comparer.compare(this.#rows(comparer.filter(JSON.stringify(names)))))
      after = next.last
      if (dies()) return
    }
    const outdated = comparer.link(this.#openRows())
    const linked: { found: Found[]; outdated: number[] } = { found: [], outdated }
    for (let from = 0, ids = comparer.linkedPeople(0); ids.length > 0; ids = comparer.linkedPeople(from)) {
      const { found, outdated } = comparer.compareLinked(from, this.#rows(ids))
      linked.found.push(...found)
      linked.outdated.push(...outdated)
      from += STEP_LINKED
    }
    this.#write(linked)
    for (const { slot, seen } of comparer.end().marks) this.blocks.get(slot)!.seen = seen
  }

  #open = () => [...this.pairs.values()].sort((a, b) => a.low_id - b.low_id || a.high_id - b.high_id)

  #openRows = () =>
    JSON.stringify(
      this.#open().map(({ id, low_id, high_id, score, linked }): OpenPairRow => [id, low_id, high_id, score, linked]),
    )

  #write({ found, outdated }: { found: Found[]; outdated: number[] }): void {
    for (const [name, { id }] of this.pairs) if (outdated.includes(id)) this.pairs.delete(name)
    for (const { low_id, high_id, score, reasons } of found) {
      const name = `${low_id} ${high_id}`
      const id = this.pairs.get(name)?.id ?? ++this.#pair
      this.pairs.set(name, {
        id,
        low_id,
        high_id,
        score: Math.fround(score),
        linked: reasons.includes('linked'),
        reasons,
      })
    }
  }

  /** Pairs as they are shown. */
  shown = () =>
    this.#open().map(({ low_id, high_id, score, reasons }) => `${low_id} ${high_id} ${score.toFixed(5)} ${reasons}`)

  /** Pairs of the same people when all are compared. */
  shownFromScratch(): string[] {
    const { blocks, pairs } = this
    Object.assign(this, { blocks: new Map(), pairs: new Map() })
    this.scan()
    const shown = this.shown()
    Object.assign(this, { blocks, pairs })
    return shown
  }
}
