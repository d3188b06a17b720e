import { invitations, people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { automations } from '@ruam/contract/automations/automations.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileViews } from '@ruam/contract/customers/views.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import {
  IconBolt,
  IconLayoutList,
  IconPlugConnected,
  IconShieldCheck,
  IconTag,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import { usePaused } from '../customers/profiles/use-customers.ts'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useMayCall, useMayOpen } from '../ui/may.ts'
import { useGo } from '../ui/route.tsx'
import type { Item } from './item.ts'
import { paletteText } from './text.ts'

/** Maximum things of each kind. */
const MOST = 4

/** Labels, segments, views, automations, roles and people with a name like the typed text. */
export function useFoundThings(typed: string): Item[] {
  const t = useWords(paletteText)
  const go = useGo()
  const wanted = usePaused(typed)
  const asked = wanted !== '' && typed !== ''
  const few = { offset: 0, limit: MOST }
  const mayLabels = useMayCall(labels.list)
  const mayViews = useMayCall(profileViews.list)
  const mayReadRoles = useMayCall(roles.listOfSettings)
  const opensRoles = useMayOpen('setting-role-permission-edit')
  const mayReadPeople = useMayCall(people.list)
  const opensPeople = useMayOpen('setting-user-management-create-edit')
  const mayRoles = mayReadRoles && opensRoles
  const mayPeople = mayReadPeople && opensPeople
  const labelRead = useRead(
    labels.list,
    { query: { ...few, search: wanted } as never },
    { enabled: asked && mayLabels },
  )
  const views = useRead(
    profileViews.list,
    { query: { offset: 0, limit: 0 } },
    { enabled: asked && mayViews, staleTime: 60_000 },
  )
  const named = useRead(
    roles.listOfSettings,
    { query: { ...few, keyword: wanted } as never },
    { enabled: asked && mayRoles },
  )
  const members = useRead(
    people.list,
    { query: { ...few, keyword: wanted, status: 'member' } as never },
    { enabled: asked && mayPeople },
  )
  const mayReadConnectors = useMayCall(connectors.list)
  const opensConnectors = useMayOpen('data-source-openapi-connector-create-edit')
  const linked = useRead(
    connectors.list,
    { query: { ...few, keyword: wanted } as never },
    { enabled: asked && mayReadConnectors && opensConnectors },
  )
  const mayAutomations = useMayCall(automations.list)
  const automated = useRead(
    automations.list,
    { query: { ...few, keyword: wanted } },
    { enabled: asked && mayAutomations },
  )
  if (!asked) return []
  // The answer to the text before stays until the next one comes.
  const fits = (name: string) => name.toLowerCase().includes(typed.toLowerCase())
  return [
    ...(labelRead.data?.data ?? []).map(({ id, name, type }) => ({
      id: `label-${id}`,
      icon: IconTag,
      label: name,
      end: type === 'advanced' ? t.segment : t.labelOf,
      run: () => go({ to: 'segmentation-detail', params: { labelId: id } }),
    })),
    ...(views.data?.data ?? []).map(({ id, name }) => ({
      id: `view-${id}`,
      icon: IconLayoutList,
      label: name,
      end: t.view,
      run: () => go({ to: 'profile-list', search: { view: id } }),
    })),
    ...(automated.data?.results ?? []).map(({ id, name }) => ({
      id: `automation-${id}`,
      icon: IconBolt,
      label: name,
      end: t.automation,
      run: () => go({ to: 'automation', params: { automationId: id } }),
    })),
    ...(linked.data?.data ?? []).map(({ id, name }) => ({
      id: `connector-${id}`,
      icon: IconPlugConnected,
      label: name,
      end: t.connector,
      run: () => go({ to: 'data-source-openapi-connector-create-edit', params: { connectorId: id } }),
    })),
    ...(named.data?.data ?? []).map(({ id, name }) => ({
      id: `role-${id}`,
      icon: IconShieldCheck,
      label: name,
      end: t.role,
      run: () => go({ to: 'setting-role-permission-edit', params: { roleId: id } }),
    })),
    ...(members.data?.data ?? []).flatMap((one) =>
      'firstName' in one
        ? [
            {
              id: `person-${one.id}`,
              icon: IconUser,
              label: `${one.firstName} ${one.lastName}`.trim(),
              end: t.user,
              run: () => go({ to: 'setting-user-management-create-edit', params: { userId: one.id } }),
            },
          ]
        : [],
    ),
  ]
    .filter(({ label }) => fits(label))
    .slice(0, 2 * MOST)
}

/** The command that invites people, found by its name in either language. */
export function useInvite(typed: string): Item[] {
  const t = useWords(paletteText)
  const go = useGo()
  const may = useMayCall(invitations.create)
  const names = [paletteText.in('th').invite, paletteText.in('en').invite].join('\n').toLowerCase()
  if (!may || typed === '' || !names.includes(typed.toLowerCase())) return []
  return [
    { id: 'invite', icon: IconUserPlus, label: t.invite, run: () => go({ to: 'setting-user-management-create-edit' }) },
  ]
}
