import { roles } from '@ruam/contract/access/roles.ts'
import { useSearch } from '@tanstack/react-router'
import { useRead } from '../../data/api.ts'
import { useRoleName } from '../../data/role-name.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { RoleForm } from './RoleForm.tsx'
import { text } from './text.ts'
import { useReach } from './use-reach.ts'

/** Makes a role, from nothing or as a copy of another. */
export function RoleCreate() {
  const t = useWords(text)
  const { id } = useStore()
  const called = useRoleName()
  const { holds } = useReach()
  const { from = '' } = useSearch({ strict: false }) as { from?: string }
  const copied = /^[1-9]\d{0,9}$/.test(from)
  const read = useRead(roles.get, { params: { id, roleId: from } }, { enabled: copied })
  if (copied && !read.data && !read.error) return <Bones />
  if (!read.data || !copied) return <RoleForm />
  const { name, description, permissions, home } = read.data
  const title = t.copyOf({ name: called.title(name) })
  return <RoleForm start={{ name: title, description, permissions: permissions.filter(holds).toSorted(), home }} />
}
