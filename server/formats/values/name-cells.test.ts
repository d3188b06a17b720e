import { expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import {
  isMeant,
  isTidy,
  type NameCell,
  nameNotations,
  productCell,
  type ReadParts,
} from '../../testing/imports/name-cells.testing.ts'
import { readName } from './names.ts'

const CELLS = Number(process.env.NAME_CELLS ?? 3000)
const SEED = Number(process.env.NAME_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 54))

function read(cell: string): ReadParts {
  const { prefix, first_name, last_name, company, nickname, former_name, maiden_name, notes, phones } = readName(cell)
  const [title, given, family] = [prefix ?? '', first_name ?? '', last_name ?? '']
  const further = { nick: nickname ?? '', former: former_name ?? '', maiden: maiden_name ?? '', company: company ?? '' }
  return { title, given, family, ...further, notes: [...notes, ...phones].join(' ') }
}

function counted(cells: readonly NameCell[]) {
  const wrong = cells.filter((cell) => !cell.clean && !isMeant(cell, read(cell.cell)))
  const untidy = cells.filter((cell) => !isTidy(cell, read(cell.cell)))
  for (const { cell, parts, made } of [...untidy, ...wrong].slice(0, Number(process.env.NAME_SHOW ?? 12)))
    console.log(made ?? '', JSON.stringify(cell), 'expected', JSON.stringify(parts), 'got', JSON.stringify(read(cell)))
  const asked = cells.filter(({ clean }) => !clean).length
  console.log(`${cells.length} cells: ${asked - wrong.length} of ${asked} as meant, ${untidy.length} untidy`)
  return { share: 1 - wrong.length / asked, untidy: untidy.length }
}

test(`cells put together from titles, spaces, names, remarks and marks are read as meant (NAME_SEED=${SEED})`, () => {
  const random = randomOf(SEED)
  const made = Array.from({ length: CELLS }, () => productCell(random)).filter((cell) => cell !== null)
  const { share, untidy } = counted(made)
  expect(share).toBeGreaterThanOrEqual(0.99)
  expect(untidy).toBe(0)
})

test.each([
  ['name-notations', 0.99],
  // Reached without a look at them; the bar of the first file is for both.
  ['name-notations-later', 0.93],
] as const)('cells that people wrote are read as meant (%s)', (file, bar) => {
  // Words for nobody are empty cells before names are read.
  const { share, untidy } = counted(nameNotations(file).filter(({ nobody }) => !nobody))
  expect(share).toBeGreaterThanOrEqual(bar)
  expect(untidy).toBe(0)
})
