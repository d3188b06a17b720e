// Names that generated people bear: made-up ones, and known ones where the lists are there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { familyNames, firstNames, type MadeUpName } from '../../formats/made-up/names.ts'

interface Names {
  given: readonly MadeUpName[]
  /** Two known names that differ by one letter. */
  pairs: readonly (readonly [string, string])[]
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

/** Builds a pool of the made-up names, and of the lists in `folder` if it exists. */
export function namePool(folder?: string): NamePool {
  const male = namesOf('male', folder)
  const female = namesOf('female', folder)
  const known = new Set([...male.given, ...female.given].map(({ th }) => th))
  return {
    male,
    female,
    families: [...familyNames, ...listed(folder, 'family')],
    isGiven: (name) => known.has(name),
  }
}

function namesOf(gender: 'male' | 'female', folder?: string): Names {
  const given = [...Object.values(firstNames[gender]).flat(), ...listed(folder, gender)]
  const near = oneLetterApart([...new Set(given.map(({ th }) => th))])
  const byHand = pairsByHand[gender].split(',').map((pair) => pair.split(' ') as [string, string])
  return { given, pairs: near.length > byHand.length ? near : byHand }
}

function listed(folder: string | undefined, name: string): MadeUpName[] {
  const file = join(folder ?? '', `${name}_names_th.txt`)
  if (folder === undefined || !existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split(/\s*\n/)
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
