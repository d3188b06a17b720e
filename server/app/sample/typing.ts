import type { StoredPerson } from './people.ts'
import type { Random } from './random.ts'

/** Spelling variants of shop staff, as found in their files. */

const months = ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.']

const dashed = (phone: string) => `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`
export const thaiDigits = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)))

/** A day of the Buddhist calendar: 31/12/2567. */
export function buddhistDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${Number(year) + 543}`
}

function wordyDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]} ${Number(year) + 543}`
}

export const typedPhone = (random: Random, phone: string) =>
  random.weighted([
    [42, phone],
    [28, dashed(phone)],
    // A spreadsheet took it for a number.
    [20, phone.slice(1)],
    [4, dashed(phone).replaceAll('-', ' ')],
    [3, `+66${phone.slice(1)}`],
    [2, thaiDigits(phone)],
    [1, `${dashed(phone)} (มือถือ)`],
  ])

export const typedSampleDay = (random: Random, day: string) =>
  random.weighted([
    [72, buddhistDay(day)],
    [12, wordyDay(day)],
    [8, buddhistDay(day).replaceAll('/', '-')],
    [5, day],
    [3, thaiDigits(buddhistDay(day))],
  ])

export const typedCitizenId = (random: Random, id: string) =>
  random.chance(0.7) ? id : `${id[0]}-${id.slice(1, 5)}-${id.slice(5, 10)}-${id.slice(10, 12)}-${id[12]}`

export const typedEmail = (random: Random, email: string) =>
  random.weighted([
    [88, email],
    [7, email.charAt(0).toUpperCase() + email.slice(1)],
    [3, `${email} `],
    [2, email.toUpperCase()],
  ])

export const typedGender = (random: Random, sex: StoredPerson['sex']) => {
  const [word, letter, english] = sex === 'male' ? ['ชาย', 'ช', 'M'] : ['หญิง', 'ญ', 'F']
  return random.weighted([
    [80, word!],
    [8, letter!],
    [4, english!],
    [8, ''],
  ])
}

/** Title, first and last name in one cell. */
export function typedName(random: Random, { prefix, given, family }: StoredPerson): string {
  const title = random.weighted([
    [55, prefix],
    [15, `${prefix} `],
    [prefix === 'นางสาว' ? 14 : 0, 'น.ส.'],
    [8, 'คุณ'],
    [22, ''],
  ])
  return `${title}${given.th}${random.chance(0.06) ? '  ' : ' '}${family.th}`
}
