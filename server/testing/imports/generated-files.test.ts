import { expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { identityCases, peopleOfCases } from './identity-cases.testing.ts'
import { IdentityStore, identityFiles } from './identity-files.testing.ts'
import { keylessFiles, keylessStore } from './keyless-files.testing.ts'
import { nameNotations, productCell, productSize } from './name-cells.testing.ts'

const SIZES = { relatives: 20, codes: 20, many: 20 }

test('files whose cells decide have one truth for each row, and no person twice', () => {
  const store = new IdentityStore(7, 1000 + peopleOfCases(SIZES))
  const files = [...identityFiles(store, 900), ...identityCases(store, SIZES)]
  for (const { name, csv, headless, truth } of files) expect(linesOf(csv), name).toBe(truth.length + (headless ? 0 : 1))
  const people = files.flatMap(({ truth }) => truth.map(({ person }) => person))
  expect(new Set(people).size).toBe(people.length)
  expect(new Set(files.flatMap(({ truth }) => truth.map(({ kind }) => kind))).size).toBeGreaterThan(100)
})

test('cells of names say what they hold', () => {
  const notations = nameNotations()
  expect(new Set(notations.map(({ cell }) => cell)).size).toBe(notations.length)
  expect(notations.filter(({ clean }) => !clean).length).toBeGreaterThan(500)
  const random = randomOf(1)
  const made = Array.from({ length: 500 }, () => productCell(random)).filter((cell) => cell !== null)
  expect(made.every(({ cell, parts: { given } }) => cell.includes(given))).toBe(true)
  expect(productSize).toBeGreaterThan(100_000)
})

test('files with and without keys have one truth for each row', () => {
  const { members } = keylessStore(3, 60)
  const files = keylessFiles(3, members, 40)
  expect(files.length).toBeGreaterThanOrEqual(20)
  for (const { name, csv, rows } of files) expect(linesOf(csv), name).toBe(rows.length + 1)
})

/** Lines of a file; those within quotes are of their row. */
const linesOf = (csv: string) =>
  csv
    .replace(/"[^"]*"/g, '')
    .trim()
    .split(/\r\n/).length
