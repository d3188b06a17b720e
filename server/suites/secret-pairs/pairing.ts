// Two answers are equal when the same text is left after times, random words and numbers of rows are taken out. Numbers of rows are drawn from
// sequences that all stores share, so that a gap tells nothing; each number of one world goes with one number of the other, for the whole
// life of both. Sequences are raised above FIRST_ID before the first row, so that no count and no secret value looks like an id.

/** First number that a row may have; ids have seven digits. Secret numbers and phones have more. */
export const FIRST_ID = 5_000_000

/** Ids; times, secrets, uuids, coupons, names of runs, cursors and durations, which are only there or not. */
const parts = new RegExp(
  [
    // Before ids, with which one may begin.
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
    // Coupons of LINE.
    /\b[0-9A-F]{26}\b/,
    // Rows, and accounts of LINE.
    /(?<id>(?<![\d.])(?:[5-8]\d{6}|3\d{9})(?!\d))/,
    /20[2-9]\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?/,
    /(?<=ruamt?_\d*_?)[A-Za-z0-9_-]{16,}/,
    /(?<=whsec_)[A-Za-z0-9+/=]+/,
    /(?<=run_\d+_\d+_)\d{13}_[a-z0-9]{8}/,
    /(?<="next_cursor":")[^"]*(?=")/,
    /(?<![\w-]|\d-)[A-Za-z0-9_-]{43}(?![\w-])|(?<=\d-)[A-Za-z0-9_-]{43}(?![\w-])/,
    /(?<=\/webhook\/line\/)[\w-]+|(?<=link-)[a-z0-9]{8}/,
    /(?<="(?:secret_end|page_id|channel_id)":")[^"]*(?=")/,
    /(?<="(?:eta|latency_ms|milliseconds|ms|duration_ms)":)[\d.]+/,
    // Mark of a store in its exported files.
    /(?<=\[)[0-9a-f]{6}(?=\])/,
    /person\d+\.\d+@example\.com/,
    /role \d+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Which number of one world goes with which of the other. */
export class Pairing {
  #right = new Map<string, string>()
  #left = new Map<string, string>()

  /** True if both may stand for the same row; from then on they do. */
  #join(a: string, b: string): boolean {
    const [right, left] = [this.#right.get(a), this.#left.get(b)]
    if (right === undefined && left === undefined) {
      this.#right.set(a, b)
      this.#left.set(b, a)
    }
    return (right ?? b) === b && (left ?? a) === a
  }

  /** Notes rows that the set-up has made in both worlds. */
  add(a: number | string, b: number | string): void {
    if (!this.#join(String(a), String(b))) throw new Error(`${a} and ${b} are paired with others already.`)
  }

  /** True if two texts differ in nothing but times, random words and the numbers of the same rows. */
  isSame(a: string, b: string): boolean {
    const [left, right] = [cut(a), cut(b)]
    return left.rest === right.rest && left.ids.every((id, place) => this.#join(id, right.ids[place]!))
  }

  /** Both texts around the place where they part, or the numbers that do not go together. */
  difference(a: string, b: string): [string, string] {
    const [left, right] = [cut(a), cut(b)]
    let at = 0
    while (at < left.rest.length && left.rest[at] === right.rest[at]) at++
    const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 200), at + 200))
    if (left.rest !== right.rest) return [around(left.rest), around(right.rest)]
    const place = left.ids.findIndex((id, n) => !this.#join(id, right.ids[n]!))
    return [`row ${left.ids[place]}`, `row ${right.ids[place]}, not ${this.#right.get(left.ids[place]!)}`]
  }
}

function cut(text: string): { rest: string; ids: string[] } {
  const ids: string[] = []
  const rest = text.replace(parts, (...found: unknown[]) => {
    const { id } = found.at(-1) as { id?: string }
    if (id === undefined) return '~'
    ids.push(id)
    return '#'
  })
  return { rest, ids }
}
