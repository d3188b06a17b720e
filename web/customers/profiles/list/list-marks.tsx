import type { ReactNode } from 'react'
import { HighlightedText } from '../Marked.tsx'
import { type Match, type MatchedPart, matchedPartsOf, matchesIn, searchedIn } from '../matched.ts'
import type { ListedProfile, ProfileListField } from '../values.ts'
import styles from './ProfileList.module.css'

/** Search matches of cells. */
export interface Marks {
  /** A value with what was found in it. */
  value: (field: ProfileListField, text: string) => ReactNode
  /** A name made of several values. */
  name: (text: string) => ReactNode
  /** Match outside of visible columns; undefined if the row shows all. */
  beside: (profile: ListedProfile, isShown: (field: ProfileListField) => boolean) => ReactNode
}

interface Said {
  say: (field: ProfileListField) => string
  /** Before the name of a field. */
  foundIn: (field: string) => string
  /** An additional phone or e-mail of a customer. */
  elsewhere: string
}

/** Letters that stand before what was found in a long text. */
const BEFORE = 24

/** A text from shortly before what was found in it. */
function fromFound({ text, parts }: Pick<Match, 'text' | 'parts'>): { text: string; parts: MatchedPart[] } {
  const cut = Math.max(0, (parts[0]?.[0] ?? 0) - BEFORE)
  // Not between a letter and its vowel or tone.
  const from = cut === 0 ? 0 : cut + text.slice(cut).search(/(?!\p{M})./u)
  if (from === 0) return { text, parts }
  return { text: `…${text.slice(from)}`, parts: parts.map(([a, b]) => [a - from + 1, b - from + 1]) }
}

/** Returns marks for the matches of a keyword. */
export function marksOf(keyword: string, { say, foundIn, elsewhere }: Said): Marks {
  const words = keyword.trim().split(/\s+/)
  return {
    value(field, text) {
      const by = searchedIn(field)
      return by ? <HighlightedText text={text} parts={matchedPartsOf(text, keyword, by)} /> : text
    },
    name: (text) => <HighlightedText text={text} parts={matchedPartsOf(text, keyword, 'words')} />,
    beside(profile, isShown) {
      const found = matchesIn(profile, keyword, say)
      if (found.length === 0) return <span className={styles.found}>{elsewhere}</span>
      const shown = found.filter(({ field }) => isShown(field))
      // Each of several words may have been found in another field.
      const inSight = (word: string) =>
        shown.some(({ field, text }) => field.name === 'phone' || matchedPartsOf(text, word, 'words').length > 0)
      const missing = words.filter((word) => !inSight(word))
      if (shown.length > 0 && missing.length === 0) return undefined
      const hidden = found.find(
        ({ field, text }) =>
          !isShown(field) &&
          (shown.length === 0 || missing.some((word) => matchedPartsOf(text, word, 'words').length > 0)),
      )
      if (!hidden) return undefined
      return (
        <span className={styles.found}>
          {foundIn(hidden.field.displayName)} <HighlightedText {...fromFound(hidden)} />
        </span>
      )
    },
  }
}
