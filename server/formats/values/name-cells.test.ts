import { expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { nameNotations, productCell } from '../../testing/imports/name-cells.testing.ts'
import { readName } from './names.ts'
import { titleAlone } from './titles.ts'

type NameCell = ReturnType<typeof nameNotations>[number]

const JUNK = /[\d๐-๙()[\]{}*]|บริษัท|จำกัด|^(?:นาย|นาง|น\.ส|Mr|Mrs|Ms)\.? /
const plain = (text: string) => text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50)).replace(/[\s,.*-]+/g, '').replace('+66', '0') // biome-ignore format: one chain

/** Parts of a cell that are not read as meant. */
function faultsOf({ cell, parts, clean }: NameCell): string[] {
  const name = readName(cell)
  const faults = [name.first_name, name.last_name].some((one) => JUNK.test(one ?? '')) ? ['junk'] : []
  if (clean) return faults
  const { given, family, title, nick, former, maiden, company, note, phone, email } = parts
  const kept = plain([...name.notes, ...name.phones].join(' '))
  const differs = (part: string, meant: string | undefined, read: string | null) =>
    meant !== undefined && meant !== (read ?? '') ? [part] : []
  const isMissing = (part: string, meant: string | undefined) =>
    (meant?.split(', ') ?? []).every((one) => kept.includes(plain(one))) ? [] : [part]
  return [
    ...faults,
    ...differs('given', given, name.first_name),
    ...differs('family', family, name.last_name),
    ...differs('title', title && (titleAlone(title) ?? title), name.prefix),
    ...differs('nickname', nick, name.nickname),
    ...differs('former', former, name.former_name),
    ...differs('maiden', maiden, name.maiden_name),
    ...differs('company', company, name.company),
    ...isMissing('note', note),
    ...isMissing('phone', phone),
    ...isMissing('email', email),
  ]
}

test('99 of 100 notations that people write are read as meant, and none leaves junk in a name', () => {
  const notations = nameNotations()
  const read = notations.map((one) => ({ cell: one.cell, faults: faultsOf(one) }))
  const wrong = read.filter(({ faults }) => faults.length > 0)
  expect(wrong.filter(({ faults }) => faults.includes('junk'))).toEqual([])
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(notations.length / 100)
})

test('cells of every title, spacing, name, remark and mark are read as meant', () => {
  const random = randomOf(11)
  const cells = Array.from({ length: 4000 }, () => productCell(random)).filter((one) => one !== null)
  expect(cells.map((one) => [one.cell, faultsOf(one)]).filter(([, faults]) => faults!.length > 0)).toEqual([])
})
