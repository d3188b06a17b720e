import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { type Endpoint, isOpen } from '@ruam/contract/platform/endpoint.ts'
import { OWNER, permissions, type Rights } from '@ruam/contract/platform/permissions.ts'
import { type Need, type ScreenName, screenCalls } from '@ruam/contract/screens.ts'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { startScreenOf, visibleMenu } from '../../web/app/menu.ts'
import { wireEndpoint } from '../../web/data/vite-contract.ts'
import { menu } from '../../web/menu.ts'
import { screens } from '../../web/routes.tsx'
import { mayCall } from '../../web/ui/may.ts'
import { defineScreens, lackedToEnter, mayFollow } from '../../web/ui/route.tsx'
import { ApiError } from '../core/api-error.ts'
import { authorize } from '../http/authorize.ts'
import { calls } from './calls.ts'

// What the web shows to a role, by its own functions over the table of screens and the contract as the browser gets it, against what
// `authorize` allows to the same role.

defineScreens(screens)

/** Calls of people in a store, as the server and as the browser know them. */
const ofStore = calls
  .filter(({ endpoint: { permission } }) => !isOpen(permission) && permission !== 'person' && permission !== 'program')
  .map(({ name, endpoint }) => {
    const sent = JSON.parse(JSON.stringify(wireEndpoint(name.split('.')[0]!, endpoint)))
    return { name, endpoint, inBrowser: sent as Endpoint }
  })

/** True if the server admits the role to a call. */
function isAllowed(rights: Rights, need: Need): boolean {
  if (isOpen(need.permission)) return true
  const row = { user_id: 1, session_id: 1, store_id: 1, dpa_status: 'found' }
  try {
    authorize({ method: 'GET', path: '/any', summary: ['', ''], ...need } as Endpoint, {} as FastifyRequest, {
      ...row,
      roles: [...rights.roles],
      permissions: [...rights.permissions],
    })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'forbidden') return false
    throw error
  }
}

/** What a role sees that it may not do, and what it may do without seeing it. */
function differences(rights: Rights): string[] {
  const found: string[] = []
  const compare = (what: string, visible: boolean, allowed: boolean) => {
    if (visible !== allowed) found.push(`${what} is ${visible ? 'visible and refused' : 'hidden and allowed'}`)
  }
  const follows = (name: ScreenName) => {
    const { opens, needs = [] }: { opens: readonly Need[]; needs?: readonly Need[] } = screenCalls[name]
    const opensIt = opens.length === 0 || opens.some((need) => isAllowed(rights, need))
    return opensIt && needs.every((need) => isAllowed(rights, need))
  }
  for (const { name, endpoint, inBrowser } of ofStore)
    compare(`a button of ${name}`, mayCall(rights, inBrowser), isAllowed(rights, endpoint))
  for (const screen of screens) {
    const name = screen.name as ScreenName
    const { opens, needs = [] }: { opens: readonly Need[]; needs?: readonly Need[] } = screenCalls[name]
    const enters =
      opens.length > 0 ? opens.some((need) => isAllowed(rights, need)) : needs.every((need) => isAllowed(rights, need))
    compare(`a link to ${name}`, mayFollow(rights, name), follows(name))
    compare(`the address of ${name}`, lackedToEnter(rights, screen).length === 0, enters)
  }
  const flags = { apiConnector: true, facebook: true }
  const shown = visibleMenu(menu, rights, { flags }).flatMap(({ to, entries }) => [
    ...(to ? [to] : []),
    ...entries.flatMap((entry) => [entry.to, ...(entry.tabs ?? [])]),
  ])
  const named = menu.flatMap(({ to, entries }) => [
    ...(to ? [to] : []),
    ...entries.flatMap((entry) => [entry.to, ...(entry.tabs ?? [])]),
  ])
  for (const name of named as ScreenName[]) compare(`the menu's ${name}`, shown.includes(name), follows(name))
  const home = startScreenOf(menu, rights)
  if (home && !follows(home as ScreenName)) found.push(`home is ${home}, which is refused`)
  return found
}

/** Roles of rights that are drawn by chance: few, half, or most of them. */
function randomRoles(count: number): Rights[] {
  const random = randomOf(53)
  return Array.from({ length: count }, (_, place) => {
    const share = [0.1, 0.5, 0.9][place % 3]!
    return { roles: ['drawn'], permissions: permissions.filter(() => random.chance(share)) }
  })
}

const presets = presetRoles.map(({ name, permissions: held }) => ({
  name,
  rights: { roles: [name], permissions: name === OWNER ? [] : [...held] },
}))

test.each(presets)('$name sees what it may do, and nothing else', ({ rights }) => {
  expect(differences(rights)).toEqual([])
})

test('twenty random roles see what they may do, and nothing else', () => {
  expect(randomRoles(20).flatMap(differences)).toEqual([])
})

test('two hundred random roles see what they may do, and nothing else', { tags: ['verify'] }, () => {
  expect(randomRoles(200).flatMap(differences)).toEqual([])
})
