// Files of one accident each: relatives with one citizen id, a till that starts its codes again, columns of no use.
import { csvLine } from '../../formats/files/csv-line.ts'
import { kinds, type Person, type Waiting } from './identity-accidents.testing.ts'
import { cellOf, cellsOf, fileOf, type IdentityFile, type IdentityStore, typedDay } from './identity-files.testing.ts'

interface MadeRow {
  kind: string
  cells: readonly string[]
  person: number | null
  same: boolean
  waits: Waiting
}

interface Options {
  columns?: readonly string[]
  key?: 'code'
  apart?: false
}

function caseFile(
  name: string,
  header: readonly string[],
  rows: readonly MadeRow[],
  options: Options = {},
): IdentityFile {
  const { columns = header, ...rest } = options
  return {
    ...fileOf(name, { header, columns: [] }),
    ...rest,
    columns,
    csv: csvLine(header) + rows.map(({ cells }) => csvLine(cells)).join(''),
    truth: rows.map(({ kind, person, same, waits }) => ({ kind, person, same, waits })),
  }
}

/** Sizes of the issue's own counts; smaller ones for a quick run. */
interface CaseSizes {
  relatives: number
  codes: number
  many: number
}

const list = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const wholeOf = ({ given, family }: Person) => `${given.th} ${family.th}`

/** Customers that these files use up at most. */
export const peopleOfCases = ({ relatives, codes, many }: CaseSizes) => relatives + 3 * codes + 12 * many + 50

export function identityCases(store: IdentityStore, { relatives, codes, many }: CaseSizes): IdentityFile[] {
  const { random, people } = store
  const strangerRow = (
    kind: string,
    cells: (known: Person, stranger: Person) => readonly string[],
    waits: Waiting = 'must',
  ) => {
    const known = people[store.draw()]!
    const person = people.length
    return { kind, cells: cells(known, anotherThan(known)), person, same: false, waits }
  }
  const sameRow = (kind: string, cells: (known: Person) => readonly string[], waits: Waiting = 'never'): MadeRow => {
    const person = store.draw()
    return { kind, cells: cells(people[person]!), person, same: true, waits }
  }
  const anotherThan = (known: Person): Person => {
    const stranger = store.stranger()
    return stranger.given.th[0] === known.given.th[0]
      ? { ...stranger, given: { th: `อุ${stranger.given.th}`, en: '' } }
      : stranger
  }
  const half = (count: number, same: (at: number) => MadeRow, other: (at: number) => MadeRow) =>
    random.shuffle(list(count, (at) => (at % 2 ? same(at) : other(at))))

  const child = kinds.find(({ name }) => name.startsWith('a child with the mother’s citizen id'))!
  const childRow = (): MadeRow => {
    const no = store.draw((p) => child.fits(p, store.names) && p.citizen !== '')
    const person = people.length
    const cells = child.make(cellsOf(people[no]!), people[no]!, store)
    store.add()
    const columns = ['given', 'family', 'phone', 'birth', 'citizen'] as const
    return {
      kind: 'a child with the mother’s citizen id',
      cells: columns.map((column) => cellOf(cells, column, random)),
      person,
      same: false,
      waits: 'must',
    }
  }

  /** The same citizen id and birthday under another given name. */
  const changedName = (): MadeRow => {
    const person = store.draw(({ citizen, birth }) => citizen !== '' && birth !== '')
    const { family, birth, citizen } = people[person]!
    const cells = [anotherThan(people[person]!).given.th, family.th, typedDay(birth), citizen]
    return { kind: 'another given name with citizen id and birthday', cells, person, same: true, waits: 'must' }
  }

  /** A code of somebody else, from a till that began to count again. */
  const again = (cells: (code: string, stranger: Person) => readonly string[]) =>
    list(codes, () => strangerRow('a code given out again', ({ code }, stranger) => cells(code, stranger)))

  return [
    caseFile('relatives', ['ชื่อ', 'นามสกุล', 'เบอร์โทร', 'วันเกิด', 'เลขบัตรประชาชน'], list(relatives, childRow)),
    caseFile(
      'codes again, ลูกหนี้',
      ['รหัสลูกค้า', 'ลูกหนี้', 'เบอร์โทร'],
      again((code, s) => [code, wholeOf(s), s.phone]),
      byCode,
    ),
    caseFile(
      'codes again, ชื่อ นามสกุล',
      ['รหัสลูกค้า', 'ชื่อ', 'นามสกุล', 'เบอร์โทร'],
      again((code, s) => [code, s.given.th, s.family.th, s.phone]),
      byCode,
    ),
    caseFile(
      'codes again, no names',
      ['รหัสลูกค้า', 'เบอร์โทร'],
      again((code, s) => [code, s.phone]),
      byCode,
    ),
    caseFile(
      'codes with new phones for a few',
      ['รหัสลูกค้า', 'ลูกหนี้', 'เบอร์โทร'],
      list(many, (at) =>
        sameRow('a code and its name', (p) => [p.code, wholeOf(p), at % 20 ? p.phone : store.stranger().phone]),
      ),
      byCode,
    ),
    caseFile('given names changed at the office', ['ชื่อ', 'นามสกุล', 'วันเกิด', 'เลขบัตรประชาชน'], list(many, changedName)),
    caseFile(
      'wrong check digits',
      ['ชื่อ-นามสกุล', 'เบอร์โทร', 'เลขบัตรประชาชน'],
      half(
        many,
        () => sameRow('a citizen id with a wrong check digit', (p) => [wholeOf(p), p.phone, wrongDigit(p.citizen)]),
        () =>
          strangerRow('a stranger whose citizen id is wrong', (p, s) => [wholeOf(s), p.phone, wrongDigit(s.citizen)]),
      ),
    ),
    caseFile(
      'names in each other’s column',
      ['ชื่อ', 'นามสกุล', 'เบอร์โทร'],
      half(
        many,
        () => sameRow('names in each other’s column', (p) => [p.family.th, p.given.th, p.phone]),
        () => strangerRow('a stranger’s names in each other’s column', (p, s) => [s.family.th, s.given.th, p.phone]),
      ),
    ),
    caseFile(
      'the same names in two columns, once swapped',
      ['ชื่อ-นามสกุล', 'ชื่อผู้ติดต่อ', 'เบอร์โทร'],
      half(
        many,
        () => sameRow('a name and the same name swapped', (p) => [wholeOf(p), `${p.family.th} ${p.given.th}`, p.phone]),
        () =>
          strangerRow('a stranger’s name and the same swapped', (p, s) => [
            wholeOf(s),
            `${s.family.th} ${s.given.th}`,
            p.phone,
          ]),
      ),
    ),
    wideFile(
      half(
        many,
        (at) => sameRow('300 columns', wide(at)),
        (at) => strangerRow('a stranger in 300 columns', (p, s) => wide(at)({ ...s, phone: p.phone })),
      ),
    ),
    caseFile(
      'one row, a stranger',
      ['ผู้สั่งซื้อ', 'เบอร์โทร'],
      [strangerRow('one row, a stranger', (p, s) => [wholeOf(s), p.phone])],
    ),
    caseFile(
      'one row, the customer',
      ['ผู้สั่งซื้อ', 'เบอร์โทร'],
      [sameRow('one row, the customer', (p) => [wholeOf(p), p.phone])],
    ),
    caseFile('one row, a child', ['ชื่อ', 'นามสกุล', 'เบอร์โทร', 'วันเกิด', 'เลขบัตรประชาชน'], [childRow()]),
    caseFile(
      'phones alone',
      ['เบอร์โทร', 'ยอดซื้อ'],
      half(
        many,
        () => sameRow('a phone alone', (p) => [p.phone, '120']),
        () => strangerRow('an unknown phone alone', (_, s) => [s.phone, '90'], 'may'),
      ),
      { apart: false },
    ),
    caseFile(
      'one name everywhere',
      ['ชื่อ', 'เบอร์โทร'],
      list(many, () => sameRow('one name on all rows', (p) => ['สมชาย ใจดี', p.phone], 'may')),
    ),
    caseFile(
      'masked names',
      ['ผู้รับ', 'เบอร์โทร', 'จังหวัด'],
      half(
        many,
        () => sameRow('a column of masked names', (p) => [masked(p), p.phone, 'ตาก'], 'may'),
        () => strangerRow('a stranger in a column of masked names', (p, s) => [masked(s), p.phone, 'ตาก'], 'may'),
      ),
      { apart: false },
    ),
    caseFile(
      'names in a third script',
      ['ผู้รับ', 'เบอร์โทร'],
      half(
        many,
        (at) => sameRow('a column in a third script', (p) => [chinese(at), p.phone], 'may'),
        (at) => strangerRow('a stranger in a column in a third script', (p) => [chinese(at), p.phone], 'may'),
      ),
    ),
    ordererFile(),
  ]

  function ordererFile(): IdentityFile {
    const rows = list(many, (at): MadeRow => {
      const receiver = wholeOf(store.stranger())
      if (at % 4 === 0) return sameRow('who orders for oneself', (p) => [wholeOf(p), wholeOf(p), p.phone])
      if (at % 4 === 1) return sameRow('who orders for another', (p) => [wholeOf(p), receiver, p.phone], 'may')
      if (at % 4 === 2) return sameRow('who receives from another', (p) => [receiver, wholeOf(p), p.phone], 'may')
      return strangerRow('two strangers on one’s phone', (p, s) => [wholeOf(s), receiver, p.phone])
    })
    return caseFile('who orders and who receives', ['ผู้สั่งซื้อ', 'ผู้รับ', 'เบอร์โทร'], rows)
  }
}

const byCode: Options = { key: 'code' }

const wide = (at: number) => (person: Person) =>
  list(300, (column) =>
    column === 216 ? wholeOf(person) : column === 11 ? person.phone : column % 7 ? '' : String((at * column) % 977),
  )
const wideFile = (rows: readonly MadeRow[]) =>
  caseFile(
    '300 columns',
    list(300, (column) => (column === 11 ? 'เบอร์โทร' : `X${column + 1}`)),
    rows,
  )

const wrongDigit = (citizen: string) => citizen && citizen.slice(0, -1) + String((Number(citizen.at(-1)) + 1) % 10)
const maskedWord = (text: string) => `${text.charAt(/^[เแโไใ]/.test(text) ? 1 : 0)}*****${text.at(-1)}`
const masked = ({ given, family }: Person) => `${maskedWord(given.th)} ${maskedWord(family.th)}`

const [surnames, givens] = ['王李張劉陳楊趙黃周吳徐孫', '明美偉芳娜敏靜麗強磊軍洋勇艷傑濤'].map((text) => [
  ...text,
]) as [string[], string[]]
const chinese = (at: number) =>
  surnames[at % surnames.length]! + givens[(at * 7) % givens.length]! + givens[Math.floor(at / 5) % givens.length]!
