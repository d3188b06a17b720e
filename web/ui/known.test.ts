import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')
/** A dash that is a whole text, or a whole child of an element. */
const dash = /(['"`])–\1|>\s*–\s*</

test('ui/Loaded.tsx alone draws the dash of an empty value, so that it never stands for a figure that loads', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !/^(dist|node_modules)\//.test(path),
  )
  expect(files.length).toBeGreaterThan(300)
  const drawing = files.filter((path) => dash.test(readFileSync(join(web, path), 'utf8')))
  expect(drawing).toEqual(['ui/Loaded.tsx'])
})
