// Names that generated people bear: made-up ones and those of the shipped lists.
import { readFileSync } from 'node:fs'
import { familyNames, firstNames, type MadeUpName } from '../../formats/made-up/names.ts'

interface Names {
  /** Made-up names, which alone have Latin letters. */
  madeUp: readonly MadeUpName[]
  /** All names. */
  given: readonly MadeUpName[]
  /** Known names that differ by one letter from a known name. */
  near: ReadonlyMap<string, readonly string[]>
  /** Names with such a neighbour. */
  paired: readonly string[]
}

export interface NamePool {
  male: Names
  female: Names
  families: readonly MadeUpName[]
  /** True for given names that somebody bears: a slip must not produce one. */
  isGiven(name: string): boolean
}

const pairsByHand = {
  male: 'สันต์ สันติ,สมชาย สมชัย,วิชัย วิชิต,สุรชัย สุรชาย,ธนพล ธนพร,กิตติ กิตติ์,อนันต์ อนันท์,มานพ มานะ,ณรงค์ ณรงศ์',
  female: 'มาลี มาลา,สุธิณี สุธินี,สุดา สุภา,วรรณา วรรณี,รัตนา รัตนี,อรุณี อรุณา,กัลยา กัญยา,นิตยา นิดยา,พิมพา พิมพ์',
}

export function namePool(): NamePool {
  const male = namesOf('male')
  const female = namesOf('female')
  const known = new Set([...male.given, ...female.given].map(({ th }) => th))
  return {
    male,
    female,
    families: [...familyNames, ...listed('family')],
    isGiven: (name) => known.has(name),
  }
}

function namesOf(gender: 'male' | 'female'): Names {
  const madeUp = Object.values(firstNames[gender]).flat()
  const given = [...madeUp, ...listed(gender)]
  const known = new Set(given.map(({ th }) => th))
  const byHand = pairsByHand[gender]
    .split(',')
    .map((pair) => pair.split(' ') as [string, string])
    .filter((pair) => pair.every((name) => known.has(name)))
  const pairs = [...byHand, ...oneLetterApart([...new Set(given.map(({ th }) => th))])]
  const both = pairs.flatMap(([one, two]) => [[one, two] as const, [two, one] as const])
  const near = Map.groupBy(both, ([name]) => name)
  return {
    madeUp,
    given,
    near: new Map([...near].map(([name, found]) => [name, found.map(([, other]) => other)])),
    paired: [...near.keys()],
  }
}

function listed(name: 'male' | 'female' | 'family'): MadeUpName[] {
  const lines = readFileSync(new URL(`../../master-data/thai-names/${name}.txt`, import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => /^[ก-ฮเแโไใ][ก-๎]{2,13}$/.test(line)).map((th) => ({ th, en: '' }))
}

/** Pairs of names of which one becomes the other by a letter more or by another letter. */
function oneLetterApart(names: readonly string[]): [string, string][] {
  const known = new Set(names)
  const byRest = new Map<string, string>()
  const pairs: [string, string][] = []
  for (const name of names.filter(({ length }) => length > 3)) {
    for (let at = 1; at < name.length; at++) {
      const [before, after] = [name.slice(0, at), name.slice(at + 1)]
      if (known.has(before + after)) pairs.push([before + after, name])
      const other = byRest.get(`${before}_${after}`)
      if (other) pairs.push([other, name])
      byRest.set(`${before}_${after}`, name)
    }
  }
  return pairs
}
