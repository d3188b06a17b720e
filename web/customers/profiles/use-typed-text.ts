import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { genderTexts } from './field-text.ts'
import { text } from './text.ts'
import type { ProfileListField } from './values.ts'

/** Displays what stands in an input as people read it: choices by their words, anything else as it was typed. */
export function useTypedText() {
  const t = useWords(text)
  const format = useFormat()
  return ({ name, dataType }: Pick<ProfileListField, 'name' | 'dataType'>, typed: string): string => {
    if (dataType === 'Boolean' && (typed === 'true' || typed === 'false')) return format.boolean(typed === 'true')
    const gender = name === 'gender' && genderTexts.find((one) => one === typed)
    return gender ? t[gender] : typed
  }
}
