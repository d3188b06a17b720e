// Accidents in which the cells, not the headers, decide who a row is about. They complete those of `accidents.testing.ts`.
import type { Random } from '../../../tools/random.ts'
import { nicknames } from '../../formats/made-up/names.ts'
import { type Accident, accidents, type Cells, type Customer, dayOf } from './accidents.testing.ts'
import type { NamePool } from './name-pool.testing.ts'

export interface Person extends Customer {
  /** '' if the store does not know it. */
  citizen: string
}

/** Cells of a row before a layout picks from them. */
export interface RowCells extends Cells {
  citizen: string
}
export type RowColumn = keyof RowCells

export interface Scene {
  random: Random
  names: NamePool
  /** Adds a person whom the store does not know. */
  stranger(): Person
  /** Another customer, about whom no further row is made. */
  partner(): Person
}

/** Share of rows that may wait: none, any, or all, since a person has to decide. */
export type Waiting = 'never' | 'may' | 'must'

export interface Kind {
  name: string
  /** True if the row is about the customer it was made from. */
  same: boolean
  waits: Waiting
  /** Columns that the layout must have, and the customer a value of. */
  needs: readonly RowColumn[]
  fits(person: Person, names: NamePool): boolean
  make(cells: RowCells, person: Person, scene: Scene): RowCells
}

type More = Partial<Pick<Kind, 'waits' | 'needs' | 'fits'>>

const kind = (same: boolean, name: string, make: Kind['make'], more: More = {}): Kind => ({
  name,
  same,
  waits: same ? 'never' : 'must',
  needs: [],
  fits: () => true,
  make,
  ...more,
})
const same = (name: string, make: Kind['make'], more?: More) => kind(true, name, make, more)
const other = (name: string, make: Kind['make'], more?: More) => kind(false, name, make, more)

/** An accident of a cell that holds the whole name. */
const noted = (name: string, whole: (cells: RowCells, person: Person, scene: Scene) => string, more?: More) =>
  same(name, (c, p, scene) => ({ ...c, title: '', whole: whole(c, p, scene) }), { needs: ['whole'], ...more })

const named = (cells: RowCells, given: string, family: string, title = ''): RowCells => ({
  ...cells,
  title,
  given,
  family,
  whole: `${title}${given} ${family}`.trim(),
})

/** Letters of one sound or shape, which are typed for one another. */
const confused = ['ศษส', 'ณน', 'ใไ', 'ทธ', 'พภ', 'ฎด', 'ฏต', 'ญย', 'ลฬ', 'ขฃ', 'ิี', 'ึื', 'ุู', '่้', 'ฉช', 'คฆ']

/** Every way to mistype a name that leaves it another text, without those that are names themselves. */
function slips(names: NamePool, text: string, way: (text: string, at: number) => readonly string[]): string[] {
  const found = [...text].flatMap((_, at) => (at === 0 ? [] : way(text, at)))
  return [...new Set(found)].filter((slip) => slip !== text && !names.isGiven(slip))
}

const splice = (text: string, at: number, cut: number, put: string) => text.slice(0, at) + put + text.slice(at + cut)
const isConsonant = (letter = '') => /[ก-ฮ]/.test(letter)

const ways = {
  'a letter of the same sound': (text: string, at: number) =>
    confused
      .filter((letters) => letters.includes(text[at]!))
      .flatMap((letters) => [...letters].map((letter) => splice(text, at, 1, letter))),
  'a letter left out': (text: string, at: number) =>
    text.length > 5 && isConsonant(text[at]) && isConsonant(text[at - 1]) ? [splice(text, at, 1, '')] : [],
  'a letter typed twice': (text: string, at: number) =>
    isConsonant(text[at]) ? [splice(text, at, 1, text[at]! + text[at]!)] : [],
  'a mark left out': (text: string, at: number) => (/[่้๊๋็์]/.test(text[at]!) ? [splice(text, at, 1, '')] : []),
  'neighbouring letters exchanged': (text: string, at: number) =>
    text.length > 5 && isConsonant(text[at]) && isConsonant(text[at + 1])
      ? [splice(text, at, 2, text[at + 1]! + text[at]!)]
      : [],
}

const slipKinds = Object.entries(ways).flatMap(([name, way]) => [
  same(
    `${name} in the given name`,
    (c, p, { random, names }) => named(c, random.pick(slips(names, p.given.th, way)), c.family),
    { needs: ['family'], fits: (p, names) => slips(names, p.given.th, way).length > 0 },
  ),
  same(
    `${name} in the surname`,
    (c, p, { random, names }) => named(c, c.given, random.pick(slips(names, p.family.th, way))),
    { needs: ['family'], fits: (p, names) => slips(names, p.family.th, way).length > 0 },
  ),
])

/** A day that a slip of the finger makes of another one. */
function slippedDay(random: Random, day: string, way: 'digit' | 'neighbours' | 'year'): string {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number]
  const text = (year: number, month: number, date: number) =>
    new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
  if (way === 'year') return text(y + random.pick([-1, 1]), m, Math.min(d, 28))
  if (way === 'neighbours' && d < 28) return text(y, m, d + 1)
  return text(y, m, d > 10 ? d - 10 : d + 10)
}

/** The first consonant: some vowels are written before it. */
const initialOf = (name: string) => name.charAt(/^[เแโไใ]/.test(name) ? 1 : 0)

function otherGiven(p: Person, { random, names }: Scene): string {
  const pool = names[p.male ? 'male' : 'female'].given
  for (;;) {
    const { th } = random.pick(pool)
    // Neither a slip nor a nickname of the person's own name.
    if (initialOf(th) !== initialOf(p.given.th) && !p.given.th.includes(th) && !th.includes(p.given.th)) return th
  }
}

function otherFamily(p: Person, { random, names }: Scene): string {
  for (;;) {
    const { th } = random.pick(names.families)
    if (th[0] !== p.family.th[0] && th.at(-1) !== p.family.th.at(-1)) return th
  }
}

/** Known names that differ from the person's own by a letter. */
const nearNames = ({ male, given }: Person, names: NamePool) => names[male ? 'male' : 'female'].near.get(given.th) ?? []
const nearGiven = (person: Person, { random, names }: Scene) => random.pick(nearNames(person, names))
const hasNear = (person: Person, names: NamePool) => nearNames(person, names).length > 0

const masked = (text: string) => `${/^[เแโไใ]/.test(text) ? text.slice(0, 2) : text[0]}***${text.at(-1)}`
const third = [
  '王小明',
  '陳美玲',
  'အောင်ကျော်',
  'မမမြင့်',
  'ສົມສັກ ແກ້ວມະນີ',
  '山田太郎',
  '김민수',
  'Нина Петрова',
  'محمد علي',
  'राम कुमार',
]
const alone = { birth: '', email: '', citizen: '' }
const digitOff = (random: Random, phone: string) => {
  const at = 4 + random.below(5)
  return splice(phone, at, 1, String((Number(phone[at]) + 1 + random.below(8)) % 10))
}
/** The Thai letter above each key of a Latin keyboard, without and with the shift key. */
const keys = [
  ...["1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./", 'ๅ/-ภถุึคตจขชๆไำพะัีรนยบลฟหกดเ้่าสวงผปแอิืทมใฝ'],
  ...['ERTUIPADFGHJKL:CVN<>', 'ฎฑธ๊ณญฤฏโฌ็๋ษศซฉฮ์ฒฬ'],
].map((text) => [...text])
const keyOf = new Map([...keys[1]!, ...keys[3]!].map((letter, at) => [letter, [...keys[0]!, ...keys[2]!][at]!]))
const onLatinKeys = (text: string) => [...text].map((letter) => keyOf.get(letter) ?? letter).join('')

const own: readonly Kind[] = [
  ...slipKinds,
  same('a surname cut off by the till', (c, p) => named(c, c.given, p.family.th.slice(0, -2)), {
    needs: ['family'],
    fits: (p) => p.family.th.length > 7,
  }),
  same('a bride without a title, by birthday', (c, p, s) => named({ ...c, email: '' }, c.given, otherFamily(p, s)), {
    needs: ['family', 'birth'],
    fits: (p) => !p.male,
  }),
  same('a bride without a title, by e-mail', (c, p, s) => named({ ...c, birth: '' }, c.given, otherFamily(p, s)), {
    needs: ['family', 'email', 'phone'],
    fits: (p) => !p.male,
  }),
  same('a title instead of another', (c, p, { random }) =>
    named(c, c.given, c.family, random.pick(p.male ? ['Mr.', 'ร.ต.', 'ดร.', 'นาย'] : ['นาง', 'นางสาว', 'น.ส.', 'ดร.'])),
  ),
  same('an officer’s rank', (c, p, { random }) =>
    named(c, c.given, c.family, random.pick(p.male ? ['ร.ต.อ.', 'พ.อ.', 'จ.ส.ต. '] : ['ร.ต.อ.หญิง ', 'พ.ต.ท.หญิง'])),
  ),
  same('a birthday with a digit wrong', (c, p, { random }) => ({ ...c, birth: slippedDay(random, p.birth, 'digit') }), {
    needs: ['birth', 'family'],
  }),
  same(
    'a birthday of the next day',
    (c, p, { random }) => ({ ...c, birth: slippedDay(random, p.birth, 'neighbours') }),
    {
      needs: ['birth', 'family'],
    },
  ),
  same('a birthday a year off', (c, p, { random }) => ({ ...c, birth: slippedDay(random, p.birth, 'year') }), {
    needs: ['birth', 'family'],
  }),
  same('the phone of the row below', (c, _, { partner }) => ({ ...c, phone: partner().phone }), {
    needs: ['family', 'email', 'phone'],
  }),
  same('a phone with a digit wrong', (c, p, { random }) => ({ ...c, phone: digitOff(random, p.phone) }), {
    needs: ['family', 'email', 'phone'],
  }),
  same('Thai digits in the phone', (c) => ({ ...c, phone: c.phone.replace(/\d/g, (one) => '๐๑๒๓๔๕๖๗๘๙'[+one]!) }), {
    needs: ['phone'],
  }),
  noted(
    'a remark behind the name',
    (c, _, { random }) => `${c.given} ${c.family} (${random.pick(['ลูกค้าเก่า', 'โอนแล้ว', 'จ.เชียงใหม่', 'ค้างชำระ'])})`,
  ),
  noted('a mark in stars', (c) => `${c.given} ${c.family} *VIP*`),
  noted('the phone in the name’s cell', (c) => `${c.given} ${c.family} ${c.phone}`, { needs: ['whole', 'phone'] }),
  noted('a nickname between the names', (c, _, { random }) => `${c.given} (${random.pick(nicknames)}) ${c.family}`),
  noted('a nickname before the names', (c, _, { random }) => `${random.pick(nicknames)}-${c.given} ${c.family}`),
  noted('a former name in brackets', (c, p, s) => `${c.given} ${c.family} (เดิมชื่อ ${otherGiven(p, s)})`),
  noted('the names without a space', (c) => `${c.given}${c.family}`, { waits: 'may' }),
  same('a keyboard not switched', (c) => named(c, onLatinKeys(c.given), onLatinKeys(c.family)), { waits: 'may' }),
  same('a masked name', (c, p) => named(c, masked(p.given.th), masked(p.family.th)), { waits: 'may' }),
  same('the name in a third script', (c, _, { random }) => named(c, random.pick(third), ''), { waits: 'may' }),
  same('a monk’s name', (c, p) => named(c, p.given.th, 'ฐิตญาโณ', 'พระ'), { waits: 'may', fits: (p) => p.male }),
  same('another given name with citizen id and birthday', (c, p, s) => named(c, otherGiven(p, s), c.family), {
    waits: 'must',
    needs: ['citizen', 'birth', 'family'],
  }),

  other('a known name one letter apart', (c, p, s) => named({ ...c, ...alone }, nearGiven(p, s), otherFamily(p, s)), {
    fits: hasNear,
    waits: 'may',
  }),
  other('a brother or sister one letter apart', (c, p, s) => named({ ...c, ...alone }, nearGiven(p, s), c.family), {
    needs: ['family'],
    fits: hasNear,
    waits: 'may',
  }),
  other(
    'a brother or sister one letter apart, with a birthday',
    (c, p, s) => named({ ...c, ...alone, birth: dayOf(s.random, p.birth) }, nearGiven(p, s), c.family),
    { needs: ['family', 'birth'], fits: hasNear, waits: 'may' },
  ),
  other(
    'a child with the mother’s citizen id',
    (c, p, s) => {
      const birth = `20${10 + s.random.below(12)}-0${1 + s.random.below(9)}-1${s.random.below(9)}`
      return named(
        { ...c, email: '', birth },
        otherGiven(p, s),
        c.family,
        s.random.pick(['ด.ช.', 'ด.ญ.', 'เด็กชาย', '']),
      )
    },
    { needs: ['citizen', 'family'], fits: (p) => !p.male },
  ),
  other(
    'a husband with his wife’s citizen id',
    (c, p, s) => named({ ...c, email: '', birth: '' }, otherGiven({ ...p, male: true }, s), c.family),
    {
      needs: ['citizen', 'family'],
      fits: (p) => !p.male,
    },
  ),
  other('a twin', (c, p, s) => named({ ...c, email: '', citizen: '' }, otherGiven(p, s), c.family), {
    needs: ['birth', 'family'],
  }),
  other(
    'a son with his father’s name',
    (c, p, s) => {
      const [year, rest] = [Number(p.birth.slice(0, 4)), dayOf(s.random, p.birth).slice(4, -2)]
      return {
        ...c,
        email: '',
        citizen: '',
        title: '',
        birth: `${year + 24 + s.random.below(9)}${rest}1${s.random.below(9)}`,
      }
    },
    { needs: ['birth', 'family'], fits: (p) => p.male && p.birth < '1988', waits: 'may' },
  ),
  other(
    'husband and wife on one phone and e-mail',
    (c, p, s) => named({ ...c, birth: '', citizen: '' }, otherGiven({ ...p, male: !p.male }, s), c.family),
    {
      needs: ['family', 'email', 'phone'],
    },
  ),
  other(
    'a stranger’s masked name',
    (c, p, s) => named({ ...c, ...alone }, masked(otherGiven(p, s)), masked(otherFamily(p, s))),
    {
      waits: 'may',
    },
  ),
  other('a stranger in a third script', (c, _, { random }) => named({ ...c, ...alone }, random.pick(third), ''), {
    waits: 'may',
  }),
  other(
    'a stranger with the same birthday',
    (c, p, s) => named({ ...c, email: '', citizen: '' }, otherGiven(p, s), otherFamily(p, s)),
    {
      needs: ['birth', 'family'],
    },
  ),
  other('another initial', (c, p, s) => named({ ...c, ...alone }, `${initialOf(otherGiven(p, s))}.`, c.family), {
    needs: ['family'],
    waits: 'may',
  }),
  other(
    'another nickname and surname',
    (c, p, s) => named({ ...c, ...alone }, s.random.pick(nicknames), otherFamily(p, s)),
    {
      needs: ['family'],
      waits: 'may',
    },
  ),
]

const inLatin = /Latin|Jaidee/
/** Rows whose given name is another person's. */
const anotherGiven = /^a twin|^a child|given out|^a spouse|^another person/

/** Takes over an accident of a file whose headers are known. */
function known({ name, same: isSame, hard, needs = [], make }: Accident): Kind {
  return {
    name,
    same: isSame,
    waits: isSame ? (hard ? 'may' : 'never') : anotherGiven.test(name) && !inLatin.test(name) ? 'must' : 'may',
    needs: [
      ...needs,
      ...(/surname first|comma|brackets|initial/.test(name) ? (['family'] as const) : []),
      ...(/filler birthday|day and month|first of January/.test(name) ? (['birth'] as const) : []),
      ...(/filler 0|zeros|of the shop|phone/.test(name) ? (['phone'] as const) : []),
    ],
    fits: (p) => {
      if (inLatin.test(name)) return p.given.en !== '' && p.family.en !== ''
      if (/^a man/.test(name)) return p.male
      if (/^a woman|^a bride/.test(name)) return !p.male
      return !/^a namesake of unknown/.test(name) || p.title === ''
    },
    make(cells, person, { random, stranger }) {
      const made = make(cells, person, random, stranger) as RowCells
      // Only one's own citizen id: those of relatives are accidents of their own.
      return isSame || made.citizen !== person.citizen ? made : { ...made, citizen: '' }
    },
  }
}

export const kinds: readonly Kind[] = [...accidents.map(known), ...own]
