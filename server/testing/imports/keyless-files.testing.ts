// Sales and member files with and without keys: who each row is about, which contacts it brings, and which rows name nobody.
import { type Random, randomOf } from '../../../tools/random.ts'
import { csvLine } from '../../formats/files/csv-line.ts'
import { familyNames, firstNames } from '../../formats/made-up/names.ts'

interface Member {
  code: string
  given: string
  family: string
  phone: string
  email: string
}

interface KeylessRow {
  /** Number of the member; from NEW_PEOPLE on somebody the store does not know; null if the row names nobody. */
  person: number | null
  /** Phones and e-mails of the row, as they are stored. */
  contacts: string[]
  /** True if nothing but waiting is safe. */
  unsure?: true
}

export interface KeylessFile {
  name: string
  csv: string
  /** Choice of a clerk whom the mapping step asks for a key: the header of the column of codes, or that every row is new. */
  clerk: { code: string } | 'every_row_is_new' | 'nothing'
  /** True if each row carries a purchase. */
  sales?: true
  rows: KeylessRow[]
}

const NEW_PEOPLE = 10_000
const given = Object.values(firstNames).flatMap((byAge) => Object.values(byAge).flat())

/** Members of a store, whose codes count upwards. */
export function keylessStore(seed: number, size: number) {
  const random = randomOf(seed)
  const members = Array.from({ length: size }, (_, no) => person(random, no))
  const rows = members.map(({ code, given, family, phone, email }) => csvLine([code, given, family, phone, email]))
  return { members, csv: csvLine(['รหัสสมาชิก', 'ชื่อ', 'นามสกุล', 'เบอร์โทร', 'อีเมล']) + rows.join('') }
}

function person(random: Random, no: number): Member {
  const { th, en } = random.pick(given)
  return {
    code: String(no + 1).padStart(6, '0'),
    given: th,
    family: random.pick(familyNames).th,
    phone: `081${String(2_000_000 + no * 7919).slice(-7)}`,
    email: `${en}${no}@example.com`,
  }
}

type Cells = readonly (string | number)[]

/** The files, of `size` rows each. */
export function keylessFiles(seed: number, members: readonly Member[], size: number): KeylessFile[] {
  const random = randomOf(seed + 1)
  const day = () => `${String(1 + random.below(28)).padStart(2, '0')}/11/2568`
  const amount = () => 20 + random.below(3000)
  const second = (no: number) => `089${String(3_000_000 + no * 7717).slice(-7)}`
  const secondMail = (no: number) => `work${no}@example.org`
  const name = ({ given, family }: Member) => `${given} ${family}`
  const fresh = (at: number) => person(random, NEW_PEOPLE + at)

  function file(
    header: readonly string[],
    row: (
      at: number,
      member: Member,
      no: number,
    ) => { cells: Cells; is?: KeylessRow['person']; contacts?: string[]; unsure?: true },
    more: Partial<Pick<KeylessFile, 'clerk' | 'sales' | 'name'>> = {},
    count = size,
  ): KeylessFile {
    const rows: KeylessRow[] = []
    const order = random.shuffle([...members.keys()])
    const lines = Array.from({ length: count }, (_, at) => {
      const no = order[at % order.length]!
      const { cells, is = no, contacts = [], unsure } = row(at, members[no]!, no)
      rows.push({ person: is, contacts, ...(unsure && { unsure }) })
      return csvLine(cells.map(String))
    })
    return { name: header.join(' '), clerk: 'nothing', ...more, csv: csvLine(header) + lines.join(''), rows }
  }
  const sales = true as const
  const newPerson = (at: number) => NEW_PEOPLE + at

  return [
    // Codes that count upwards, every tenth of them unknown.
    ...['รหัสสมาชิก', 'สมาชิก', 'Member No', 'A1'].map((code) =>
      file(
        [code, 'วันที่ซื้อ', 'ยอดซื้อ'],
        (at, member) =>
          at % 10 === 9
            ? { cells: [String(900_000 + at), day(), amount()], is: null }
            : { cells: [member.code, day(), amount()] },
        { clerk: { code }, sales },
      ),
    ),
    file(['รหัสสมาชิก', 'ชื่อ'], (_, member) => ({ cells: [member.code, name(member)] }), { clerk: { code: 'รหัสสมาชิก' } }),
    file(['เลขที่บิล', 'วันที่', 'ยอดรวม'], (at) => ({ cells: [`INV${1000 + at}`, day(), amount()], is: null }), {
      clerk: 'every_row_is_new',
      sales,
    }),
    file(
      ['หมายเลขคำสั่งซื้อ', 'ชื่อผู้รับ', 'หมายเลขโทรศัพท์', 'ที่อยู่', 'ราคารวม'],
      (at) => ({ cells: [`25110${at}`, 'ส******ี', '******12', `${at}/2 ต.บ้านใหม่ อ.เมือง จ.ตาก`, amount()], is: null }),
      { clerk: 'every_row_is_new' },
    ),
    file(
      ['Order ID', 'Shipping Address', 'Postcode'],
      (at) => ({ cells: [`25111${at}`, `${at}/7 ถ.ริมน้ำ เชียงใหม่`, '50000'], is: null }),
      { clerk: 'every_row_is_new' },
    ),
    file(
      ['Order ID', 'Recipient', 'Shipping Address'],
      (at) => ({ cells: [`25112${at}`, name(fresh(at)), `${at}/9 ถ.ริมน้ำ เชียงใหม่`], is: newPerson(at) }),
      { clerk: 'every_row_is_new' },
    ),
    file(['ชื่อ', 'จังหวัด'], (at) => ({ cells: [name(fresh(at + size)), 'ตาก'], is: newPerson(at + size) }), {
      clerk: 'every_row_is_new',
    }),
    file(['ชื่อ', 'ติดต่อ'], (at, member) => {
      const contact = at % 2 ? member.phone : member.email
      return { cells: [name(member), contact], contacts: [contact] }
    }),
    file(['ลำดับ', 'ชื่อ', 'เบอร์โทร'], (at, member) => ({
      cells: [at + 1, name(member), member.phone],
      contacts: [member.phone],
    })),
    file(['Name', 'Phone', 'Mobile'], (at, member) => {
      const own = at % 8 !== 7
      return {
        cells: [name(member), '02-555-0010', own ? member.phone : ''],
        contacts: own ? [member.phone] : [],
        ...(!own && { unsure: true as const }),
      }
    }),
    file(['ชื่อ', 'เบอร์โทร'], (at, member, no) => {
      const phones = at % 2 ? [member.phone, second(no)] : [second(no), member.phone]
      return { cells: [name(member), phones.join(at % 3 ? ', ' : ' / ')], contacts: phones }
    }),
    file(['ชื่อ', 'เบอร์โทร', 'เบอร์สำรอง'], (at, member, no) => {
      const phones = at % 2 ? [member.phone, second(no + 20_000)] : [second(no + 20_000), member.phone]
      return { cells: [name(member), ...phones], contacts: phones }
    }),
    file(['ชื่อ', 'อีเมล'], (at, member, no) => {
      const mails = at % 2 ? [member.email, secondMail(no)] : [secondMail(no), member.email]
      return { cells: [name(member), mails.join('; ')], contacts: mails }
    }),
    file(['ชื่อ', 'เบอร์โทร', 'LINE ID'], (_, member, no) => ({
      cells: [name(member), member.phone, `line_${no}`],
      contacts: [member.phone, `line_${no}`],
    })),
    file(['ชื่อ', 'เบอร์โทร', 'อีเมล'], (at, member) => {
      const bad = at % 4 === 0
      return {
        cells: [name(member), bad ? member.phone.slice(0, 6) : member.phone, member.email],
        contacts: bad ? [member.email] : [member.phone, member.email],
      }
    }),
    file(['ชื่อ', 'เบอร์โทร'], (at, member) => ({
      cells: [name(member), at % 2 ? `${member.phone} (แม่)` : `โทรตอนเย็น ${member.phone}`],
      contacts: [member.phone],
    })),
    file(
      ['วันที่', 'ลูกค้า', 'โทร', 'ยอดซื้อ'],
      (at, member) =>
        at % 5 === 4
          ? { cells: [day(), at % 2 ? 'ลูกค้าทั่วไป' : '', '', amount()], is: null }
          : { cells: [day(), name(member), member.phone, amount()], contacts: [member.phone] },
      { sales },
    ),
    file(
      ['Order No', 'Client', 'Phone', 'SKU', 'Total'],
      (at) => {
        const buyer = Math.floor(at / 3)
        const { given, family, phone } = person(randomOf(buyer), NEW_PEOPLE + 500 + buyer)
        return {
          cells: [`S${buyer}`, `${given} ${family}`, phone, `P${at % 3}`, 300],
          is: newPerson(50_000 + buyer),
          contacts: [phone],
        }
      },
      { sales },
    ),
    file(['ชื่อ', 'ติดต่อ', 'เบอร์โทร'], (at, member, no) => {
      const contact = at % 2 ? second(no + 40_000) : member.email
      return { cells: [name(member), contact, member.phone], contacts: [contact, member.phone] }
    }),
  ]
}
