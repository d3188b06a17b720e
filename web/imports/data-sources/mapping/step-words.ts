import { createContext, useContext, useMemo } from 'react'
import { usePreferences } from '../../../data/preferences.ts'
import type { Language } from '../../../data/text.ts'

interface AnyText {
  in(language: Language): object
}

/** Words that replace those of files, by the text that they replace. */
export type StepWords = ReadonlyMap<AnyText, AnyText>

/** Words of the mapping step where no file is mapped. */
export const StepWordsContext = createContext<StepWords>(new Map())

/** The words of the mapping step in the person's language, for what is mapped. */
export function useStepWords<T extends AnyText>(text: T): ReturnType<T['in']> {
  const { language } = usePreferences()
  const other = useContext(StepWordsContext).get(text)
  return useMemo(() => ({ ...text.in(language), ...other?.in(language) }), [text, other, language]) as ReturnType<
    T['in']
  >
}
