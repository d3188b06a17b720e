/** A text whose code stands in backticks. */
export function Inline({ text }: { text: string }) {
  const parts = text.split('`')
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
  return parts.map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part))
}
