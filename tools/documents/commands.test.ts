import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsOf } from './commands.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = ['README.md', 'docs/operations.md']
const commands = documents.flatMap(commandsOf)

test('the documents have commands of every kind', () => {
  expect(commands.length).toBeGreaterThan(30)
  expect(new Set(commands.map(({ language }) => language))).toEqual(new Set(['sh', 'sql', 'ini', 'text']))
})

test('every script that a document names is in package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = documents.flatMap((file) => [...read(file).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name!))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('every suite of npm run verify that a document names is there', () => {
  const named = [...documents, ...globSync('docs/decisions/*.md', { cwd: root })].flatMap((file) =>
    [...read(file).matchAll(/`npm run verify ([a-z][\w-]*)/g)].map(([, name]) => name!),
  )
  const suites = read('tools/verify.ts')
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !new RegExp(`^  '?${name}'?: `, 'm').test(suites))).toEqual([])
})

test('every file of deploy/ has a row in the table of operations.md', () => {
  const page = read('docs/operations.md')
  const section = page.slice(page.indexOf('\n## Deploying'), page.indexOf('\n## From one machine'))
  const named = [...section.matchAll(/`([\w@/.-]+)`/g)].map(([, name]) => name!)
  const files = globSync('deploy/**/*.*', { cwd: root }).map((file) => file.slice('deploy/'.length))
  const isNamed = (file: string) =>
    named.some((name) => file === name || file.endsWith(`/${name}`) || (name.endsWith('/') && file.startsWith(name)))
  // Cases are read by tests alone.
  expect(files.filter((file) => !isNamed(file))).toEqual(['prometheus/alert-cases.yml'])
  for (const name of named.filter((one) =>
    /^(?:systemd|nginx|caddy|compose|kubernetes|prometheus|grafana)\//.test(one),
  ))
    expect(existsSync(join(root, 'deploy', name)), name).toBe(true)
})
