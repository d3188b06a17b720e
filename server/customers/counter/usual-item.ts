/** Purchases with the same item from which on it is called regular. */
const REGULAR = 3

/** Names of the items of a purchase, without their numbers: `ลาเต้ร้อน 1 · ครัวซองต์ x2`. */
const itemsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;·|\n]|\s\+\s/)
      .map((item) =>
        item
          .trim()
          .replace(/\s*(?:[x×*]\s*)?\d+\s*$/i, '')
          .trim(),
      )
      .filter(Boolean),
  ),
]

/** The item that most of these purchases have, if at least three do. */
export function usualItem(purchases: readonly string[]): { text: string; times: number; of: number } | null {
  const times = new Map<string, number>()
  for (const item of purchases.flatMap(itemsOf)) times.set(item, (times.get(item) ?? 0) + 1)
  // The newest purchase comes first, and wins among equals.
  const [most] = [...times].sort((a, b) => b[1] - a[1])
  return most && most[1] >= REGULAR ? { text: most[0], times: most[1], of: purchases.length } : null
}
