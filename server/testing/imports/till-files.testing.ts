// Files as tills and shops write their sales, each with other headers and habits: who bought, how often, and for how much.
import { csvLine } from '../../formats/files/csv-line.ts'

export interface TillFile {
  name: string
  csv: string
  /** What the file holds, counted without the product. */
  customers: number
  purchases: number
  /** In baht. */
  sum: number
  /** True if several rows are lines of one order. */
  lined?: true
}

const people = [
  ['มะลิวรรณ', 'ใจดี', '0812345612', 'maliwan@example.com', 'Maliwan'],
  ['สมชาย', 'ทองคำ', '0898765478', 'somchai@example.com', 'Somchai'],
  ['สุดา', 'แก้วงาม', '0823334412', 'suda@example.com', 'Suda'],
  ['อนันต์', 'มั่นคง', '0861112255', 'anan@example.com', 'Anan'],
  ['ดวงใจ', 'ศรีสุข', '0957773321', 'duangjai@example.com', 'Duangjai'],
  ['กมล', 'พงษ์ไพร', '0634445566', 'kamon@example.com', 'Kamon'],
] as const
const goods = ['แก้วกาแฟ', 'เมล็ดกาแฟ', 'ดริปเปอร์', 'กระดาษกรอง'] as const
const branches = ['สยาม', 'อารีย์'] as const

interface Sale {
  no: number
  who: (typeof people)[number]
  day: number
  amount: number
  item: string
  branch: string
}

/** 18 sales of six people; four days have two of them. */
const sales: Sale[] = Array.from({ length: 18 }, (_, no) => ({
  no: no + 1,
  who: people[(no * 5) % people.length]!,
  day: 1 + Math.floor(no * 0.8),
  amount: 120 + no * 37.5,
  item: goods[no % goods.length]!,
  branch: branches[no % 3 === 0 ? 1 : 0]!,
}))
const SUM = sales.reduce((sum, { amount }) => sum + amount, 0)

const two = (number: number) => String(number).padStart(2, '0')
const thai = ({ day }: Sale) => `${two(day)}/11/2568`
const iso = ({ day }: Sale) => `2025-11-${two(day)}`
const isoTime = (sale: Sale) => `${iso(sale)} 1${sale.no % 10}:05`
const money = ({ amount }: Sale) => amount.toFixed(2)
const commas = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 })
const whole = ({ who }: Sale) => `${who[0]} ${who[1]}`

type Cell = string | number

function tillFile(name: string, header: readonly string[], cells: (sale: Sale) => Cell[]): TillFile {
  const csv = csvLine([...header]) + sales.map((sale) => csvLine(cells(sale).map(String))).join('')
  return { name, csv, customers: people.length, purchases: sales.length, sum: SUM }
}

/** Orders of two lines, of which the amount column holds either each line's or the total of the order. */
function orderFile(
  name: string,
  header: readonly string[],
  cells: (order: Sale, line: { item: string; quantity: number; amount: number; total: number }) => Cell[],
): TillFile {
  const rows = sales.flatMap((order) => {
    const second = 45 + order.no
    const total = order.amount + second
    const item = goods[(order.no + 1) % goods.length]!
    return [
      cells(order, { item: order.item, quantity: 1, amount: order.amount, total }),
      cells(order, { item, quantity: 2, amount: second, total }),
    ]
  })
  const sum = sales.reduce((before, { amount, no }) => before + amount + 45 + no, 0)
  const csv = csvLine([...header]) + rows.map((row) => csvLine(row.map(String))).join('')
  return { name, csv, customers: people.length, purchases: sales.length, sum, lined: true }
}

export const tillFiles: readonly TillFile[] = [
  tillFile('a day, a buyer and a sum', ['วันที่', 'ลูกค้า', 'เบอร์โทร', 'ยอดซื้อ'], (one) => [
    ...[thai(one), whole(one), one.who[2], money(one)],
  ]),
  tillFile('bill numbers and a branch', ['เลขที่บิล', 'วันที่ขาย', 'สาขา', 'ชื่อ-นามสกุล', 'เบอร์โทร', 'ยอดรวม'], (one) => [
    ...[`B${1000 + one.no}`, thai(one), one.branch, whole(one), one.who[2], commas(one.amount)],
  ]),
  tillFile(
    'subtotal, discount, tax and net',
    [...['วันที่', 'เลขที่ใบเสร็จ', 'ชื่อลูกค้า', 'โทรศัพท์'], ...['ราคารวม', 'ส่วนลด', 'ภาษี', 'ยอดสุทธิ']],
    (one) => [
      ...[thai(one), `R${one.no}`, whole(one), one.who[2]],
      ...[(one.amount + 10).toFixed(2), '10.00', (one.amount * 0.07).toFixed(2), money(one)],
    ],
  ),
  tillFile('English till', ['Receipt No', 'Date', 'Customer Name', 'Phone', 'Total'], (one) => [
    ...[`0001-${one.no}`, iso(one), `${one.who[4]} Jaidee`, one.who[2], money(one)],
  ]),
  tillFile('payment program', ['Transaction ID', 'Created at', 'Customer Email', 'Amount', 'Fee', 'Net'], (one) => [
    ...[`ch_${one.no}x`, isoTime(one), one.who[3], (one.amount + 5).toFixed(2), '5.00', money(one)],
  ]),
  tillFile(
    'with a staff member and a way of payment',
    ['วันเวลา', 'พนักงาน', 'ลูกค้า', 'มือถือ', 'วิธีชำระเงิน', 'จำนวนเงิน'],
    (one) => [...[`${thai(one)} 09:30`, 'พิมพ์ใจ', whole(one), one.who[2], 'เงินสด', money(one)]],
  ),
  tillFile('running numbers before the day', ['ลำดับ', 'วันที่ทำรายการ', 'ชื่อ', 'นามสกุล', 'เบอร์', 'ยอดเงิน'], (one) => [
    ...[one.no, thai(one), one.who[0], one.who[1], one.who[2], money(one)],
  ]),
  tillFile('money with a currency', ['วันที่ซื้อ', 'ชื่อ-สกุล', 'เบอร์โทรศัพท์', 'ยอดชำระ'], (one) => [
    ...[thai(one), whole(one), one.who[2], `฿${commas(one.amount)}`],
  ]),
  tillFile('a channel', ['Order ID', 'Order Date', 'Channel', 'Full Name', 'Mobile', 'Grand Total'], (one) => [
    ...[`#${one.no + 500}`, iso(one), one.no % 2 ? 'LINE' : 'Facebook', `${one.who[4]} Jaidee`, one.who[2], money(one)],
  ]),
  tillFile('a salon', ['วันที่ใช้บริการ', 'ชื่อลูกค้า', 'เบอร์โทร', 'บริการ', 'ช่าง', 'ค่าบริการ'], (one) => [
    ...[thai(one), whole(one), one.who[2], 'สระไดร์', 'พี่นก', money(one)],
  ]),
  tillFile('birth dates beside the day', ['วันที่ขาย', 'ชื่อ-นามสกุล', 'วันเกิด', 'เบอร์โทร', 'ยอดขาย'], (one) => [
    ...[thai(one), whole(one), `1${one.who[2].slice(-1)}/04/25${20 + one.who[0].length}`, one.who[2], money(one)],
  ]),
  tillFile('short headers', ['date', 'name', 'tel', 'amount'], (one) => [
    ...[iso(one), `${one.who[4]} Jaidee`, one.who[2], money(one)],
  ]),
  tillFile('price, quantity and total', ['วันที่', 'สินค้า', 'จำนวน', 'ราคาต่อหน่วย', 'รวมเงิน', 'ลูกค้า', 'เบอร์โทร'], (one) => [
    ...[thai(one), one.item, 2, (one.amount / 2).toFixed(2), money(one), whole(one), one.who[2]],
  ]),
  tillFile('without cents', ['วันที่', 'ชื่อลูกค้า', 'เบอร์โทร', 'ราคา'], (one) => [
    ...[thai(one), whole(one), one.who[2], one.amount],
  ]),
  orderFile('lines of a bill', ['เลขที่บิล', 'วันที่', 'ลูกค้า', 'เบอร์โทร', 'สินค้า', 'จำนวน', 'ยอดเงิน'], (order, line) => [
    ...[
      `B${order.no + 100}`,
      thai(order),
      whole(order),
      order.who[2],
      line.item,
      line.quantity,
      line.amount.toFixed(2),
    ],
  ]),
  orderFile('the total repeated', ['เลขที่ใบเสร็จ', 'วันที่', 'ลูกค้า', 'เบอร์โทร', 'สินค้า', 'ยอดรวมบิล'], (order, line) => [
    ...[`R${two(order.no)}`, thai(order), whole(order), order.who[2], line.item, line.total.toFixed(2)],
  ]),
  orderFile(
    'a marketplace',
    [
      ...['หมายเลขคำสั่งซื้อ', 'ชื่อผู้รับ', 'หมายเลขโทรศัพท์', 'วันที่ทำการสั่งซื้อ'],
      ...['ชื่อสินค้า', 'จำนวน', 'ราคาสินค้าที่ชำระโดยผู้ซื้อ (THB)'],
    ],
    (order, line) => [
      ...[`2511A${order.no}`, whole(order), order.who[2], isoTime(order)],
      ...[line.item, line.quantity, line.amount.toFixed(2)],
    ],
  ),
  orderFile(
    'English lines with both',
    ['Order Number', 'Order Date', 'Email', 'Item', 'Qty', 'Line Price', 'Order Total'],
    (order, line) => [
      ...[
        1000 + order.no,
        iso(order),
        order.who[3],
        line.item,
        line.quantity,
        line.amount.toFixed(2),
        line.total.toFixed(2),
      ],
    ],
  ),
  orderFile(
    'a branch in each line',
    ['สาขา', 'เลขที่บิล', 'วันที่ขาย', 'ชื่อ-นามสกุล', 'เบอร์โทร', 'รายการ', 'ราคารวม'],
    (order, line) => [
      ...[order.branch, `T${order.no}`, thai(order), whole(order), order.who[2], line.item, commas(line.amount)],
    ],
  ),
  orderFile(
    'orders of a web shop',
    ['Order ID', 'Paid at', 'Customer', 'Phone', 'Product name', 'Quantity', 'Price'],
    (order, line) => [
      ...[
        `WEB-${order.no}`,
        isoTime(order),
        `${order.who[4]} Jaidee`,
        order.who[2],
        line.item,
        line.quantity,
        line.amount.toFixed(2),
      ],
    ],
  ),
]
