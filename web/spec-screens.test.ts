import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { doors, screens } from './routes.tsx'

/** Each screen of the specification: an example of its address, and the permissions of which any one opens it. */
const specified = readFileSync(new URL('spec-screens.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))
  .map(([path, permissions]) => ({
    path: path!.replace(/\{\w+\??\}/g, '7'),
    permissions: permissions === '-' ? [] : permissions!.split('|'),
  }))

/** Addresses that the router knows itself. */
const known = ['/access-denied', '/:other', ...doors.map(({ path }) => `/${path}`)]

/** The addresses that a path of the router takes; of old bookmarks those that the specification names. */
const patternOf = (path: string) => {
  const words = path.replace(/\/\{-\$\w+\}/g, '(?:/[^/]+)?').replace(/\$\w+/g, '[^/]+')
  return new RegExp(`^/${words.replace(/\/\$$/, '/(?:nonmapping|mapping|output)/.+')}$`)
}

const found = specified.flatMap(({ path, permissions }) => {
  const screen = screens.find((one) => patternOf(one.path).test(path))
  return screen ? [{ path, permissions, screen }] : []
})

test('most screens of the specification are there', () => {
  expect(found.length).toBeGreaterThan(45)
})

test.each(found)('$path opens with the permissions of the specification', ({ permissions, screen }) => {
  expect([...screen.opens].toSorted()).toEqual(permissions.toSorted())
})

test('the addresses that no screen answers are doors', () => {
  const missing = specified.filter(({ path }) => !known.includes(path) && !found.some((one) => one.path === path))
  expect(missing.map(({ path }) => path)).toEqual([])
})
