/** How a finder compares characters. */
interface Folding {
  /** Characters of a text that are equal to a character of a needle. */
  forms(character: string): readonly string[]
  /** Characters of a text that are passed over. */
  skipped: string
}

/** Finds which needles are in a text. Returns null if none is. */
type Finder = (text: string) => ReadonlySet<number> | null

const SKIPPED = 0xffff
/** Class of characters that are in no needle. */
const OTHER = 0

/**
 * Returns an Aho-Corasick automaton, which reads a text once for any number of needles. In SQL each needle would be a comparison of its own:
 * a list of 100 people has about 600.
 */
export function finderOf(needles: readonly string[], { forms, skipped }: Folding): Finder {
  if (needles.length === 0) return () => null
  const classOf = new Map<string, number>()
  for (const needle of needles)
    for (const unit of needle.split('')) classOf.set(unit, classOf.get(unit) ?? classOf.size + 1)
  const classes = new Uint16Array(65_536).fill(OTHER)
  for (const character of skipped) classes[character.charCodeAt(0)] = SKIPPED
  for (const [unit, place] of classOf) for (const form of forms(unit)) classes[form.charCodeAt(0)] = place
  const width = classOf.size + 1
  const states = 1 + needles.reduce((sum, { length }) => sum + length, 0)
  const next = new Int32Array(states * width)
  const ends: number[][] = [[]]
  for (const [no, needle] of needles.entries()) {
    let state = 0
    for (const unit of needle.split('')) {
      const edge = state * width + classOf.get(unit)!
      if (next[edge] === 0) next[edge] = ends.push([]) - 1
      state = next[edge]!
    }
    ends[state]!.push(no)
  }
  linkFailures(next, ends, width)
  return (text) => {
    let found: Set<number> | null = null
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const place = classes[text.charCodeAt(at)]!
      if (place === SKIPPED) continue
      state = next[state * width + place]!
      if (ends[state]!.length === 0) continue
      found ??= new Set()
      for (const no of ends[state]!) found.add(no)
    }
    return found
  }
}

/** Makes the trie total: a missing edge leads to where the longest suffix that is in the trie would lead. */
function linkFailures(next: Int32Array, ends: number[][], width: number): void {
  const failure = new Int32Array(ends.length)
  const queue: number[] = []
  for (let place = 1; place < width; place++) if (next[place] !== 0) queue.push(next[place]!)
  for (const state of queue) {
    const back = failure[state]!
    ends[state]!.push(...ends[back]!)
    for (let place = 1; place < width; place++) {
      const edge = state * width + place
      const beyond = next[back * width + place]!
      if (next[edge] === 0) next[edge] = beyond
      else {
        failure[next[edge]!] = beyond
        queue.push(next[edge]!)
      }
    }
  }
}
