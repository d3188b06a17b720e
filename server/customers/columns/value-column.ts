import { type Bits, noBits } from './bits.ts'

/** Maximum different values of a column. Tests are evaluated once for each of them, and each takes about 100 bytes. */
export const MAX_VALUES = 100_000

/** A field of all profiles as codes of its distinct values, which are JSON texts; '' is no value. */
export class ValueColumn {
  /** Changes when the field's values are rewritten without a change of profiles. */
  readonly version: string
  codes = new Uint32Array(0)
  readonly values: string[] = ['']
  /** Ranks of `values` in the order of lists; outdated if they are fewer. */
  ranks?: Uint32Array
  readonly #codeOf = new Map<string, number>([['', 0]])
  /** Results of tests by code, for as many values as there were. */
  readonly #tests = new Map<string, Uint8Array>()

  constructor(version: string) {
    this.version = version
  }

  code(value: string): number {
    const known = this.#codeOf.get(value)
    if (known !== undefined) return known
    const code = this.values.push(value) - 1
    this.#codeOf.set(value, code)
    return code
  }

  /** Known results of a test, the first of `values`. */
  resultsOf(test: string): Uint8Array {
    return this.#tests.get(test) ?? new Uint8Array(0)
  }

  keepResults(test: string, results: Uint8Array): void {
    // Few tests are repeated: those of a rule that is being edited, and of views.
    if (this.#tests.size >= MOST_TESTS && !this.#tests.has(test)) this.#tests.delete(this.#tests.keys().next().value!)
    this.#tests.set(test, results)
  }

  /** Profiles whose value has the result 1. */
  bitsOf(results: Uint8Array, size: number): Bits {
    const bits = noBits(size)
    const { codes } = this
    for (let start = 0, n = 0; start < size; start += 32, n++) {
      const end = Math.min(32, size - start)
      let word = 0
      for (let bit = 0; bit < end; bit++) word |= results[codes[start + bit]!]! << bit
      bits[n] = word
    }
    return bits
  }
}

const MOST_TESTS = 50
