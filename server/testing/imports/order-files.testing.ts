/** A file of orders, with what is right for it: worked out in satang while the rows are made. */
export interface OrderFile {
  csv: string
  /** The first rows alone, as an earlier file. */
  earlier: string
  hasTotals: boolean
  hasBranches: boolean
  /** By branch and number: satang and lines of the orders that count. */
  orders: Map<string, { satang: number; lines: number }>
  /** Sum of rows without a number, each a purchase. */
  alone: { satang: number; rows: number }
  /** By branch and number: orders with two buyers or two days. */
  waiting: Map<string, 'twoBuyers' | 'twoDays'>
  totalRows: number
}

interface Row {
  cells: string[]
  order: number
}

const HEADER = 'เลขที่บิล,สาขา,วันที่,ชื่อ,เบอร์โทร,สินค้า,จำนวน,ยอด'
const items = ['ลาเต้', 'เค้ก', 'ชาเย็น', 'ครัวซองต์', 'น้ำส้ม']
const branches = ['สีลม', 'อโศก']
const people = ['ญาดา', 'มานี', 'ชูใจ', 'ปิติ', 'วีระ', 'สมศรี', 'ดวงใจ', 'เพชร']

/** Returns numbers below `most`, the same ones for a seed. */
function randomOf(seed: number): (most: number) => number {
  let state = (seed * 2654435761 + 12345) >>> 0
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

/** Makes a file of orders as tills and shops write them. */
export function orderFile(seed: number): OrderFile {
  const random = randomOf(seed)
  const oneIn = (most: number) => random(most) === 0
  const hasTotals = oneIn(3)
  const hasBranches = oneIn(3)
  const namesBuyerOnce = oneIn(4)
  const shuffles = oneIn(2)
  const orders: OrderFile['orders'] = new Map()
  const waiting: OrderFile['waiting'] = new Map()
  const alone = { satang: 0, rows: 0 }
  const rows: Row[] = []
  const money = (satang: number) => moneyText(satang, random(4))
  const count = 3 + random(25)
  for (let place = 0; place < count; place++) {
    const number = hasBranches ? `B${place >> 1}` : oneIn(20) ? `08123${String(10000 + place)}` : `B${place}`
    const branch = hasBranches ? branches[place % 2]! : ''
    const buyer = random(people.length)
    const day = 1 + random(28)
    const size = oneIn(12) ? 20 + random(30) : 1 + random(4)
    const lines: { satang: number; item: string; pieces: number; refund: boolean }[] = []
    for (let line = 0; line < size; line++) {
      const before = lines.at(-1)
      if (before && oneIn(4)) lines.push({ ...before })
      else
        lines.push({
          satang: 1 + random(500_000),
          item: items[random(items.length)]!,
          pieces: 1 + random(3),
          refund: false,
        })
    }
    let total = lines.reduce((sum, { satang }) => sum + satang, 0)
    if (!hasTotals && oneIn(5)) {
      const back = 1 + random(total)
      lines.push({ satang: -back, item: 'คืนสินค้า', pieces: 1, refund: true })
      total -= back
    }
    const spoiled = lines.length > 1 && oneIn(15) ? (oneIn(2) ? 'twoBuyers' : 'twoDays') : null
    // The second line is wrong: it is never a refund of an order whose first line is none.
    const wrong = spoiled && !lines[1]!.refund ? spoiled : null
    for (const [at, { satang, item, pieces, refund }] of lines.entries()) {
      const whose = wrong === 'twoBuyers' && at === 1 ? (buyer + 1) % people.length : buyer
      const when = wrong === 'twoDays' && at === 1 ? day + 1 : refund ? Math.min(28, day + 3) : day
      const named = !namesBuyerOnce || at === 0 || whose !== buyer
      rows.push({
        order: place,
        cells: [
          number,
          branch,
          `${String(when).padStart(2, '0')}/11/2567`,
          named ? people[whose]! : '',
          named ? `081555${String(1000 + whose)}` : '',
          item,
          String(pieces),
          money(hasTotals ? total : satang),
        ],
      })
    }
    if (wrong) waiting.set(`${branch} ${number}`, wrong)
    else orders.set(`${branch} ${number}`, { satang: total, lines: lines.length })
  }
  for (let left = random(4); left > 0; left--) {
    const satang = 1 + random(90_000)
    alone.satang += satang
    alone.rows++
    const cells = ['', '', '05/11/2567', people[left]!, `081555${String(1000 + left)}`, 'ชาเย็น', '1', money(satang)]
    rows.push({ order: -1, cells })
  }
  if (shuffles) shuffle(rows, random)
  const cut = 1 + random(rows.length)
  const written = rows.map(({ cells }) => cells.map(quoted).join(','))
  const totalRows = oneIn(3) ? 1 : 0
  const tail = totalRows ? [`รวมทั้งสิ้น,,,,,,,${quoted(money(sumOf(orders) + alone.satang))}`] : []
  return {
    csv: `${[HEADER, ...written, ...tail].join('\n')}\n`,
    earlier: `${[HEADER, ...written.slice(0, cut)].join('\n')}\n`,
    ...{ hasTotals, hasBranches, orders, alone, waiting, totalRows },
  }
}

const sumOf = (orders: OrderFile['orders']) => [...orders.values()].reduce((sum, { satang }) => sum + satang, 0)

/** Writes an amount as programs and people do. */
function moneyText(satang: number, style: number): string {
  const whole = Math.trunc(Math.abs(satang) / 100)
  const rest = String(Math.abs(satang) % 100).padStart(2, '0')
  const sign = satang < 0 ? '-' : ''
  const grouped = (mark: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, mark)
  if (style === 0) return `${sign}${whole}.${rest}`
  if (style === 1) return `${sign}${grouped(',')}.${rest}`
  // Thousands and decimals the other way round can be told apart only where there are both.
  if (style === 2 && whole >= 1000) return `${sign}${grouped('.')},${rest}`
  return `${sign}฿${grouped(',')}.${rest}`
}

const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell)

function shuffle<T>(rows: T[], random: (most: number) => number): void {
  for (let place = rows.length - 1; place > 0; place--) {
    const other = random(place + 1)
    ;[rows[place], rows[other]] = [rows[other]!, rows[place]!]
  }
}
