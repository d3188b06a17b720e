/** Results of each of two generations: a file of 100,000 people has some 5,000 surnames, and reading a name takes 2 us. */
const MOST = 6000

/**
 * Returns a pure function of a text that keeps its last results: names, titles and words come again from row to row. Results of the older
 * generation that nothing has asked for are dropped.
 */
export function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  let results = new Map<string, Result>()
  let older: ReadonlyMap<string, Result> = new Map()
  // Fields that share a cell read it one after another: the same string again needs no hash.
  let lastText: string | undefined
  let last: Result

  const remember = (text: string): Result => {
    const known = results.get(text)
    if (known !== undefined || results.has(text)) return known as Result
    const result = older.has(text) ? (older.get(text) as Result) : read(text)
    if (results.size === MOST) {
      older = results
      results = new Map()
    }
    results.set(text, result)
    return result
  }
  return (text) => {
    if (text === lastText) return last
    last = remember(text)
    lastText = text
    return last
  }
}
