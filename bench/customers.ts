import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { randomOf } from '../tools/random.ts'
import { syllables, wordOf } from './thai-names.ts'

const jobs = ['พนักงาน', 'ค้าขาย', 'ข้าราชการ', 'ฟรีแลนซ์', 'นักศึกษา', 'เกษตรกร', '', '']
const businesses = ['ร้านอาหาร', 'คาเฟ่', 'ค้าปลีก', 'สปา', '', '']
const streets = ['ถ.สุขุมวิท', 'ถ.ห้วยแก้ว', 'ซ.ลาดพร้าว', 'ถ.มิตรภาพ', 'ถ.เพชรเกษม']
const provinces = ['กรุงเทพฯ', 'เชียงใหม่', 'ขอนแก่น', 'นครราชสีมา', 'สงขลา', 'ชลบุรี', 'ภูเก็ต', 'อยุธยา']

export const HEADER = 'คำนำหน้า,ชื่อ,นามสกุล,เบอร์โทร,อีเมล,เลขบัตรประชาชน,วันเกิด,เพศ,อาชีพ,ประเภทธุรกิจ,ที่อยู่,ยอดซื้อ'

interface Kind {
  rows: number
  seed: number
  /** Rows whose amount differs from that of the same file without changes, as a share. */
  changed?: number
  /** The number of the first person; no two numbers have anything in common. */
  first?: number
}

/** Writes Thai customers of 12 columns, about 300 bytes each, with words of every frequency: 5 % repeat an earlier customer, 3 % have an unreadable cell. */
export async function writeCustomers(path: string, { rows, seed, changed = 0, first = 0 }: Kind): Promise<void> {
  const random = randomOf(seed)
  const changes = randomOf(seed + 1)
  const file = createWriteStream(path)
  file.write(`\ufeff${HEADER}\r\n`)
  for (let row = 0; row < rows; row++) {
    // A repeat is a person before with the same keys; the numbers below follow from the person's number alone.
    const person = first + (row > 0 && random.chance(0.05) ? random.below(row) : row)
    const dirty = random.chance(0.03)
    const mobile = `0${[6, 8, 9][person % 3]}${String((person * 7919 + 11_111_111) % 100_000_000).padStart(8, '0')}`
    const phone = dirty ? mobile.slice(0, 6) : person % 4 === 0 ? mobile.slice(1) : mobile
    const amount = ((person * 37) % 90_000) / 4 + (changes.chance(changed) ? 1 : 0)
    const cells = [
      ['นาย', 'นาง', 'นางสาว'][person % 3],
      wordOf(person),
      `${syllables[person % 20]}${syllables[(person >> 4) % 20]}${syllables[(person >> 8) % 20]}`,
      phone,
      person % 3 === 0 ? '' : `c${person}@example.com`,
      citizenId(person),
      `${String((person % 28) + 1).padStart(2, '0')}/${String((person % 12) + 1).padStart(2, '0')}/${2490 + (person % 70)}`,
      ['ช', 'ญ', ''][person % 3],
      jobs[person % jobs.length],
      businesses[person % businesses.length],
      addressOf(person),
      amount.toFixed(2),
    ]
    if (!file.write(`${cells.join(',')}\r\n`)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
}

/** A quoted cell: the house, a village, a road, a district and a province. */
function addressOf(person: number): string {
  const house = `${(person % 900) + 1}/${person % 99}`
  const village = `หมู่บ้าน${wordOf(person + 50_000_000)}`
  const district = `ต.${wordOf(Math.floor(person / 7) + 90_000_000)} อ.เมือง`
  const road = streets[person % streets.length]
  return `"${house} ${village} ${road} ${district} จ.${provinces[person % 8]}, ${10_000 + (person % 80_000)}"`
}

/** 13 digits that begin with 9, as no living person's do, with a right check digit. */
function citizenId(person: number): string {
  const digits = `9${String(person).padStart(11, '0')}`
  let sum = 0
  for (let place = 0; place < 12; place++) sum += Number(digits[place]) * (13 - place)
  return `${digits}${(11 - (sum % 11)) % 10}`
}
