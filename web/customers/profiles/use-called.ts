import { useWords } from '../../data/text.ts'
import { shortName } from '../../ui/short-name.ts'
import { text } from './text.ts'
import { nameOf, type ProfileRow } from './values.ts'

/** What a customer is called within a sentence: the name, or the number of the profile where there is none. */
export function useCalled() {
  const t = useWords(text)
  return (profile: Pick<ProfileRow, 'id' | 'fields'>): string =>
    shortName(nameOf(profile)) || t.customer({ id: String(profile.id) })
}
