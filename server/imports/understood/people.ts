/** Person of a row, as its keys and names tell. */
export interface Who {
  /** Texts of the keys with a value, the deciding one first. */
  keys: string[]
  /** Their places among the mapping's keys. */
  usable: number[]
  keyText: string
  name: string
  contact: string
}

/** Counts customers by the values of their keys: rows that share one are one person. */
export class People {
  readonly #parents: number[] = []
  readonly #byKey = new Map<string, number>()
  readonly #names = new Map<number, string>()
  #count = 0
  /** False once a key is shared by different names, or two keys had to be joined. */
  exact = true

  get count(): number {
    return this.#count
  }

  /** Adds a row with the values of its keys, the deciding one first. Without any it is nobody. */
  add(keys: readonly string[], name: string): void {
    const met = new Set<number>()
    for (const key of keys) {
      const known = this.#byKey.get(key)
      if (known !== undefined) met.add(this.#rootOf(known))
    }
    const [first, ...others] = met
    const root = first ?? this.#parents.push(this.#parents.length) - 1
    if (first === undefined) this.#count++
    for (const other of others) {
      this.#parents[other] = root
      this.#count--
      this.exact = false
    }
    for (const key of keys) this.#byKey.set(key, root)
    const before = this.#names.get(root)
    if (before === undefined) this.#names.set(root, name)
    else if (name !== '' && before !== '' && before !== name) this.exact = false
  }

  #rootOf(place: number): number {
    let root = place
    while (this.#parents[root] !== root) root = this.#parents[root]!
    this.#parents[place] = root
    return root
  }
}
