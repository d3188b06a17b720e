import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { useEditable } from '../use-editable.ts'
import { listText } from './list-text.ts'

/** Permitted changes of the list's customers, and the import that blocks them. */
export function useListAccess(deleted: boolean) {
  const l = useWords(listText)
  const mayEdit = useMayCall(profiles.update)
  const mayDelete = useMayCall(profiles.delete)
  const mayCreate = useMayCall(profiles.create)
  const mayMerge = useMayOpen('profile-duplicate')
  const { locked, run } = useEditable(mayEdit || mayDelete || mayCreate)
  return { locked, run, why: locked ? l.locked : undefined, selects: !deleted && (mayEdit || mayDelete || mayMerge) }
}
