import { peopleOf } from '../../app/sample/people.ts'
import { type Random, randomOf } from '../../app/sample/random.ts'
import { thaiDigits, typedCitizenId, typedName, typedPhone, typedSampleDay } from '../../app/sample/typing.ts'

/** Kinds that detectors report; `other`: none of them. */
export const detected = ['phone', 'email', 'citizen_id', 'date', 'name', 'postcode', 'money', 'other'] as const
export type Detected = (typeof detected)[number]

interface KnownColumn {
  header: string
  truth: Detected
  cells: string[]
}
/** A file of columns whose truth is known. */
export interface LabelledFile {
  name: string
  columns: KnownColumn[]
}

type Cells = (random: Random, rows: number) => string[]
type Kinds = readonly [truth: Detected, stems: readonly string[], cells: readonly Cells[]][]

const each =
  (cell: (random: Random, row: number) => string): Cells =>
  (random, rows) =>
    Array.from({ length: rows }, (_, row) => cell(random, row))
const pad = (number: number, length: number) => String(number).padStart(length, '0')
const people = (random: Random) => peopleOf(random, '2026-11-20')
const ofPeople =
  (cell: (person: ReturnType<ReturnType<typeof peopleOf>>, random: Random) => string): Cells =>
  (random, rows) => {
    const next = people(random)
    return Array.from({ length: rows }, () => cell(next(), random))
  }
/** The people of the sample have numbers that no operator gives out; here they begin as those of the operators do. */
const OPERATORS = ['61', '62', '63', '64', '65', ...Array.from({ length: 20 }, (_, place) => String(80 + place))]
const ofPhones = (write: (phone: string, random: Random) => string) =>
  each((random) => write(`0${random.pick(OPERATORS)}${pad(random.between(0, 9_999_999), 7)}`, random))
const oneOf = (...choices: string[]) => each((random) => random.pick(choices))
const shuffled =
  (cells: Cells): Cells =>
  (random, rows) =>
    cells(random, rows)
      .map((cell) => [random.next(), cell] as const)
      .sort(([a], [b]) => a - b)
      .map(([, cell]) => cell)
/** Numbers that follow each other with gaps. */
const given =
  (first: number, gap: number, write: (number: number) => string): Cells =>
  (random, rows) => {
    let number = first
    return Array.from({ length: rows }, () => {
      number += random.between(1, gap)
      return write(number)
    })
  }
const money = (random: Random) => random.between(20, 90_000) + random.between(0, 99) / 100

const kinds: Kinds = [
  [
    'phone',
    [
      'เบอร์โทร',
      'เบอร์โทรลูกค้า',
      'โทรศัพท์มือถือ',
      'มือถือ',
      'เบอร์ติดต่อ',
      'เบอร์โทรศัพท์ที่ติดต่อได้',
      'Phone',
      'Customer phone',
      'Mobile no.',
      'Tel',
      'Contact phone',
      'cell_phone',
      'MobileNumber',
    ],
    [
      ofPhones((phone) => phone),
      ofPhones((phone) => phone.slice(1)),
      ofPhones((phone, random) => typedPhone(random, phone)),
      ofPhones((phone) => `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`),
      ofPhones((phone) => `+66${phone.slice(1)}`),
      ofPhones((phone) => thaiDigits(phone)),
    ],
  ],
  [
    'email',
    ['อีเมล', 'อีเมล์ลูกค้า', 'อีเมลติดต่อ', 'Email', 'E-mail address', 'customer_email', 'Mail', 'Email ของลูกค้า'],
    [ofPeople(({ email }) => email), ofPeople(({ email }) => email.toUpperCase())],
  ],
  [
    'citizen_id',
    [
      'เลขบัตรประชาชน',
      'เลขประจำตัวประชาชน',
      'บัตร ปชช.',
      'หมายเลขบัตรประชาชน (13 หลัก)',
      'Citizen ID',
      'National ID no.',
      'ID card',
      'thai_national_id',
    ],
    [ofPeople(({ citizenId }) => citizenId), ofPeople(({ citizenId }, random) => typedCitizenId(random, citizenId))],
  ],
  [
    'date',
    [
      'วันเกิด',
      'วันที่สมัคร',
      'วันที่ซื้อล่าสุด',
      'วันหมดอายุ',
      'ว/ด/ป เกิด',
      'Birth date',
      'Registered date',
      'Last visit',
      'created_at',
      'DOB',
      'Expiry',
    ],
    [
      ofPeople(({ born }) => born),
      ofPeople(({ born }) => born.replaceAll('-', '')),
      ofPeople(({ born }) => `${Number(born.slice(0, 4)) + 543}${born.slice(4)}`),
      ofPeople(({ born }) => `${born.slice(8)}-${born.slice(5, 7)}-${Number(born.slice(0, 4)) + 543}`),
      ofPeople(({ born }, random) => typedSampleDay(random, born)),
      ofPeople(({ born }) => `${born} 00:00:00`),
    ],
  ],
  [
    'name',
    [
      'ชื่อ',
      'ชื่อจริง',
      'นามสกุล',
      'ชื่อ-สกุล',
      'ชื่อลูกค้า',
      'ชื่อ นามสกุล ลูกค้า',
      'First name',
      'Surname',
      'Full name',
      'Customer name',
      'member_name',
      'Last Name',
    ],
    [
      ofPeople(({ given: { th } }) => th),
      ofPeople(({ family: { th } }) => th),
      ofPeople(({ given: { en } }) => en.charAt(0).toUpperCase() + en.slice(1)),
      ofPeople((person, random) => typedName(random, person)),
      ofPeople(({ prefix, given: { th } }) => prefix + th),
    ],
  ],
  [
    'postcode',
    ['รหัสไปรษณีย์', 'รหัส ปณ.', 'ไปรษณีย์', 'Postcode', 'Zip', 'Postal Code', 'ZIP_CODE'],
    [ofPeople(({ home }) => home.postcode)],
  ],
  [
    'money',
    [
      'ยอดซื้อ',
      'ยอดสะสม',
      'ราคารวม',
      'รายได้',
      'จำนวนเงิน',
      'ค่าใช้จ่าย',
      'Amount',
      'Total spent',
      'Price',
      'Income',
      'Balance (THB)',
      'net_sales',
    ],
    [
      each((random) => money(random).toFixed(2)),
      each((random) => money(random).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })),
      each((random) => String(random.between(50, 90_000))),
      each((random) => `${random.between(50, 9000)} บาท`),
    ],
  ],
  [
    'other',
    ['ลำดับ', 'No.', 'จำนวน', 'แต้มสะสม', 'Points', 'Qty', 'รหัสลูกค้า', 'Customer ID', 'Order No', 'เลขที่ใบเสร็จ', 'SKU'],
    [
      each((_, row) => String(row + 1)),
      given(660_100_000, 4, String),
      given(21_000_000, 3, String),
      each((random) => String(random.between(0, 40))),
      given(100, 9, (number) => `M-${pad(number, 5)}`),
    ],
  ],
  [
    'other',
    [
      'อาชีพ',
      'หมายเหตุ',
      'เพศ',
      'จังหวัด',
      'สถานะ',
      'ที่อยู่',
      'อำเภอ',
      'ไซซ์เสื้อ',
      'Status',
      'Gender',
      'Occupation',
      'Note',
      'Province',
      'Address',
      'Tier',
      'ช่องทาง',
    ],
    [
      ofPeople(({ occupation }) => occupation),
      ofPeople(({ home }) => home.province),
      ofPeople(({ street, home }) => `${street} ${home.district}`),
      oneOf('ช', 'ญ'),
      oneOf('ใช่', 'ไม่ใช่'),
      oneOf('Gold', 'Silver', 'Member'),
      oneOf('ลูกค้าพี่หนึ่ง', 'โทรหลังเที่ยง', 'ส่งของแล้ว รอยืนยัน', 'VIP'),
    ],
  ],
]

const HEADERS = 300
const dressed: readonly ((stem: string, random: Random) => string)[] = [
  (stem) => stem,
  (stem) => stem.toUpperCase(),
  (stem) => ` ${stem} `,
  (stem) => stem.replaceAll(' ', '_').toLowerCase(),
  (stem) => `${stem}*`,
  (stem) => `${stem} 1`,
  (stem) => `${stem} (ลูกค้า)`,
]

/** Files of generated headers in both languages, 300 in all, with cells of their kind, some of them empty. */
export function generatedFiles(seed: number): LabelledFile[] {
  const random = randomOf(seed)
  const headers = Array.from({ length: HEADERS }, (_, place) => {
    const [truth, stems, cells] = kinds[place % kinds.length]!
    return { truth, header: random.pick(dressed)(random.pick(stems), random), cells: random.pick(cells) }
  })
  const files: LabelledFile[] = []
  while (headers.length > 0) {
    const rows = random.pick([4, 25, 150, 600])
    const columns = headers.splice(0, random.between(4, 11)).map(({ truth, header, cells }) => {
      const empty = random.pick([0, 0, 0.1, 0.6])
      return { truth, header, cells: cells(random, rows).map((cell) => (random.chance(empty) ? '' : cell)) }
    })
    files.push({ name: `generated ${files.length + 1}`, columns })
  }
  return files
}

const deceivers: readonly [truth: Detected, header: string, cells: Cells][] = [
  ['date', 'c1', ofPeople(({ born }) => born)],
  ['date', 'วันที่', each((random) => `2024${pad(random.between(1, 12), 2)}${pad(random.between(1, 28), 2)}`)],
  ['date', 'ล่าสุด', each((random) => `2567-${pad(random.between(1, 12), 2)}-${pad(random.between(1, 28), 2)}`)],
  ['date', 'เบอร์โทร', each((random) => `${pad(random.between(20, 28), 2)}-${pad(random.between(1, 12), 2)}-2567`)],
  ['date', 'โทรล่าสุด', each((random) => `2024${pad(random.between(1, 12), 2)}${pad(random.between(1, 28), 2)}`)],
  ['other', 'เลขที่ใบเสร็จ', given(660_100_000, 3, String)],
  ['other', 'c2', given(660_100_000, 3, String)],
  ['other', 'c3', shuffled(given(660_100_000, 3, String))],
  ['other', 'หมายเลข', shuffled(each((random, row) => `66${pad(random.between(1, 12), 2)}${pad(row + 1, 5)}`))],
  ['other', 'Order', given(890_000_000, 50, String)],
  ['other', 'c4', given(21_000_000, 2, String)],
  ['other', 'เลขสมาชิก', shuffled(given(21_000_000, 2, String))],
  ['other', 'เบอร์สมาชิก', given(21_000_000, 1, String)],
  ['other', 'c5', given(800_000_000, 1, (number) => `0${number}`)],
  ['other', 'เบอร์', given(800_000_000, 1, (number) => `0${number}`)],
  ['other', 'c6', shuffled(given(812_000_000, 9, (number) => `0${number}`))],
  ['other', 'บิล', each((random) => `66-01-${pad(random.between(1, 99_999), 5)}`)],
  ['other', 'เลขพัสดุ', each((random) => `8${pad(random.between(0, 99_999_999), 8)}`)],
  ['other', 'c7', each((random) => `9${pad(random.between(0, 99_999_999), 8)}`)],
  ['other', 'c8', each((random) => `2${pad(random.between(0, 9_999_999), 7)}`)],
  ['other', 'เลขบัญชี', each((random) => pad(random.between(0, 9_999_999_999), 10))],
  ['other', 'barcode', each((random) => `885${pad(random.between(0, 9_999_999_999), 10)}`)],
  ['other', 'c9', each((random) => `1${pad(random.between(0, 999_999_999_999), 12)}`)],
  ['other', 'timestamp_ms', each((random) => String(1_700_000_000_000 + random.between(0, 9_999_999_999)))],
  ['other', 'unix', each((random) => String(1_700_000_000 + random.between(0, 9_999_999)))],
  ['other', 'เลขประจำตัวผู้เสียภาษี', oneOf('0105536000013', '0107537000017', '0105558000019', '0105540000051')],
  ['other', 'Tax ID', ofPeople(({ citizenId }) => citizenId)],
  ['other', 'เบอร์ร้าน', each(() => '0812345678')],
  ['other', 'ติดต่อ', each(() => '0812345678')],
  ['other', 'เบอร์พนักงานขาย', oneOf('0812345678', '0898765432', '0611112222')],
  ['other', 'c10', oneOf('0812345678', '0898765432', '0611112222')],
  ['other', 'เบอร์ผู้แนะนำ', ofPhones((phone) => phone)],
  ['other', 'Fax', ofPhones((phone) => phone)],
  ['other', 'Emergency contact', ofPhones((phone) => phone)],
  ['other', 'เบอร์โทรผู้ปกครอง', ofPhones((phone) => phone)],
  ['other', "Spouse's mobile", ofPhones((phone) => phone)],
  ['other', 'เลขบัตรประชาชนผู้ปกครอง', ofPeople(({ citizenId }) => citizenId)],
  ['other', 'Phone verified', oneOf('Yes', 'No')],
  ['other', 'Phone model', oneOf('iPhone 12', 'Galaxy S23', 'Reno 8')],
  ['other', 'created_by', oneOf('may@shop.co.th', 'ton@shop.co.th')],
  ['other', 'c11', each(() => 'sales@shop.co.th')],
  ['other', 'IG', ofPeople(({ given: { en } }) => `@${en}`)],
  ['other', 'LINE OA', each(() => 'U0123456789abcdef0123456789abcdef')],
  ['other', 'c12', ofPeople(({ citizenId }) => citizenId.slice(0, 12))],
  ['other', 'c13', each(() => '1112034563562')],
  ['other', 'รุ่น', each((random) => `${random.between(1, 4)}.${random.between(0, 20)}.${random.between(0, 40)}`)],
  ['other', 'เวลา', each((random) => `${random.between(9, 20)}:${pad(random.between(0, 59), 2)}`)],
  ['other', 'ปี', each((random) => String(random.between(2560, 2569)))],
  ['other', 'GPA', each((random) => (random.between(200, 400) / 100).toFixed(2))],
  ['other', 'น้ำหนัก (กก.)', each((random) => (random.between(4000, 9000) / 100).toFixed(2))],
  ['other', 'lat', each((random) => (13 + random.next()).toFixed(6))],
  ['other', 'emp', each((random) => String(random.between(10_000, 96_000)))],
  ['other', 'รหัสพนักงาน', given(50_000, 3, String)],
  ['other', 'ชื่อสินค้า', oneOf('เสื้อ ลายทาง', 'กางเกง ขายาว', 'หมวก ปีกกว้าง', 'ถุงเท้า')],
  ['other', 'ชื่อสาขา', oneOf('สาขา ลาดพร้าว', 'สาขา บางนา')],
  ['other', 'username', ofPeople(({ given: { en } }) => en)],
  ['other', 'ชื่อตำบล', ofPeople(({ home }) => home.district)],
  ['other', 'c14', ofPeople(({ home }) => `${home.district} ${home.province}`)],
  ['other', 'pid', given(21_000_000, 2, String)],
  ['other', 'e-mail', ofPhones((phone) => phone.slice(2))],
]

/** Columns that were made to deceive, in files of people, short and long. */
export function deceivingFiles(seed: number): LabelledFile[] {
  const random = randomOf(seed)
  return deceivers.flatMap(([truth, header, cells]) =>
    [4, 30, 500].map((rows) => ({
      name: `deceiving ${header}, ${rows} rows`,
      columns: [
        { header: 'ชื่อ', truth: 'name' as const, cells: ofPeople(({ given: { th } }) => th)(random, rows) },
        { header: 'นามสกุล', truth: 'name' as const, cells: ofPeople(({ family: { th } }) => th)(random, rows) },
        { header: 'จังหวัด', truth: 'other' as const, cells: ofPeople(({ home }) => home.province)(random, rows) },
        { header, truth, cells: cells(random, rows) },
      ],
    })),
  )
}
