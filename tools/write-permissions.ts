// `npx node tools/write-permissions.ts`: writes docs/permissions.md, every call with what opens it and for which preset role.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { features } from '@ruam/contract/endpoints.ts'
import { type Endpoint, scopesOf, titleOf } from '@ruam/contract/platform/endpoint.ts'
import { may, mayOpen, type Permission, permissions, type Rights } from '@ruam/contract/platform/permissions.ts'
import { ownersAlone } from '../server/suites/owners-alone.ts'

export const permissionsFile = fileURLToPath(new URL('../docs/permissions.md', import.meta.url))

const named = Object.entries(features).flatMap(([feature, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, call]) => [`${feature}.${name}`, call] as const),
)
const calls = named.map(([, call]) => call)
const forOwners = new Set(named.filter(([name]) => ownersAlone.includes(name)).map(([, call]) => call))
const anyOf = ({ permission }: Endpoint) =>
  (['public', 'signed', 'program', 'person', 'member'].includes(permission as string)
    ? []
    : [permission].flat()) as Permission[]
const mayCall = (call: Endpoint, rights: Rights) =>
  call.permission !== 'program' &&
  (anyOf(call).length === 0 || mayOpen(rights, anyOf(call))) &&
  (!call.alsoRequires || may(rights, call.alsoRequires))
const openTo = {
  public: 'everybody',
  signed: 'a system that signs its requests',
  person: 'any signed-in person',
  member: 'any member',
} as Record<string, string>

const openText = (call: Endpoint) =>
  forOwners.has(call)
    ? 'owners alone'
    : call.scope
      ? `a program with \`${scopesOf(call).join('` or `')}\``
      : openTo[call.permission as string]!

const namesOf = (call: Endpoint) =>
  anyOf(call)
    .map((one) => `\`${one}\``)
    .join(' or ') + (call.alsoRequires ? ` with \`${call.alsoRequires}\`` : '')

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

/** Content of docs/permissions.md. */
export function permissionsText(): string {
  const presets = presetRoles.map(({ name }) => name)
  const byCall = calls.map((call) => [
    `\`${titleOf(call)}\``,
    [namesOf(call), namesOf(call) === '' || forOwners.has(call) ? openText(call) : ''].filter(Boolean).join(', '),
    ...presetRoles.map(({ name, permissions }) =>
      mayCall(call, { roles: [name], permissions }) && (!forOwners.has(call) || name === 'owner') ? 'yes' : '',
    ),
  ])
  const byPermission = permissions.map((permission) => [
    `\`${permission}\``,
    presetRoles
      .filter((role) => role.permissions.includes(permission))
      .map(({ name }) => name)
      .join(', '),
    calls
      .filter((call) => anyOf(call).includes(permission) && !forOwners.has(call))
      .map((call) => `\`${titleOf(call)}\``)
      .join(', ') || 'no call yet',
  ])
  return `# Who may call what

Written by \`npx node tools/write-permissions.ts\` from the contract; a test holds it. A call that names two permissions opens with either.

## Calls, and the preset roles for whom they open

${table(['call', 'opens with', ...presets], byCall)}

## Permissions, the preset roles that hold each, and what each alone opens

${table(['permission', 'preset roles', 'calls'], byPermission)}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(permissionsFile, permissionsText())
