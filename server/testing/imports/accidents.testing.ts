// Ways in which a row of a real file differs from the customer it is about, and in which another person's row resembles it.
import type { Random } from '../../../tools/random.ts'
import { familyNames, firstNames, type MadeUpName, nicknames } from '../../formats/made-up/names.ts'

export interface Customer {
  male: boolean
  given: MadeUpName
  family: MadeUpName
  /** YYYY-MM-DD. */
  birth: string
  phone: string
  email: string
  code: string
  title: string
}

/** Cells of a row before a layout picks from them. `whole`: the name as one cell; made of the parts if absent. */
export interface Cells extends Omit<Customer, 'given' | 'family' | 'male'> {
  gender: string
  given: string
  family: string
  whole?: string
}
export type Column = keyof Cells

export interface Accident {
  name: string
  /** True if the row is about the customer it was made from. */
  same: boolean
  /** Held rows of the same person are accepted: nothing else could be told from it. */
  hard?: true
  /** Columns that the layout must have. */
  needs?: readonly Column[]
  make(cells: Cells, customer: Customer, random: Random, stranger: () => Customer): Cells
}

const FILLER_BIRTH = '1957-12-31'
const SHOP_PHONE = '0867001122'

const latin = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const wholeOf = ({ title, given, family }: Cells) => `${title}${given} ${family}`.trim()

/** With two neighbouring letters in each other's place. */
function slipped(random: Random, text: string): string {
  if (text.length < 6) return text
  const at = 1 + random.below(text.length - 3)
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)
}

const withWhole = (cells: Cells, whole: string): Cells => ({ ...cells, whole })
const both = (given: string, family: string) => ({ given, family, whole: `${given} ${family}` })
const named = (cells: Cells, given: string, family: string): Cells => ({ ...cells, title: '', ...both(given, family) })
const ofMan = (cells: Cells, male: boolean) => ({
  ...cells,
  title: male ? 'นาย' : 'นางสาว',
  gender: male ? 'ชาย' : 'หญิง',
})
const freshMail = (random: Random) => `new${random.below(1e9)}@mail.test`
const freshPhone = (random: Random) => `06${String(10_000_000 + random.below(89_999_999))}`

/** Cells of a stranger, who shares nothing. */
export function cellsOf({ male, given, family, ...rest }: Customer): Cells {
  return { ...rest, gender: male ? 'ชาย' : 'หญิง', given: given.th, family: family.th }
}

function otherGiven(random: Random, { given, male }: Customer): MadeUpName {
  const pool = Object.values(firstNames[male ? 'male' : 'female']).flat()
  for (;;) {
    const name = random.pick(pool)
    if (name.th !== given.th) return name
  }
}

function otherFamily(random: Random, { family }: Customer): string {
  for (;;) {
    const name = random.pick(familyNames)
    // Not by a letter: such a surname is a slip.
    if (name.th[0] !== family.th[0] && name.th.at(-1) !== family.th.at(-1)) return name.th
  }
}

const same = (name: string, make: Accident['make'], more: Partial<Accident> = {}): Accident => ({
  name,
  same: true,
  make,
  ...more,
})
const other = (name: string, make: Accident['make'], more: Partial<Accident> = {}): Accident => ({
  ...same(name, make, more),
  same: false,
})

export const accidents: readonly Accident[] = [
  same('as stored', (c) => c),
  same('a slip in the given name', (c, p, r) => ({ ...c, given: slipped(r, p.given.th) })),
  same('a slip in the surname', (c, p, r) => ({ ...c, family: slipped(r, p.family.th) })),
  same('Khun before the name', (c) =>
    withWhole({ ...c, title: '', given: `คุณ${c.given}` }, `คุณ${c.given} ${c.family}`),
  ),
  same('an abbreviated title', (c, p) => {
    const title = p.male ? 'Mr. ' : 'น.ส.'
    return withWhole({ ...c, title: '', given: title + c.given }, `${title}${c.given} ${c.family}`)
  }),
  same('a doctor’s title', (c) => withWhole({ ...c, title: '', given: `ดร.${c.given}` }, `ดร. ${c.given} ${c.family}`)),
  same('a relative’s word before the name', (c) => named(c, `พี่${c.given}`, c.family)),
  same('a teacher’s word before the name', (c) => named(c, `ครู${c.given}`, c.family)),
  same('Latin letters', (c, p) => named(c, latin(p.given.en), latin(p.family.en))),
  same('Latin capitals', (c, p) => named(c, p.given.en.toUpperCase(), p.family.en.toUpperCase())),
  same('Jaidee, Somchai', (c, p) =>
    withWhole(named(c, latin(p.given.en), latin(p.family.en)), `${latin(p.family.en)}, ${latin(p.given.en)}`),
  ),
  same('surname first', (c, p) => named(c, p.family.th, p.given.th)),
  same('surname first in Latin capitals', (c, p) => named(c, p.family.en.toUpperCase(), p.given.en.toUpperCase())),
  same('a comma in Thai', (c) => withWhole(named(c, c.given, c.family), `${c.family}, ${c.given}`)),
  same('a nickname in brackets', (c, _, r) => named(c, c.given, `${c.family} (${r.pick(nicknames)})`)),
  same('spaces and line breaks', (c) => withWhole({ ...c, title: '' }, `  ${c.given} \u00a0 ${c.family}\n`)),
  same('the given name alone', (c) => ({ ...named(c, c.given, ''), whole: c.given })),
  same('an initial', (c) => named(c, `${c.given.charAt(/^[เแโไใ]/.test(c.given) ? 1 : 0)}.`, c.family)),
  same('no name, as from a till', (c) => ({ ...named(c, '', ''), whole: '' }), { hard: true }),
  same('a bride, by birthday', (c, p, r) => ({ ...c, title: 'นาง', family: otherFamily(r, p), birth: p.birth }), {
    needs: ['birth', 'family'],
  }),
  same('a new phone', (c, _, r) => ({ ...c, phone: freshPhone(r) }), { needs: ['email', 'phone'] }),
  same('a new e-mail', (c, _, r) => ({ ...c, email: freshMail(r) }), { needs: ['email', 'phone'] }),
  same('day and month swapped', (c) => {
    const [y, m, d] = c.birth.split('-') as [string, string, string]
    return Number(d) <= 12 ? { ...c, birth: `${y}-${d}-${m}` } : c
  }),
  same('no birthday', (c) => ({ ...c, birth: '' })),
  same('the first of January', (c) => ({ ...c, birth: `${c.birth.slice(0, 4)}-01-01` })),
  same('the till’s filler birthday', (c) => ({ ...c, birth: FILLER_BIRTH })),
  same('the phone written another way', (c) => ({ ...c, phone: `+66 ${c.phone.slice(1, 3)}-${c.phone.slice(3)}` })),
  same('the e-mail in capitals', (c) => ({ ...c, email: c.email.toUpperCase() })),
  same('a nickname', (c, _, r) => ({ ...named(c, r.pick(nicknames), ''), whole: r.pick(nicknames) }), { hard: true }),
  same('a wholly wrong birthday', (c, p, r) => ({ ...c, birth: dayOf(r, p.birth) }), { hard: true, needs: ['birth'] }),

  other('a twin on the mother’s phone', (c, p, r) => ({
    ...ofMan(c, p.male),
    whole: undefined!,
    given: otherGiven(r, p).th,
    email: '',
  })),
  other('a child on the mother’s phone', (c, p, r) => ({
    ...ofMan(c, p.male),
    given: otherGiven(r, p).th,
    birth: dayOf(r, p.birth),
    email: '',
  })),
  other(
    'a stranger with the filler birthday',
    (c, p, r) => ({ ...c, given: otherGiven(r, p).th, family: otherFamily(r, p), birth: FILLER_BIRTH, title: '' }),
    {
      needs: ['birth'],
    },
  ),
  other(
    'a code given out in another branch',
    (_, p, r, s) => ({ ...cellsOf(s()), code: p.code, given: otherGiven(r, p).th }),
    { needs: ['code'] },
  ),
  other(
    'a code of another branch under a namesake',
    (c, p, r, s) => ({
      ...cellsOf(s()),
      title: c.title,
      gender: c.gender,
      given: p.given.th,
      family: otherFamily(r, p),
      code: p.code,
      birth: dayOf(r, p.birth),
    }),
    {
      needs: ['code'],
    },
  ),
  other('a man with another surname', (c, p, r) => ({ ...c, family: otherFamily(r, p), birth: '', email: '' }), {
    needs: ['family'],
  }),
  other(
    'a namesake of unknown title',
    (c, p, r) => ({ ...c, title: '', gender: '', family: otherFamily(r, p), birth: '', email: '' }),
    { needs: ['family'] },
  ),
  other(
    'a woman’s namesake with another e-mail',
    (c, p, r) => ({ ...c, family: otherFamily(r, p), birth: '', email: freshMail(r) }),
    {
      needs: ['family', 'email', 'phone'],
    },
  ),
  other(
    'nothing but another e-mail',
    (c, _, r) => ({ ...named(c, '', ''), whole: '', gender: '', birth: '', email: freshMail(r) }),
    {
      needs: ['email', 'phone'],
    },
  ),
  other('a phone given out again', (c, p, _, s) => ({ ...cellsOf(s()), given: otherGivenOf(s(), p), phone: c.phone })),
  other(
    'a spouse on the same e-mail',
    (c, p, r, s) => ({
      ...ofMan(cellsOf(s()), !p.male),
      given: r.pick(firstNames[p.male ? 'female' : 'male'].older).th,
      family: c.family,
      email: c.email,
    }),
    {
      needs: ['email'],
    },
  ),
  other('a spouse in Latin letters', (c, p, r) =>
    named({ ...c, birth: '', email: '', gender: '' }, latin(otherGiven(r, p).en), latin(p.family.en)),
  ),
  other('another person, surname first', (c, p, r) =>
    named({ ...c, birth: '', email: '' }, p.family.th, otherGiven(r, p).th),
  ),
  other('a namesake who shares nothing', (c, p, _, s) => ({
    ...cellsOf(s()),
    title: c.title,
    given: p.given.th,
    family: p.family.th,
  })),
  other('a placeholder for a name', (c, _, r) => ({
    ...named(c, r.pick(['ลูกค้าทั่วไป', 'walk-in', '???', 'ไม่ทราบชื่อ', 'ลูกค้า 12']), ''),
    birth: '',
    email: '',
    gender: '',
  })),
  other('the filler 0999999999', (_, __, ___, s) => ({ ...cellsOf(s()), phone: '0999999999' })),
  other('the filler 0812345678', (_, __, ___, s) => ({ ...cellsOf(s()), phone: '0812345678' })),
  other('zeros for a phone', (_, __, ___, s) => ({ ...cellsOf(s()), phone: '0000000000' })),
  other('the phone of the shop', (_, __, ___, s) => ({ ...cellsOf(s()), phone: SHOP_PHONE })),
  other('somebody new', (_, __, ___, s) => cellsOf(s())),
]

function otherGivenOf(stranger: Customer, { given }: Customer): string {
  return stranger.given.th === given.th ? 'ศักดิ์สิทธิ์' : stranger.given.th
}

/** A day far from another one. */
export function dayOf(random: Random, not = ''): string {
  for (;;) {
    const day = new Date(Date.UTC(1950, 0, 2) + random.below(55 * 365) * 86_400_000).toISOString().slice(0, 10)
    const [y, m, d] = [day.slice(0, 4), day.slice(5, 7), day.slice(8)]
    if (day.endsWith('-01-01') || day === FILLER_BIRTH) continue
    if (not === '' || (!not.startsWith(y) && !not.includes(`-${m}-`) && !not.endsWith(`-${d}`))) return day
  }
}

export { wholeOf }
