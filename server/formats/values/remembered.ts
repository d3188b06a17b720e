/** Texts whose result a reader keeps: names, titles and words come again from row to row. */
const MOST = 4096

/** Returns a pure function of a text that keeps its last results. */
export function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined || results.has(text)) return known as Result
    const result = read(text)
    if (results.size === MOST) results.clear()
    results.set(text, result)
    return result
  }
}
