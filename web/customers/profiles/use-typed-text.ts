import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { genders } from './field-text.ts'
import { text } from './text.ts'
import type { ProfileField } from './values.ts'

/** Displays what stands in an input as people read it: choices by their words, anything else as it was typed. */
export function useTypedText() {
  const t = useWords(text)
  const format = useFormat()
  return ({ name, dataType }: Pick<ProfileField, 'name' | 'dataType'>, typed: string): string => {
    if (dataType === 'Boolean' && (typed === 'true' || typed === 'false')) return format.boolean(typed === 'true')
    const gender = name === 'gender' && genders.find((one) => one === typed)
    return gender ? t[gender] : typed
  }
}
