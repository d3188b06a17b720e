import { people, type RemovedMember } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { call, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type PersonRow, personNameOf } from './person-row.ts'
import { text } from './text.ts'

export type RemovedPerson = Pick<PersonRow, 'id' | 'firstName' | 'lastName' | 'email'>

/** Removes a member after a question. One who saw API keys goes to `onKeys`, which asks what becomes of these. */
export function useRemoveMember<P extends RemovedPerson>(
  onKeys: (person: P, keys: RemovedMember['ended']) => void,
  onRemoved: () => void = () => {},
) {
  const t = useWords(text)
  const confirm = useConfirm()
  const remove = useWrite(people.remove, { refreshes: [roles.list] })
  return async (person: P) => {
    const keys = await call(people.keys, { params: { id: person.id } }).then(
      ({ data }) => data,
      () => [],
    )
    if (keys.length > 0) return onKeys(person, keys)
    const name = personNameOf(person)
    const question = { title: t.removeTitle({ name }), text: t.removeText({ name }), yes: t.remove } as const
    if (!(await confirm({ ...question, mode: 'cancel' }))) return
    const onSuccess = () => {
      alerts.success(t.removed)
      onRemoved()
    }
    remove.mutate({ params: { id: person.id }, query: {} }, { onSuccess })
  }
}
