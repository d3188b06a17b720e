// `npm run check`: text of other systems comes in by the doors of doors.ts alone, and is cleaned there. A package that is in none of its
// lists is rejected: its entry says what comes in by it.
import { fileURLToPath } from 'node:url'
import { allSources } from './check-exports.ts'
import { isTest, type Source } from './check-order.ts'
import { type Door, doors, inside } from './doors.ts'

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^'.][^']*)'|(?:^|\n)\s*import\s+'([^'.][^']*)'|\bimport\(\s*'([^'.][^']*)'/g
/** The functions that clean, and the schemas made of them. */
const CLEANS = /from '(?:\.\.?\/)+(?:core\/)?(?:clean-text|outside-text)\.ts'/

/** Returns each way in that is used elsewhere than at its doors, and each door whose text nobody cleans. */
export function openDoors(
  sources: readonly Source[],
  known: Readonly<Record<string, Readonly<Record<string, Door>>>> = doors,
): string[] {
  const product = sources.filter(({ file }) => file.startsWith('server/') && !isTest(file))
  const byFile = new Map(product.map((source) => [source.file, source]))
  const globals = Object.keys(known).filter((way) => /^[a-zA-Z]\w*$/.test(way) && isGlobal(way))
  const used = product.flatMap(({ file, text }) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    const packages = [...code.matchAll(IMPORT)].map(([, ...names]) => packageOf(names.find(Boolean)!))
    const called = globals.filter((name) => new RegExp(`(?<![\\w.$'"])${name}\\(`).test(code))
    return [...new Set([...packages, ...called])].map((way) => ({ file, way }))
  })
  const strangers = used.flatMap(({ file, way }) => {
    if (known[way])
      return known[way][file] ? [] : [`${file} uses ${way}: text comes in by the files of tools/doors.ts alone`]
    return inside.includes(way) || way.startsWith('node:') || way.startsWith('@ruam/')
      ? []
      : [`${file} imports ${way}: name in tools/doors.ts what comes in by it`]
  })
  const uncleaned = Object.entries(known).flatMap(([way, files]) =>
    Object.entries(files).flatMap(([file, door]) => {
      if (!used.some((one) => one.file === file && one.way === way))
        return [`${file} uses no ${way}: remove it from tools/doors.ts`]
      if ('because' in door || CLEANS.test(byFile.get(door.cleanedBy)?.text ?? '')) return []
      return [`${file} brings text by ${way}, and ${door.cleanedBy} does not clean it`]
    }),
  )
  return [...strangers, ...uncleaned]
}

const isGlobal = (way: string) => way in globalThis || way === 'XMLHttpRequest'

/** The package of a specifier: the first part of its path, two of a scope. */
const packageOf = (name: string) =>
  name.startsWith('node:')
    ? name
    : name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/')

if (import.meta.main) {
  const problems = openDoors(allSources(fileURLToPath(new URL('..', import.meta.url))))
  for (const one of problems) console.error(one)
  if (problems.length > 0) process.exitCode = 1
}
