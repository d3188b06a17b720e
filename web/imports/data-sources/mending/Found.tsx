import type { Search } from './FindAndReplace.tsx'

/** A text with the parts marked that a search finds. */
export function Found({ text, search: { find, whole } }: { text: string; search: Search }) {
  const sought = find.toLowerCase()
  if (whole || sought === '') return <mark>{text}</mark>
  const lower = text.toLowerCase()
  const parts = []
  let at = 0
  for (let next = lower.indexOf(sought); next >= 0; next = lower.indexOf(sought, at)) {
    parts.push(text.slice(at, next), <mark key={next}>{text.slice(next, next + sought.length)}</mark>)
    at = next + sought.length
  }
  return [...parts, text.slice(at)]
}
