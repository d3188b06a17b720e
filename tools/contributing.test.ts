import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allSources } from './check-exports.ts'

const root = join(import.meta.dirname, '..')
const quoted = [...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/`([^`]+)`/g)].map(([, text]) => text!)

test('every function and type that a recipe names exists', () => {
  const names = quoted.flatMap((text) => {
    const called = [...text.matchAll(/(?<![\w.])([a-zA-Z]\w+)\(/g)].map(([, name]) => name!)
    return /^(?:[A-Z][a-z]\w*|[a-z]+[A-Z]\w*)$/.test(text) ? [...called, text] : called
  })
  const sql = globSync('server/migrations/*.sql', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const words = new Set(
    [...allSources(root).map(({ text }) => text), ...sql].flatMap((text) => text.match(/\b[a-zA-Z]\w+\b/g) ?? []),
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !words.has(name))).toEqual([])
})

test('every file that a recipe names exists', () => {
  const paths = quoted.filter((text) => /^[\w.-]+(?:\/[\w.-]+)+\/?$/.test(text))
  const sides = ['', 'web', 'server', 'contract']
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !sides.some((side) => existsSync(join(root, side, path))))).toEqual([])
})
