import { Fragment } from 'react'
import type { MatchedPart } from './matched.ts'

/** A text with the parts of it marked that a search has found. */
export function HighlightedText({ text, parts }: { text: string; parts: readonly MatchedPart[] }) {
  if (parts.length === 0) return text
  const ends = [0, ...parts.map(([, to]) => to)]
  return (
    <span>
      {parts.map(([from, to], place) => (
        <Fragment key={from}>
          {text.slice(ends[place], from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </span>
  )
}
