import { Button } from '@mantine/core'
import { roles } from '@ruam/contract/access/roles.ts'
import { IconShieldOff } from '@tabler/icons-react'
import { Navigate, useParams } from '@tanstack/react-router'
import { usePageTitle } from '../../app/page-title.ts'
import { useRead } from '../../data/api.ts'
import { useRoleName } from '../../data/role-name.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RouteLink, routeAddress } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { RoleForm } from './RoleForm.tsx'
import { text } from './text.ts'

/** Changes a role, or shows one that is not the person's to change. */
export function RoleEdit() {
  const t = useWords(text)
  const { id } = useStore()
  const called = useRoleName()
  const { roleId = '' } = useParams({ strict: false }) as { roleId?: string }
  const valid = /^[1-9]\d{0,9}$/.test(roleId)
  const read = useRead(roles.get, { params: { id, roleId } }, { enabled: valid, staleTime: 0 })
  usePageTitle(read.data && t.titleOf({ name: called.title(read.data.name) }))
  // The address of the spec has no id where no role was chosen yet.
  if (roleId === '') return <Navigate to={routeAddress('setting-role-permission') as never} replace />
  if (!valid || (read.error?.status === 404 && !read.data)) {
    const list = (
      <Button component={RouteLink} to="setting-role-permission">
        {t.toList}
      </Button>
    )
    return <EmptyState icon={IconShieldOff} title={t.gone} action={list} />
  }
  // An edit begins from what is there now, not from what was read a while ago.
  if (read.data && read.isFetchedAfterMount) return <RoleForm key={read.data.id} role={read.data} />
  if (read.error) return <Unread read={read} />
  return <Bones />
}
