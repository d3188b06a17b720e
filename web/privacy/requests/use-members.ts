import { people } from '@ruam/contract/access/people.ts'
import { useRead } from '../../data/api.ts'
import { useSession } from '../../data/session.ts'
import { useMayCall } from '../../ui/may.ts'

/** Members to whom a request can be assigned: oneself alone for people who may not read the others. */
export function useMembers(): readonly { id: number; name: string }[] {
  const may = useMayCall(people.list)
  const { user } = useSession()
  const read = useRead(people.list, { query: { limit: 0, status: 'member' } as never }, { enabled: may })
  const named = (one: { id: number; firstName: string; lastName: string }) => ({
    id: one.id,
    name: `${one.firstName} ${one.lastName}`.trim(),
  })
  if (may) return (read.data?.data ?? []).flatMap((one) => ('firstName' in one && one.id ? named(one) : []))
  return user ? [named(user)] : []
}
