import { activity, type Columns, csvOf, profile, type SampleFile, sampleLine } from './file.ts'
import { GIFT_LABEL, WHOLESALE_LABEL } from './label-names.ts'
import { GROUP } from './members.ts'
import { dayAfter, type StoredPerson } from './people.ts'
import { districtOf } from './places.ts'
import type { Random } from './random.ts'
import { buddhistDay, typedPhone } from './typing.ts'

export const orderColumns = [
  { header: 'เลขที่คำสั่งซื้อ', targets: [activity('orderNo')] },
  { header: 'วันที่สั่งซื้อ', targets: [activity('activityDate')] },
  {
    header: 'ชื่อผู้รับ',
    targets: [
      profile('firstName', { part: 'first_name', overwrite: 'if_empty' }),
      profile('lastName', { part: 'last_name', overwrite: 'if_empty' }),
    ],
  },
  { header: 'เบอร์ผู้รับ', targets: [profile('phone', { overwrite: 'if_empty' })] },
  { header: 'อีเมล', targets: [profile('email', { overwrite: 'if_empty' })] },
  { header: 'ชื่อ LINE', targets: [profile('lineDisplayName')] },
  { header: 'จังหวัดที่จัดส่ง', targets: [profile('province', { overwrite: 'if_empty' })] },
  { header: 'ที่อยู่จัดส่ง', targets: [profile('address', { overwrite: 'if_empty' })] },
  { header: 'ช่องทาง', targets: [activity('channel')] },
  { header: 'สินค้า', targets: [activity('items')] },
  { header: 'จำนวน', targets: [activity('quantity')] },
  { header: 'ยอดรวม', targets: [activity('orderTotal')] },
  { header: 'วิธีชำระเงิน', targets: [activity('payment')] },
  { header: GROUP, targets: [] },
] as const satisfies Columns

const GIFT = 'ชุดของขวัญปีใหม่'
const MANY = 4
/** In baht. */
const products = [
  ['กาแฟคั่วกลาง 250 กรัม', 220],
  ['ชาอู่หลง 100 กรัม', 180],
  ['น้ำผึ้งดอกลำไย 500 มล.', 260],
  ['ข้าวกล้องหอมมะลิ 5 กก.', 245],
  ['น้ำพริกหนุ่ม 200 กรัม', 85],
  ['กล้วยตากอบน้ำผึ้ง', 120],
  ['มะม่วงอบแห้ง 150 กรัม', 135],
  ['สบู่สมุนไพรขมิ้น', 65],
  ['แชมพูอัญชัน 300 มล.', 159],
  ['น้ำมันมะพร้าวสกัดเย็น', 290],
  ['ลูกประคบสมุนไพร', 110],
  ['ยาหม่องไพล', 79],
  ['เทียนหอมกลิ่นมะลิ', 320],
  ['ผ้าพันคอฝ้ายทอมือ', 450],
  ['เสื้อผ้าฝ้ายย้อมคราม', 790],
  ['กระเป๋าผ้าลายขิด', 390],
  ['ผ้าขาวม้า', 250],
  ['แก้วเซรามิกทำมือ', 280],
  ['ตะกร้าหวายใบเล็ก', 360],
  [GIFT, 1290],
] as const
const channels = [
  [38, 'LINE'],
  [26, 'Facebook'],
  [20, 'เว็บไซต์'],
  [16, 'ตลาดออนไลน์'],
] as const
const payments = [
  [46, 'โอนผ่านธนาคาร'],
  [24, 'พร้อมเพย์'],
  [18, 'เก็บเงินปลายทาง'],
  [12, 'บัตรเครดิต'],
] as const
const DELIVERY = 45
const FREE_DELIVERY_FROM = 500
/** The orders of a year up to yesterday. */
const ORDER_DAYS = 364

/** Online orders of the shop: one per row, at least one per buyer. */
export function ordersFile(
  random: Random,
  { buyers, orders, today }: { buyers: readonly StoredPerson[]; orders: number; today: string },
): SampleFile {
  const accounts = buyers.map((person) => ({
    person,
    lineName: random.chance(0.55) ? lineNameOf(random, person) : '',
    email: random.chance(0.5) ? person.email : '',
  }))
  const placed = Array.from({ length: orders }, (_, place) => ({
    // A few buy often.
    account: accounts[place] ?? accounts[Math.floor(random.next() ** 2.4 * accounts.length)]!,
    at: momentOf(random, today),
  })).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const lines = placed.map(({ account, at }, place) => {
    const { person, lineName, email } = account
    const [product, price] = random.pick(products)
    const quantity = random.weighted([
      [60, 1],
      [24, 2],
      [10, 3],
      [6, random.between(4, 12)],
    ])
    const sum = price * quantity
    const total = sum + (sum < FREE_DELIVERY_FROM ? DELIVERY : 0)
    const { province, postcode } = person.home
    const day = buddhistDay(at.slice(0, 10))
    return sampleLine([
      `OR${day.slice(8)}${day.slice(3, 5)}-${String(place + 1).padStart(5, '0')}`,
      `${day} ${at.slice(11)}`,
      `${person.given.th} ${person.family.th}`,
      typedPhone(random, person.phone),
      email,
      lineName,
      province,
      `${person.street} ${districtOf(person.home)} ${province} ${postcode}`,
      random.weighted(channels),
      product,
      String(quantity),
      total.toLocaleString('en', { minimumFractionDigits: 2 }),
      random.weighted(payments),
      product === GIFT ? GIFT_LABEL : quantity >= MANY ? WHOLESALE_LABEL : '',
    ])
  })
  return { name: 'คำสั่งซื้อออนไลน์.csv', content: csvOf(orderColumns, lines) }
}

/** More of them lately, and in the evening. YYYY-MM-DD hh:mm. */
function momentOf(random: Random, today: string): string {
  const day = dayAfter(today, -1 - Math.floor(random.next() ** 1.3 * ORDER_DAYS))
  const hour = random.weighted([
    [6, random.between(0, 8)],
    [34, random.between(9, 16)],
    [60, random.between(17, 23)],
  ])
  return `${day} ${String(hour).padStart(2, '0')}:${String(random.between(0, 59)).padStart(2, '0')}`
}

function lineNameOf(random: Random, { nickname, given, born }: StoredPerson): string {
  const latin = given.en.charAt(0).toUpperCase() + given.en.slice(1)
  return random.pick([
    nickname,
    `${nickname} ${random.pick(['🌸', '🌻', '💛', '✨', '🐱', '🌊'])}`,
    `${nickname} ${given.th}`,
    latin,
    `${latin} ${born.slice(2, 4)}`,
    `พี่${nickname}`,
  ])
}
