// Cells of names with what each of them holds: put together from parts, and written by hand.
import { readFileSync } from 'node:fs'
import type { Random } from '../../../tools/random.ts'

/** Contents of a cell. Absent titles are not asked for: polite words may stay one or be dropped. */
interface NameParts {
  given: string
  family: string
  title?: string
  nick?: string
  former?: string
  maiden?: string
  company?: string
  note?: string
  phone?: string
  email?: string
}

/** What a reader made of a cell; '' for parts it lacks. */
export interface ReadParts extends Required<Omit<NameParts, 'note' | 'phone' | 'email'>> {
  notes: string
}

export interface NameCell {
  cell: string
  parts: NameParts
  /** True if no more is asked than names without brackets, digits, titles and words of firms. */
  clean: boolean
  /** True if it is a word for nobody. */
  nobody?: boolean
  /** Titles, spaces, remarks and marks it was made of. */
  made?: string
}

/** Cells that people wrote, one a line: cell => given name | surname | further parts. */
export function nameNotations(file: 'name-notations' | 'name-notations-later' = 'name-notations'): NameCell[] {
  const text = readFileSync(new URL(`${file}.txt`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [cell = '', meant = ''] = line.split(' => ')
      const [given = '', family = '', ...more] = meant.split('|')
      const words = more.join(',').split(/,(?=[a-z]+(?::|,|$))/)
      const further = words.flatMap((word) => {
        const [, part, value] = /^([a-z]+):(.*)$/.exec(word) ?? []
        return part ? [[part, value]] : []
      })
      return {
        cell: cell.replace(/\\u([0-9a-f]{4})|\\([nt])/g, (_, code, letter) =>
          code ? String.fromCodePoint(Number.parseInt(code, 16)) : letter === 'n' ? '\n' : '\t',
        ),
        parts: { given, family, ...Object.fromEntries(further) },
        clean: words.includes('clean'),
        nobody: words.includes('empty'),
      }
    })
}

const words = (text: string) => text.trim().split(/\s*,\s*/)
const civil = words('นาย, นาง, นางสาว, น.ส., ด.ช., ด.ญ., เด็กชาย, เด็กหญิง, นส., Mr., Mrs., Miss, Ms.')
const ranks =
  words(`ร.ต.อ., ร.ต.ท., ร.ต.ต., พ.ต.ท., พ.ต.อ., พ.ต.ต., ด.ต., จ.ส.ต., ส.ต.อ., ส.ต.ท., ร.ต., ร.ท., ร.อ., พ.ต., พ.ท., พ.อ., น.อ.,
  น.ท., น.ต., จ.ส.อ., ส.อ., พล.ต., พล.อ., พล.ต.ต., พล.อ.อ., ร้อยตำรวจเอก, พันตำรวจโท, พันเอก, ร้อยเอก, จ่าสิบเอก, ว่าที่ ร.ต.`)
const learned = words(
  'ดร., ผศ., รศ., ศ., ผศ.ดร., รศ.ดร., ศ.ดร., นพ., พญ., ทพ., ทพญ., ภก., ภญ., รศ.นพ., ศ.นพ., พ.อ.นพ., ร.ต.อ.ดร., นายแพทย์, แพทย์หญิง, Dr.',
)
const nobleAndHoly = words(
  'คุณหญิง, ท่านผู้หญิง, ม.ล., ม.ร.ว., หม่อมหลวง, หม่อมราชวงศ์, พระมหา, พระ, พระครู, พระอาจารย์, พระอธิการ, สามเณร, แม่ชี',
)
const female = ranks.filter((rank) => !/^(?:ด\.ต|ว่าที่)/.test(rank)).map((rank) => `${rank}หญิง`)
const polite = words('คุณ, พี่, อาจารย์, ครู, หมอ, K., คุณครู')
/** Titles, and true for those that are kept. */
const titles: readonly (readonly [string, boolean])[] = [
  ['', false],
  ...[...civil, ...ranks, ...female, ...learned, ...nobleAndHoly].map((title) => [title, true] as const),
  ...polite.map((title) => [title, false] as const),
]

const spacings = ['', ' ', '  ', '\u00a0']

/** Given and family names. Latin ones take Latin titles alone. */
const names: readonly (readonly [string, string])[] = [
  ...(['สมศรี ใจดี', 'สมชาย ทองคำ', 'มาลี แก้วงาม', 'ประเสริฐ ศรีสุข', 'กมลชนก แสงทอง', 'ณัฐวุฒิ พรหมมา'] as const),
  ...(['เกรียงไกร วงศ์ใหญ่', 'ไพโรจน์ บุญมา', 'ธนกร แซ่ตั้ง', 'อุไร แซ่ลิ้ม', 'วันเพ็ญ มีสุข', 'จิราภรณ์ รักไทย'] as const),
  ...(['Somsri Jaidee', 'Somchai Thongkam', 'Kanokwan Srisuk'] as const),
].map((name) => name.split(' ') as [string, string])
const withNa: readonly [string, string] = ['สุรชัย', 'ณ อยุธยา']

type Write = (given: string, family: string) => string
/** Remarks within and behind a name, with the part they are. */
const remarks: readonly (readonly [string, Partial<NameParts>, Write])[] = [
  ['none', {}, (g, f) => `${g} ${f}`],
  ['two spaces', {}, (g, f) => `${g}  ${f}`],
  ['nickname between', { nick: 'แอน' }, (g, f) => `${g} (แอน) ${f}`],
  ['nickname behind', { nick: 'แอน' }, (g, f) => `${g} ${f} (แอน)`],
  ['nickname glued', { nick: 'เล็ก' }, (g, f) => `${g} ${f}(เล็ก)`],
  ['nickname in quotes', { nick: 'แอน' }, (g, f) => `${g} "แอน" ${f}`],
  ['a small one’s nickname', { nick: 'ภูมิ' }, (g, f) => `${g} ${f} (น้องภูมิ)`],
  ['named nickname', { nick: 'ต้น' }, (g, f) => `${g} ${f} (ชื่อเล่น ต้น)`],
  ['former name', { former: 'สุดา' }, (g, f) => `${g} ${f} (เดิมชื่อ สุดา)`],
  ['former name, other words', { former: 'สุดา' }, (g, f) => `${g} ${f} (ชื่อเดิม สุดา)`],
  ['maiden name', { maiden: 'พึ่งบุญ' }, (g, f) => `${g} ${f} (สกุลเดิม พึ่งบุญ)`],
  ['maiden name, long word', { maiden: 'พึ่งบุญ' }, (g, f) => `${g} ${f} (นามสกุลเดิม พึ่งบุญ)`],
  ['note', { note: 'ลูกค้าเก่า' }, (g, f) => `${g} ${f} (ลูกค้าเก่า)`],
  ['note in square brackets', { note: 'โอนแล้ว' }, (g, f) => `${g} ${f} [โอนแล้ว]`],
  ['province', { note: 'จ.เชียงใหม่' }, (g, f) => `${g} ${f} จ.เชียงใหม่`],
  ['phone', { phone: '0815559999' }, (g, f) => `${g} ${f} 0815559999`],
  ['phone with hyphens', { phone: '0815559999' }, (g, f) => `${g} ${f} โทร.081-555-9999`],
  ['firm', { company: 'บริษัท ตัวอย่าง จำกัด' }, (g, f) => `${g} ${f} (บริษัท ตัวอย่าง จำกัด)`],
]

const marks: readonly (readonly [string, string, string?])[] = [
  ['', ''],
  ['', ' *VIP*', 'VIP'],
  ['*VIP* ', '', 'VIP'],
  ['', ' *'],
  ['', ' ♥'],
  [' ', '  '],
  ['1. ', ''],
  ['', ' ***'],
  ['“', '”'],
]

const isLatin = (text: string) => /^[A-Za-z.]+$/.test(text)

/** Number of cells of the product of titles, spacings, names, remarks and marks. */
export const productSize = titles.length * spacings.length * (names.length + 1) * remarks.length * marks.length

/** Makes one cell of the product; null for combinations nobody writes. */
export function productCell(random: Random): NameCell | null {
  const [title, kept] = random.pick(titles)
  const spacing = title === '' ? '' : random.pick(spacings)
  const [given, family] = random.pick([...names, withNa])
  const [remark, part, write] = random.pick(remarks)
  const [before, after, note] = random.pick(marks)
  if (isLatin(given) && title !== '' && !isLatin(title)) return null
  // Glued Latin words have no seam.
  if (/[A-Za-z]$/.test(title) && spacing === '' && isLatin(given)) return null
  if (before === '“' && remark === 'nickname in quotes') return null
  return {
    cell: before + title + spacing + write(given, family) + after,
    parts: { given, family, ...(kept && { title }), ...part, ...joined(part.note, note) },
    clean: false,
    made: [title, JSON.stringify(spacing), remark, `${before}_${after}`].join(' · '),
  }
}

const joined = (one?: string, two?: string) => (one && two ? { note: `${one}, ${two}` } : two ? { note: two } : {})

/** Words of titles and their abbreviations, the longer ones first: a reader may keep either. */
const abbreviations = words(
  `ผู้ช่วยศาสตราจารย์ ผศ, รองศาสตราจารย์ รศ, ศาสตราจารย์ ศ, ดอกเตอร์ ดร, dr ดร, ทันตแพทย์หญิง ทพญ, ทันตแพทย์ ทพ, เภสัชกรหญิง ภญ, เภสัชกร ภก,
  นายแพทย์ นพ, สัตวแพทย์หญิง สพญ, นายสัตวแพทย์ นสพ, สัตวแพทย์ นสพ, แพทย์หญิง พญ, นางสาว นส, miss นส, mrs นาง, ms นส, mr นาย, เด็กชาย ดช, master ดช, เด็กหญิง ดญ,
  หม่อมราชวงศ์ มรว, หม่อมหลวง มล, หม่อมเจ้า มจ, ร้อยตำรวจเอก รตอ, ร้อยตำรวจโท รตท, ร้อยตำรวจตรี รตต, พันตำรวจเอก พตอ, พันตำรวจโท พตท,
  พันตำรวจตรี พตต, พลตำรวจเอก พลตอ, พลตำรวจโท พลตท, พลตำรวจตรี พลตต, ดาบตำรวจ ดต, จ่าสิบตำรวจ จสต, สิบตำรวจเอก สตอ, สิบตำรวจโท สตท,
  สิบตำรวจตรี สตต, พลอากาศเอก พลออ, พลอากาศโท พลอท, พลอากาศตรี พลอต, พลเรือตรี พลรต, พลเอก พลอ, พลโท พลท, พลตรี พลต, พันเอก พอ, พันโท พท,
  พันตรี พต, ร้อยเอก รอ, ร้อยโท รท, ร้อยตรี รต, จ่าสิบเอก จสอ, จ่าสิบโท จสท, จ่าสิบตรี จสต, สิบเอก สอ, สิบโท สท, สิบตรี สต, นาวาอากาศเอก นอ,
  นาวาอากาศโท นท, นาวาอากาศตรี นต, นาวาเอก นอ, นาวาโท นท, นาวาตรี นต, พลทหาร พลฯ, จ่าเอก จอ, prof ศ`,
).map((pair) => pair.split(' ') as [string, string])

const shortTitle = (title: string) =>
  abbreviations.reduce(
    (short, [word, letters]) => short.replace(word, letters),
    title
      .toLowerCase()
      .replace(/[\s.()]/g, '')
      .replace(/^คุณ(?!หญิง)(?=.)/, ''),
  )
const plain = (text = '') => text.toLowerCase().replace(/[\s.,*()\-/:"]/g, '')

const latinDigits = (text: string) =>
  text.replace(/[๐-๙]/g, (digit) => String('๐๑๒๓๔๕๖๗๘๙'.indexOf(digit))).replace(/\D/g, '')

/** True if a reader made of a cell what its writer meant. */
export function isMeant({ parts }: NameCell, read: ReadParts): boolean {
  const { given, family, title, nick = '', former = '', maiden = '', company = '', note, phone, email } = parts
  const names = plain(given) === plain(read.given) && plain(family) === plain(read.family)
  // A firm's contact without a surname may be kept as a nickname.
  const contact = company !== '' && family === '' && read.given === '' && plain(read.nick) === plain(given)
  // A former name may hold the surname of its time.
  const formerNames = plain(former + maiden) === plain(read.former + read.maiden)
  return (
    (names || contact) &&
    (contact || plain(nick) === plain(read.nick)) &&
    formerNames &&
    // A branch or a head office is part of a firm's name.
    (company === '' ? read.company === '' : plain(read.company).startsWith(plain(company))) &&
    (title === undefined || shortTitle(title) === shortTitle(read.title)) &&
    (note === undefined || note.split(', ').every((one) => plain(read.notes).includes(plain(one)))) &&
    (phone === undefined || latinDigits(read.notes).includes(phone.slice(1))) &&
    (email === undefined || read.notes.includes(email))
  )
}

const TITLE = /^(?:นาย|นาง|นางสาว|น\.ส\.?|หญิง|ดร\.?|Mr\.?|Mrs\.?|Miss|คุณหญิง|บริษัท|บจก\.?|หจก\.?|ว่าที่)$/

/** True if no name holds brackets, digits, signs, a title or a word of firms, unless it is meant as a name. */
export const isTidy = ({ parts }: NameCell, { given, family }: ReadParts): boolean =>
  [given, family].every((name) => !/[()[\]{}<>*\d๐-๙"“”/@#+]|บริษัท|จำกัด|หจก|บจก/.test(name)) &&
  [given, family].every((name) => !TITLE.test(name) || name === parts.given)
