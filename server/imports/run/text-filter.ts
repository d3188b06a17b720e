/** A set of texts that may say yes to a text it does not have, in memory that does not grow (a Bloom filter). */
export interface TextFilter {
  add(text: string): void
  mayHave(text: string): boolean
}

/** 2 MB: one wrong yes in a hundred at a million texts. */
const BITS = 2 ** 24

export function createTextFilter(): TextFilter {
  const words = new Uint32Array(BITS / 32)
  const isSet = (place: number) => (words[place >>> 5]! & (1 << (place & 31))) !== 0
  const set = (place: number) => {
    words[place >>> 5]! |= 1 << (place & 31)
  }
  return {
    add(text) {
      const hash = hashOf(text)
      set(hash % BITS)
      set(secondOf(hash) % BITS)
    },
    mayHave(text) {
      const hash = hashOf(text)
      return isSet(hash % BITS) && isSet(secondOf(hash) % BITS)
    },
  }
}

/** FNV-1a over the UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return hash >>> 0
}

const secondOf = (hash: number) => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
