/** Tells whether a name matches a pattern with `*` for any letters and `?` for one. In linear time per star, whatever the pattern. */
export function matchesPattern(pattern: string, name: string): boolean {
  const wanted = [...pattern.normalize('NFC').toLowerCase()]
  const letters = [...name.normalize('NFC').toLowerCase()]
  let at = 0
  let star = -1
  let retry = 0
  for (let index = 0; index < letters.length; ) {
    const sign = wanted[at]
    if (sign === '*') {
      star = at++
      retry = index
    } else if (sign === '?' || (sign !== undefined && sign === letters[index])) {
      at++
      index++
    } else if (star >= 0) {
      // The star takes one letter more.
      at = star + 1
      index = ++retry
    } else return false
  }
  while (wanted[at] === '*') at++
  return at === wanted.length
}
