import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

const assets = fileURLToPath(new URL('../web/dist/assets/', import.meta.url))

/** A script and all that it imports before it runs. */
function withImports(script: string, found = new Set<string>()): Set<string> {
  if (found.has(script)) return found
  found.add(script)
  const code = readFileSync(assets + script, 'utf8')
  for (const [, imported] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) withImports(imported!, found)
  return found
}

const scriptOf = (name: string) => readdirSync(assets).find((file) => new RegExp(`^${name}-.{8}\\.js$`).test(file))

/** The script that the page begins with. */
const first = () =>
  /<script type="module"[^>]* src="\/assets\/([^"]+)"/.exec(readFileSync(`${assets}../index.html`, 'utf8'))![1]!

test('a first visit loads at most 141.5 kB of scripts before the first rows of the profile list', () => {
  const list = scriptOf('ProfileList')
  const scripts = [...new Set([...withImports(first()), ...(list ? withImports(list) : [])])]
  const bytes = scripts.reduce((sum, script) => sum + statSync(`${assets}${script}.br`).size, 0)
  expect(scripts.length).toBeGreaterThan(1)
  expect(bytes).toBeLessThan(141_500)
})
