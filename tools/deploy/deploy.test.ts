import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_FILE_BYTES } from '@ruam/contract/platform/constants.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settingSections } from '../../server/core/environment.ts'
import { commandOf, contextFiles, readDockerfile, variablesOf } from './dockerfile.ts'
import { manifests } from './kubernetes.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const units = ['api', 'worker'].map((role) => read(`deploy/systemd/ruam-${role}@.service`))
const compose = parse(read('deploy/compose/compose.yml'), { merge: true })
const image = readDockerfile().at(-1)!
const step = (instruction: string) => image.steps.find((one) => one.instruction === instruction)!.text

test('every process starts with the flags of npm start', () => {
  const [environment, flags] = read('package.json')
    .match(/"start": "(\S+) .* exec node (.*) server\/app\/main\.ts"/)!
    .slice(1)
  expect(commandOf(step('CMD')).join(' ')).toBe(`node ${flags} server/app/main.ts`)
  expect(step('ENV')).toContain(environment)
  for (const unit of units) {
    expect(unit).toContain(`node_modules/.bin/node ${flags} server/app/main.ts\n`)
    expect(unit).toContain(environment)
  }
})

test('every proxy takes the largest file of the product', () => {
  const mebibytes = MAX_FILE_BYTES / 2 ** 20 + 1
  expect(read('deploy/nginx/ruam.conf')).toContain(`client_max_body_size ${mebibytes}m;`)
  expect(read('deploy/caddy/Caddyfile')).toContain(`max_size ${mebibytes}MiB`)
  expect(read('deploy/kubernetes/ruam.yaml')).toContain(`proxy-body-size: ${mebibytes}m\n`)
})

test('every process has the same time to end', () => {
  const times = [
    ...units.map((unit) => Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])),
    ...[compose.services.api, compose.services.worker].map((service) => Number.parseInt(service.stop_grace_period, 10)),
    ...[...read('deploy/kubernetes/ruam.yaml').matchAll(/terminationGracePeriodSeconds: (\d+)/g)].map(([, s]) =>
      Number(s),
    ),
  ]
  expect(times.length).toBe(6)
  expect(new Set(times).size).toBe(1)
})

test('every setting that deploy/ names is one of the product', () => {
  const others = ['NODE_ENV', 'PATH', 'MALLOC_ARENA_MAX']
  const known = new Set([...Object.values(settingSections).flatMap((section) => Object.keys(section)), ...others])
  const named = [
    ...Object.keys(variablesOf(step('ENV'))),
    ...[...`${units.join('\n')}\n${read('deploy/systemd/ruam.env.example')}`.matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(
      ([, name]) => name!,
    ),
    ...[compose.services.api, compose.services.worker].flatMap((service) => Object.keys(service.environment)),
    ...manifests().flatMap((one) =>
      Object.keys({
        ...('data' in one ? (one.data as object) : {}),
        ...('stringData' in one ? (one.stringData as object) : {}),
      }),
    ),
    ...[...read('deploy/kubernetes/ruam.yaml').matchAll(/- \{ name: ([A-Z_]+), value/g)].map(([, name]) => name!),
  ]
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('every variable of compose.yml has a line in env.example', () => {
  const variables = new Set([...read('deploy/compose/compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!))
  const lines = [...read('deploy/compose/env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
  expect(lines.sort()).toEqual([...variables].sort())
})

test('a worker may write its backups, and no process its code', () => {
  const backups = /^RUAM_BACKUP=(.+)$/m.exec(read('deploy/systemd/ruam.env.example'))![1]
  expect(units[1]).toContain(`ReadWritePaths=-${backups}\n`)
  for (const unit of units) expect(unit).toContain('ProtectSystem=strict\n')
  expect([compose.services.api.read_only, compose.services.worker.read_only]).toEqual([true, true])
})

test('the image gets no tests and no tools but those that install and build', () => {
  const files = contextFiles()
  expect(files).toContain('server/app/main.ts')
  expect(files.filter((file) => /\.test\.ts$|\.testing\.ts$|^(?:docs|deploy|e2e\/.*ts)/.test(file))).toEqual([])
  expect(files.filter((file) => file.startsWith('tools/'))).toEqual([
    'tools/build.ts',
    'tools/install.js',
    'tools/package.json',
  ])
})

test('the server imports only packages that production installs', () => {
  const installed = ['server', 'contract'].flatMap((one) =>
    Object.keys(JSON.parse(read(`${one}/package.json`)).dependencies),
  )
  const files = globSync(['server/**/*.ts', 'contract/**/*.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.test.ts', '**/*.testing.ts', 'server/suites/**', 'server/testing/**'],
  })
  const imported = files.flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export|\}) (?!type\b).*?from '([^.'][^']*)'|\bimport\('([^.'][^']*)'\)/gm)]
      .map(([, from, later]) => (from ?? later)!)
      .filter((name) => !name.startsWith('node:') && !name.startsWith('@ruam/'))
      .map((name) => ({
        file,
        name: name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      })),
  )
  expect(imported.length).toBeGreaterThan(200)
  expect(imported.filter(({ name }) => !installed.includes(name))).toEqual([])
})
