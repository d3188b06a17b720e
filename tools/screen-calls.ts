// Calls that the files of the web make, and the rights that are certain where they are made: those that open the screen, and those that the file
// or each of its importers asks for. Used by `web/screen-calls.test.ts`.
import { dirname, join, normalize } from 'node:path'
import { features } from '../contract/endpoints.ts'
import { lackedRights } from '../contract/platform/access.ts'
import { type Endpoint, isOpen } from '../contract/platform/endpoint.ts'
import type { Permission } from '../contract/platform/permissions.ts'
import { type ScreenName, screenRights } from '../contract/screens.ts'
import type { Source } from './check-order.ts'

/** Rights of which any one suffices. */
type AnyOf = readonly Permission[]

interface MadeCall {
  file: string
  /** Such as `profiles.create`, or `→ profile-edit` for a link. */
  name: string
  lacks: AnyOf
}

const noRights = { roles: [], permissions: [] }
const named = features as Record<string, Record<string, Endpoint>>

/** Rights that a call needs; none of calls without a store. */
function rightsOfCall(endpoint: Endpoint): AnyOf[] {
  const { permission } = endpoint
  if (isOpen(permission) || permission === 'program') return []
  return lackedRights(noRights, endpoint)
}

const rightsOfScreen = (name: ScreenName): AnyOf[] => {
  const { opens, needs = [] } = screenRights[name]
  return opens.length > 0 ? [opens, ...needs] : [...needs]
}

/** True if one of the certain rights includes what is needed. */
const implies = (certain: readonly AnyOf[], needed: AnyOf) =>
  certain.some((anyOf) => anyOf.every((permission) => needed.includes(permission)))

interface Facts {
  calls: { name: string; needs: AnyOf[] }[]
  certain: AnyOf[]
  imports: string[]
}

const isGuard = /\b(?:useMayCall|useLackedRights)\(\s*(?:[\w.]+,\s*)*$|\bmayCall\(\s*\w+,\s*$/
/** Names the reads that a write makes stale, a type, or a cached answer: no call is made. */
const isNoCall =
  /\btypeof\s+$|\b(?:refresh|currentOf|usePatch|readKey|refreshAll)\([^()]*$|\b(?:refreshes:|changedByJobs =)\s*\[[^\]]*$/

/** Hooks that check rights for the files that use them. */
const isCheck = /\/use-(?:may|given|assignable)-[\w-]+\.ts$/

/** What one file calls, links to and asks for. */
function factsOf({ file, text }: Source): Facts {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const facts: Facts = { calls: [], certain: [], imports: [] }
  const imported = [...code.matchAll(/^import (?!type\b)\{([^}]*)\} from '@ruam\/contract\/[^']+'/gm)]
  for (const one of imported.flatMap(([, names]) => names!.split(','))) {
    const [name = '', alias = name] = one.trim().split(/\s+as\s+/)
    const calls = named[name]
    if (!calls) continue
    for (const match of code.matchAll(new RegExp(`(?<![\\w.'])${alias}\\.(\\w+)\\b`, 'g'))) {
      const endpoint = calls[match[1]!]
      if (!endpoint) continue
      const before = code.slice(Math.max(0, match.index - 300), match.index)
      if (isGuard.test(before)) facts.certain.push(...rightsOfCall(endpoint))
      else if (!isNoCall.test(before)) facts.calls.push({ name: `${name}.${match[1]}`, needs: rightsOfCall(endpoint) })
    }
  }
  for (const [, name] of code.matchAll(/\b(?:useMayOpen|mayFollow)\((?:\w+,\s*)?'([\w-]+)'/g))
    if (name! in screenRights) facts.certain.push(...rightsOfScreen(name as ScreenName))
  for (const [, name] of code.matchAll(/component=\{RouteLink\}[^>]*?\bto="([\w-]+)"|\bgo\(\{ to: '([\w-]+)'/g))
    if (name && name in screenRights) facts.calls.push({ name: `→ ${name}`, needs: rightsOfScreen(name as ScreenName) })
  const values = code.replace(/^import type [^;'"]*from '[^']+'/gm, '')
  const paths = values.matchAll(/(?:from\s+|import\(\s*|import\s+)'(\.[^']+\.tsx?)'/g)
  facts.imports = [...paths].map(([, path]) => normalize(join(dirname(file), path!)))
  return facts
}

interface Entries {
  /** The file of each screen. */
  screens: Readonly<Record<string, readonly ScreenName[]>>
  /** Files that name every screen, which are not on the way to any. */
  tables: readonly string[]
  /** Calls that the opener of a file asks for, where no import leads from the opener to it. */
  opened?: ReadonlyMap<string, readonly Endpoint[]>
}

/** Calls and links of the web that are made without the rights being certain. */
export function unguardedCalls(sources: readonly Source[], { screens, tables, opened }: Entries): MadeCall[] {
  const facts = new Map(sources.map((source) => [source.file, factsOf(source)]))
  for (const [file, calls] of opened ?? []) facts.get(file)?.certain.push(...calls.flatMap(rightsOfCall))
  const importers = new Map<string, string[]>()
  for (const [file, { imports }] of facts) {
    if (tables.includes(file)) continue
    for (const path of imports)
      if (isCheck.test(path)) facts.get(file)!.certain.push(...(facts.get(path)?.certain ?? []))
    for (const path of imports) importers.set(path, [...(importers.get(path) ?? []), file])
  }
  // Undefined: not reached yet, so nothing is known to be uncertain.
  const certain = new Map<string, AnyOf[]>()
  const fromOutside = (file: string): AnyOf[] | undefined => {
    const doors = (screens[file] ?? []).map(rightsOfScreen)
    const ways = [
      ...doors,
      ...(importers.get(file) ?? []).flatMap((one) => (certain.has(one) ? [certain.get(one)!] : [])),
    ]
    if (ways.length === 0) return importers.has(file) || screens[file] ? undefined : []
    // On each way, also where one is certain of less.
    return ways.flat().filter((anyOf) => ways.every((way) => implies(way, anyOf)))
  }
  for (let changed = true; changed; ) {
    changed = false
    for (const [file, own] of facts) {
      const outside = fromOutside(file)
      if (!outside) continue
      const now = [...new Map([...own.certain, ...outside].map((anyOf) => [anyOf.join(), anyOf])).values()]
      if (certain.has(file) && certain.get(file)!.length === now.length) continue
      certain.set(file, now)
      changed = true
    }
  }
  return [...facts].flatMap(([file, { calls }]) =>
    calls.flatMap(({ name, needs }) =>
      needs.filter((needed) => !implies(certain.get(file) ?? [], needed)).map((lacks) => ({ file, name, lacks })),
    ),
  )
}
