import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { menu } from './menu.ts'
import { screens } from './routes.tsx'
import { screenFiles } from './screen-files.ts'
import type { Screen } from './ui/route.tsx'

const web = new URL('.', import.meta.url)
const source = (file: string) => readFileSync(new URL(file, web), 'utf8')

/** The file of a screen, relative to `web/`. */
const entryOf = ({ name, load }: Screen) =>
  /['"]\/?(?:web\/)?\.?\/?([\w./-]+\.tsx)['"]/.exec(String(screenFiles[name as never] ?? load))![1]!

/** Traces of each state in a screen's files. A `DataTable` has all of them; who has no right never gets to the screen (`app/router.tsx`). */
const states = {
  loading: /DataTable|Bones|isPending|isFetching|aria-busy|\.loading\b/,
  empty: /DataTable|EmptyState|\.empty\b|length === 0|length > 0/,
  failed: /DataTable|ErrorBanner|\.error\b|isError/,
}

/** A screen's file with the files of features that it imports, directly or not. */
function filesFrom(file: string, found = new Set<string>()): string[] {
  if (found.has(file) || /^(ui|data|app)\//.test(file)) return [...found]
  found.add(file)
  for (const [, path] of source(file).matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g))
    filesFrom(new URL(path!, new URL(file, web)).pathname.slice(web.pathname.length), found)
  return [...found]
}

/** They lead on to another screen, or have settings alone. */
const neverEmpty = ['profile-api', 'data-source-v2-check', 'old-bookmark', 'setting-my-data']

test('a screen that reads shows loading, empty and failed', () => {
  const found = screens.flatMap((screen) => {
    const text = filesFrom(entryOf(screen))
      .map((file) => source(file))
      .join('\n')
    if (!/\buseRead\(/.test(text)) return []
    return Object.entries(states).flatMap(([state, shown]) => (shown.test(text) ? [] : [`${screen.name}: ${state}`]))
  })
  expect(found).toEqual(neverEmpty.map((name) => `${name}: empty`))
})

test('every screen of a row of tabs shows the row', () => {
  const rows = menu.flatMap(({ entries }) =>
    entries.flatMap(({ to, tabs = [] }) => (tabs.length > 0 ? [to, ...tabs] : [])),
  )
  const bare = screens.filter(
    (screen) => (rows as string[]).includes(screen.name) && !/<SettingTabs \/>/.test(source(entryOf(screen))),
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(bare.map(({ name }) => name)).toEqual([])
})

/** Walked as other places are: work lists by their kinds, the first step of an import by the second, the agreement under its one address. */
const walkedElsewhere = ['work-list', 'data-source-v2-import', 'dpa-create', 'dpa-not-allowed']

test('the walk over all screens looks at each of them', () => {
  const folder = new URL('../e2e/places/', import.meta.url)
  const places = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const missing = screens.filter(({ path }) => {
    const [fixed] = path.split(/\/[{$]/)
    // Old addresses have words in between.
    const next = path.endsWith('/$') ? '/' : '/\\$'
    return !new RegExp(`path: ['\`]/?${fixed}(?:['\`?#]|${next})`).test(places)
  })
  expect(missing.map(({ name }) => name)).toEqual(walkedElsewhere)
})
