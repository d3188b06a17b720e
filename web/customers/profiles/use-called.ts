import { useWords } from '../../data/text.ts'
import { shortName } from '../../ui/short-name.ts'
import { text } from './text.ts'
import { fieldNameOf, type ListedProfile } from './values.ts'

/** Name of a customer within a sentence, or the number without one. */
export function useCalled() {
  const t = useWords(text)
  return (profile: Pick<ListedProfile, 'id' | 'fields'>): string =>
    shortName(fieldNameOf(profile)) || t.customer({ id: String(profile.id) })
}
