import { Fragment } from 'react'

/** Marks around a name within a sentence, which no text holds. */
const MARKS = ['\u{E000}', '\u{E001}'] as const

/** Marks a name, which `Sentence` sets apart. */
export const marked = (name: string) => `${MARKS[0]}${name}${MARKS[1]}`

/** The sentence without its marks, for labels and titles. */
export const plain = (sentence: string) => sentence.replace(/[\u{E000}\u{E001}]/gu, '')

/** A sentence with its marked names in bold. */
export function Sentence({ sentence }: { sentence: string }) {
  return sentence.split(/[\u{E000}\u{E001}]/u).map((text, place) => {
    const Tag = place % 2 === 1 ? 'strong' : Fragment
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence never changes its order
    return <Tag key={place}>{text}</Tag>
  })
}
