import { truncate } from '../data/format.ts'

/** Maximum letters of a name within a sentence. */
const NAME_IN_SENTENCE = 60

/** A name within a sentence, which a very long one would push out of sight. No letter loses its vowel or its tone. */
export const shortName = (name: string): string => truncate(name, NAME_IN_SENTENCE)
