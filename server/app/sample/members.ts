import { activity, type Columns, csvOf, profile, type SampleFile, sampleLine } from './file.ts'
import { TRIAL_LABEL, VIP_LABEL } from './label-names.ts'
import { dayAfter, type StoredPerson } from './people.ts'
import { districtOf, isBangkok } from './places.ts'
import type { Random } from './random.ts'
import {
  buddhistDay,
  typedCitizenId,
  typedEmail,
  typedGender,
  typedName,
  typedPhone,
  typedSampleDay,
} from './typing.ts'

/** The column whose cells are labels. */
export const GROUP = 'กลุ่มลูกค้า'

export const memberColumns = [
  { header: 'รหัสสมาชิก', targets: [profile('memberNo')] },
  {
    header: 'ชื่อ-นามสกุล',
    targets: [
      profile('prefixName', { part: 'prefix' }),
      profile('firstName', { part: 'first_name' }),
      profile('lastName', { part: 'last_name' }),
    ],
  },
  { header: 'ชื่อเล่น', targets: [profile('nickname')] },
  { header: 'เพศ', targets: [profile('gender')] },
  { header: 'วันเกิด', targets: [profile('birthDate')] },
  { header: 'เบอร์โทร', targets: [profile('phone')] },
  { header: 'อีเมล', targets: [profile('email')] },
  { header: 'เลขบัตรประชาชน', targets: [profile('citizenId')] },
  { header: 'อาชีพ', targets: [profile('occupation')] },
  { header: 'สถานที่ทำงาน', targets: [profile('workplace')] },
  { header: 'ที่อยู่', targets: [profile('address')] },
  { header: 'อำเภอ/เขต', targets: [profile('address')] },
  { header: 'จังหวัด', targets: [profile('address'), profile('province')] },
  { header: 'รหัสไปรษณีย์', targets: [profile('address')] },
  { header: 'ระดับสมาชิก', targets: [profile('memberTier')] },
  { header: 'แต้มสะสม', targets: [profile('points')] },
  { header: 'รับข่าวสาร', targets: [profile('newsletter')] },
  { header: 'วันที่สมัคร', targets: [profile('memberSince'), activity('activityDate')] },
  { header: 'สาขาที่สมัคร', targets: [activity('branch')] },
  { header: GROUP, targets: [] },
] as const satisfies Columns

type Header = (typeof memberColumns)[number]['header']
type Row = Record<Header, string>

const branches = [
  [30, 'สาขาใหญ่'],
  [20, 'สาขาลาดพร้าว'],
  [18, 'สาขาเชียงใหม่'],
  [12, 'สาขาขอนแก่น'],
  [11, 'สาขาชลบุรี'],
  [9, 'สาขาหาดใหญ่'],
] as const
/** Tiers with their weight and the maximum points of a member. */
const tiers: readonly (readonly [weight: number, tier: readonly [name: string, most: number]])[] = [
  [68, ['ทั่วไป', 900]],
  [20, ['ซิลเวอร์', 3200]],
  [9, ['โกลด์', 9800]],
  [3, ['แพลทินัม', 45_000]],
]

/** Rows of people who are in the file twice: the very same, and with what has changed since. */
const REPEATED = 24
const RENEWED = 36
/** Days over which the members came. */
const MEMBER_DAYS = 1400

/** Faults of rows with their frequency: each is reported by the import. */
const faults: readonly [rows: number, spoil: (row: Row, earlier: Row, place: number) => void][] = [
  [14, (row, _, place) => (row.เบอร์โทร = place % 2 ? `0698${213 + place}` : `069-${21 + place}-34`)],
  [10, (row, _, place) => (row.อีเมล = place % 2 ? 'somjai@example' : 'somchai.example.com')],
  [9, (row) => (row.เลขบัตรประชาชน = '9123456789012')],
  [8, (row, _, place) => (row.วันเกิด = place % 2 ? '31/02/2533' : '31/11/2541')],
  // A family with one phone: who of them it is can't be told.
  [8, (row, earlier) => (row.เบอร์โทร = earlier.เบอร์โทร)],
  [3, (row) => Object.assign(row, { รหัสสมาชิก: '', เบอร์โทร: '' })],
  [2, (row) => (row.แต้มสะสม = 'สองร้อย')],
]
/** Number of rows with an unquoted comma. */
const UNQUOTED = 6

/** Number of rows that cannot be imported. */
export const SPOILED = UNQUOTED + faults.reduce((sum, [rows]) => sum + rows, 0)

interface Members {
  file: SampleFile
  /** People with a phone number in their row. */
  reachable: StoredPerson[]
}

/** The members of the shop as its till keeps them: `people` come in, and SPOILED more whom the import refuses. */
export function membersFile(
  random: Random,
  { people, spoiled, today }: { people: readonly StoredPerson[]; spoiled: readonly StoredPerson[]; today: string },
): Members {
  const spoilers = [
    ...faults.flatMap(([rows, spoil]) => Array.from({ length: rows }, (_, place) => ({ spoil, place }))),
    ...Array.from({ length: UNQUOTED }, () => undefined),
  ]
  const faultOf = new Map(spoiled.map((person, place) => [person, spoilers[place]]))
  const joined = [...people, ...spoiled]
    .map((person) => ({ person, since: dayAfter(today, -2 - Math.floor(random.next() ** 1.6 * MEMBER_DAYS)) }))
    .sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))

  const lines: string[] = []
  const good: { person: StoredPerson; row: Row; line: number }[] = []
  for (const [place, { person, since }] of joined.entries()) {
    const row = rowOf(random, person, since, place + 1)
    if (!faultOf.has(person)) {
      good.push({ person, row, line: lines.length })
      lines.push(sampleLine(cellsOf(row)))
      continue
    }
    const fault = faultOf.get(person)
    fault?.spoil(row, good.findLast((earlier) => earlier.row.เบอร์โทร !== '')!.row, fault.place)
    lines.push(fault ? sampleLine(cellsOf(row)) : unquoted(row))
  }

  // Spread over the file, from the 17th row on.
  const step = Math.floor((good.length - 100) / (REPEATED + RENEWED))
  const again = Array.from({ length: REPEATED + RENEWED }, (_, place) => good[place * step + 17]!)
  lines.push(
    ...again.slice(0, REPEATED).map(({ line }) => lines[line]!),
    ...again.slice(REPEATED).map(({ row }) => sampleLine(cellsOf(renew(random, row)))),
  )
  return {
    file: { name: 'สมาชิกหน้าร้าน.csv', content: csvOf(memberColumns, lines) },
    reachable: good.filter(({ row }) => row.เบอร์โทร !== '').map(({ person }) => person),
  }
}

const cellsOf = (row: Row) => memberColumns.map(({ header }) => row[header])

/** As a program writes it that knows of no quotes. */
const unquoted = (row: Row) => cellsOf({ ...row, ที่อยู่: `${row.ที่อยู่}, หลังวัด` }).join(',')

function rowOf(random: Random, person: StoredPerson, since: string, no: number): Row {
  const { province, postcode } = person.home
  const [tier, most] = random.weighted(tiers)
  const known = (share: number, cell: string) => (random.chance(share) ? cell : '')
  const hasAddress = random.chance(0.82)
  return {
    รหัสสมาชิก: `M${String(no).padStart(5, '0')}`,
    'ชื่อ-นามสกุล': typedName(random, person),
    ชื่อเล่น: known(0.7, person.nickname),
    เพศ: typedGender(random, person.sex),
    วันเกิด: known(0.9, typedSampleDay(random, person.born)),
    เบอร์โทร: known(0.975, typedPhone(random, person.phone)),
    อีเมล: known(0.56, typedEmail(random, person.email)),
    เลขบัตรประชาชน: known(0.3, typedCitizenId(random, person.citizenId)),
    อาชีพ: known(0.78, person.occupation),
    สถานที่ทำงาน: known(0.4, person.workplace),
    ที่อยู่: hasAddress ? person.street : '',
    'อำเภอ/เขต': hasAddress ? districtOf(person.home) : '',
    จังหวัด: hasAddress ? (isBangkok(person.home) && random.chance(0.3) ? 'กทม.' : province) : '',
    รหัสไปรษณีย์: hasAddress ? postcode : '',
    ระดับสมาชิก: tier,
    แต้มสะสม: random.between(0, most).toLocaleString('en'),
    รับข่าวสาร: random.weighted([
      [58, 'ใช่'],
      [30, 'ไม่ใช่'],
      [12, ''],
    ]),
    วันที่สมัคร: buddhistDay(since),
    สาขาที่สมัคร: random.weighted(branches),
    กลุ่มลูกค้า: groupOf(tier, no),
  }
}

const groupOf = (tier: string, no: number) => {
  if (tier === 'แพลทินัม' || (tier === 'โกลด์' && no % 2 === 0)) return VIP_LABEL
  return no % 13 === 0 ? TRIAL_LABEL : ''
}

/** Turns a row into one of a member who has bought a lot since. */
function renew(random: Random, row: Row): Row {
  return {
    ...row,
    ระดับสมาชิก: 'โกลด์',
    แต้มสะสม: random.between(3200, 9800).toLocaleString('en'),
  }
}
