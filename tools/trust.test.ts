import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { features } from '@ruam/contract/endpoints.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { describe, expect, test } from 'vitest'
import { Environment } from '../server/core/environment.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Number of requirements at levels 1 and 2 in each section of ASVS 5.0; those of level 3 follow them. */
const sections: Record<string, number> = {
  ...{ 1.1: 2, 1.2: 9, 1.3: 11, 1.4: 3, 1.5: 2, 2.1: 3, 2.2: 3, 2.3: 4, 2.4: 1 },
  ...{ 3.2: 2, 3.3: 4, 3.4: 6, 3.5: 5, 3.7: 2, 4.1: 3, 4.2: 1, 4.3: 2, 4.4: 4, 5.1: 1, 5.2: 3, 5.3: 2, 5.4: 3 },
  ...{ 6.1: 3, 6.2: 12, 6.3: 4, 6.4: 4, 6.5: 5, 6.6: 3, 6.8: 4, 7.1: 3, 7.2: 4, 7.3: 2, 7.4: 5, 7.5: 2, 7.6: 2 },
  ...{ 8.1: 2, 8.2: 3, 8.3: 1, 8.4: 1, 9.1: 3, 9.2: 4 },
  ...{ '10.1': 2, 10.2: 2, 10.3: 4, 10.4: 11, 10.5: 5, 10.6: 2, 10.7: 3 },
  ...{ 11.1: 2, 11.2: 3, 11.3: 3, 11.4: 4, 11.5: 1, 11.6: 1, 12.1: 3, 12.2: 2, 12.3: 4 },
  ...{ 13.1: 1, 13.2: 5, 13.3: 2, 13.4: 5, 14.1: 2, 14.2: 4, 14.3: 3, 15.1: 3, 15.2: 3, 15.3: 7 },
  ...{ 16.1: 1, 16.2: 5, 16.3: 4, 16.4: 3, 16.5: 3, 17.1: 1, 17.2: 4, 17.3: 2 },
}
const order = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
const required = Object.entries(sections)
  .flatMap(([section, count]) => Array.from({ length: count }, (_, n) => `${section}.${n + 1}`))
  .sort(order)

const rows = [...readFileSync(`${root}docs/trust.md`, 'utf8').matchAll(/^\| (\d[\d.-]*) \| (.+?) \| (.+) \|$/gm)].map(
  ([, ids, asks, held]) => ({ ids: ids!, asks: asks!, held: held! }),
)

/** The requirements of a row: `6.5.1-6.5.5` are all between. */
function idsOf(ids: string): string[] {
  const [from, to = from] = ids.split('-') as [string, string?]
  return required.slice(required.indexOf(from), required.indexOf(to!) + 1)
}

test('every requirement of levels 1 and 2 has one row', () => {
  expect(required.length).toBe(253)
  expect(rows.flatMap(({ ids }) => idsOf(ids)).sort(order)).toEqual(required)
})

describe('the row of', () => {
  test.each(rows.map((row) => [row.ids, row] as const))(
    '%s says whether it is met, and names what exists',
    (_, row) => {
      expect(row.held).toMatch(/^(?:(?:met|part|not): .{3}|n\/a)/)
      let file = ''
      for (const [, path, title] of row.held.matchAll(/`([\w./-]+\.(?:tsx?|json))`|“([^”]+)”/g)) {
        if (title === undefined) {
          expect([path, existsSync(root + path)]).toEqual([path, true])
          file = readFileSync(root + path, 'utf8')
        } else if (file !== '') expect(file).toContain(title)
      }
    },
  )
})

/** Packages by which the server calls others, the setting that names the address, and the rows that are about it. */
const callers = [
  { package: 'nodemailer', setting: 'SMTP_URL', rows: ['1.3.11'] },
  { package: 'openid-client', setting: 'OIDC_ISSUER', rows: ['6.8.1', '6.8.2', '7.6.1', '10.1.1', '10.5.1', '15.3.2'] },
]

describe('the document follows the product:', () => {
  const text = readFileSync(`${root}docs/trust.md`, 'utf8')
  const talksTo = /\*\*Talks to\.\*\*[\s\S]*?\n\n/.exec(text)![0]
  const addresses = Object.keys(Environment.shape).filter((name) => /_(URL|ENDPOINT|ISSUER)$/.test(name))
  const { dependencies } = JSON.parse(readFileSync(`${root}server/package.json`, 'utf8'))

  test.each(callers)('$package has an address among the settings, and rows that apply', (caller) => {
    expect(dependencies).toHaveProperty(caller.package)
    expect(addresses).toContain(caller.setting)
    for (const id of caller.rows) {
      const row = rows.find(({ ids }) => idsOf(ids).includes(id))!
      expect([id, row.held]).toEqual([id, expect.not.stringMatching(/^n\/a/)])
    }
  })

  test('every address among the settings is named in what Ruam talks to', () => {
    const ours = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_APP_URL', 'PUBLIC_URL', 'MEDIA_URL']
    for (const name of addresses.filter((one) => !ours.includes(one))) expect(talksTo).toContain(`\`${name}\``)
  })

  const rowOf = (id: string) => rows.find(({ ids }) => idsOf(ids).includes(id))!.held

  test('the allowed targets are all addresses among the settings', () => {
    const own = ['PUBLIC_URL', 'MEDIA_URL']
    expect(addresses.length).toBeGreaterThan(8)
    for (const name of addresses.filter((one) => !own.includes(one))) expect(rowOf('13.2.4')).toContain(`\`${name}\``)
  })

  test.each([
    ['createCipheriv(', '11.3.1'],
    ['promisify<string, Buffer, number, object, Buffer>(scrypt)', '11.4.4'],
    ['await fetch(', '1.3.6'],
  ])('every file with %s is named in the row of %s', (word, id) => {
    const files = globSync('server/**/*.ts', { cwd: root }).filter(
      (path) => !/\.test|(testing|suites)\//.test(path) && readFileSync(root + path, 'utf8').includes(word),
    )
    expect(files.length).toBeGreaterThan(0)
    for (const path of files) expect(rowOf(id)).toContain(path)
  })

  test('every redirecting call is documented', () => {
    const redirecting = Object.values(features)
      .flatMap((feature) => Object.values<Endpoint>(feature))
      .filter(({ redirect }) => redirect)
    expect(redirecting.length).toBeGreaterThan(0)
    expect(rows.find(({ ids }) => ids === '4.1.2')!.held).toContain('identity provider')
  })
})
