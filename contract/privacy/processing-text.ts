import { roleTitle } from '../access/preset-roles.ts'
import type { Language } from '../errors/catalog.ts'
import { scopes } from '../platform/scopes.ts'
import type { Pair } from '../platform/sentence.ts'
import { systemFields } from '../platform/system-fields.ts'
import type { ProcessingChange, ProcessingLine, processingParts } from './processing.ts'

/** Formats of the reader. */
export interface ProcessingFormat {
  language: Language
  /** `2026-11-29` as the reader writes it. */
  day(day: string): string
  number(value: number): string
}

type Facts = ProcessingLine['facts']
type Write = (value: string, number: number) => string

export const partWords: Record<(typeof processingParts)[number], Pair> = {
  purposes: ['วัตถุประสงค์', 'Purposes'],
  people: ['เจ้าของข้อมูล', 'People'],
  fields: ['ข้อมูลที่เก็บ', 'Data'],
  receivers: ['ผู้รับข้อมูล', 'Recipients'],
  retention: ['ระยะเวลาเก็บ', 'Retention'],
  measures: ['มาตรการความปลอดภัย', 'Security measures'],
}

export const changeWords: Record<ProcessingChange['kind'], Pair> = {
  added: ['เพิ่ม', 'New'],
  changed: ['เปลี่ยน', 'Changed'],
  removed: ['เลิกใช้', 'No longer'],
}

/** Names of lines that the store did not name. */
const names: Readonly<Record<string, Pair>> = {
  'people:customers': ['ลูกค้า', 'Customers'],
  'people:under_age': ['ลูกค้าอายุต่ำกว่า 20 ปี', 'Customers under 20'],
  'people:friends': ['เพื่อนใน LINE ที่ยังไม่เป็นลูกค้า', 'LINE friends who are no customers yet'],
  'people:staff': ['คนในร้าน', 'Members of the store'],
  'labels:general': ['ป้ายกำกับของลูกค้า', 'Labels of customers'],
  'labels:advanced': ['เซกเมนต์ของลูกค้า', 'Segments of customers'],
  'export:profile': ['ไฟล์ส่งออกลูกค้า', 'Exported files of customers'],
  'export:activity': ['ไฟล์ส่งออกกิจกรรม', 'Exported files of activities'],
  'export:consent': ['ไฟล์ส่งออกความยินยอม', 'Exported files of consents'],
  'export:broadcast_recipient': ['ไฟล์ส่งออกผู้รับบรอดแคสต์', 'Exported files of recipients of broadcasts'],
  'export:online_log': ['ไฟล์ส่งออกประวัติช่องทาง', 'Exported files of the online log'],
  'rule:activity': ['การซื้อและกิจกรรมของลูกค้า', 'Purchases and activities of customers'],
  'rule:note': ['โน้ตของลูกค้า', 'Notes about customers'],
  'rule:message': ['ข้อความในแชทของลูกค้า', 'Chat messages of customers'],
  'period:import_rows': ['แถวของไฟล์ที่นำเข้า หลังนำเข้าเสร็จ', 'Rows of imported files, after the import'],
  'period:exports': ['ไฟล์ส่งออก', 'Exported files'],
  'period:copies': ['สำเนาข้อมูลที่ลูกค้าขอ', 'Copies that customers asked for'],
  'period:online_log': ['ประวัติช่องทาง', 'Online log'],
  'period:failed_items': ['รายการจากโปรแกรมที่บันทึกไม่ได้', 'Items of programs that failed'],
  'period:clicks': ['การกดลิงก์ที่ยังไม่รวมยอด', 'Clicks on links'],
  'period:audit_log': ['ประวัติการใช้งาน', 'Audit log'],
  'period:reads': ['บันทึกการเห็นข้อมูลอ่อนไหว', 'Records of reads of sensitive data'],
  'period:deleted_store': ['ข้อมูลของร้าน หลังลบร้าน', 'Data of the store, after the store is deleted'],
  'measure:roles': ['สิทธิ์ตามบทบาท', 'Rights by role'],
  'measure:sensitive_roles': ['บทบาทที่เห็นข้อมูลอ่อนไหว', 'Roles that see sensitive data'],
  'measure:second_factor': ['ยืนยันขั้นที่สองเมื่อเข้าสู่ระบบ', 'Second step of logging in'],
  'measure:audit_log': ['ประวัติการใช้งานที่แก้ไม่ได้', 'Sealed audit log'],
  'measure:reads': ['บันทึกว่าใครเห็นข้อมูลอ่อนไหว', 'Record of who saw sensitive data'],
  'measure:age_gate': ['กฎอายุต่ำกว่า 20 ปี', 'Rule for customers under 20'],
  'measure:erase_needs_two': ['การลบข้อมูลต้องมีคนที่สองยืนยัน', 'A second person confirms each erasure'],
  'measure:answers': ['ตอบคำขอของเจ้าของข้อมูล', 'Answers to requests of customers'],
  'measure:backup': ['ข้อมูลสำรองทุกคืน', 'Nightly backups'],
}

const bases: Readonly<Record<string, Pair>> = {
  consent: ['ความยินยอม', 'consent'],
  contract: ['สัญญา', 'contract'],
  legitimate_interest: ['ประโยชน์โดยชอบด้วยกฎหมาย', 'legitimate interest'],
  legal_obligation: ['หน้าที่ตามกฎหมาย', 'legal obligation'],
}
const channels: Readonly<Record<string, Pair>> = {
  line: ['LINE', 'LINE'],
  facebook: ['Facebook', 'Facebook'],
  email: ['อีเมล', 'email'],
  sms: ['SMS', 'SMS'],
  phone: ['โทรศัพท์', 'phone'],
  post: ['ไปรษณีย์', 'post'],
}
const kinds: Readonly<Record<string, Pair>> = {
  line: ['LINE', 'LINE'],
  facebook: ['Facebook', 'Facebook'],
  key: ['โปรแกรม', 'program'],
  token: ['โปรแกรม', 'program'],
  webhook: ['แจ้งออก', 'webhook'],
  sql: ['บัญชี SQL', 'SQL account'],
  export: ['ดาวน์โหลดโดยคนในร้าน', 'downloaded by members of the store'],
}
const scopeWords: Readonly<Record<string, Readonly<Record<Language, readonly [string, string]>> | undefined>> = scopes
const sensitiveWord: Pair = ['ข้อมูลอ่อนไหว', 'sensitive']

/** Returns the name of a line and its facts in words. */
export function processingLine(
  line: Pick<ProcessingLine, 'key' | 'name' | 'sensitive' | 'facts'>,
  format: ProcessingFormat,
): { name: string; facts: string } {
  const { language } = format
  const said = Object.entries(writersOf(format, line.key)).flatMap(([fact, write]) => {
    const value = line.facts[fact]
    return value === undefined ? [] : [write(String(value), Number(value))]
  })
  const words = [...(line.sensitive ? [pick(sensitiveWord, language)] : []), ...said]
  return { name: nameOf(line, language), facts: words.join(' · ') }
}

function nameOf({ key, name }: Pick<ProcessingLine, 'key' | 'name'>, language: Language): string {
  if (name) return name
  const known = names[key]
  if (known) return pick(known, language)
  return systemFields.find(({ id }) => key === `field:${id}`)?.[language] ?? key
}

const pick = (pair: Pair, language: Language): string => pair[language === 'th' ? 0 : 1]

/** Words of each fact, in their order. */
function writersOf({ language, day, number }: ProcessingFormat, key: string): Record<keyof Facts, Write> {
  const t = (th: string, en: string) => (language === 'th' ? th : en)
  const listed = (words: Readonly<Record<string, Pair>>, value: string) =>
    value
      .split(' ')
      .map((one) => (words[one] ? pick(words[one], language) : one))
      .join(', ')
  return {
    kind: (value) => listed(kinds, value),
    program: (value) => value,
    basis: (value) => t(`ฐาน${listed(bases, value)}`, `basis: ${listed(bases, value)}`),
    channels: (value) => listed(channels, value),
    version: (_, version) => t(`ข้อความที่ ${number(version)}`, `wording ${number(version)}`),
    since: (value) => t(`ตั้งแต่ ${day(value)}`, `since ${day(value)}`),
    scopes: (value) =>
      value
        .split(' ')
        .map((scope) => scopeWords[scope]?.[language][0] ?? scope)
        .join(', '),
    computed: () => t('คำนวณจากข้อมูลอื่น', 'computed'),
    reads: () => t('เปิดให้โปรแกรมอ่าน', 'open to programs'),
    writes: () => t('เปิดให้โปรแกรมเขียน', 'written by programs'),
    fields: (_, count) =>
      key.startsWith('sql:')
        ? t(`ฟิลด์อ่อนไหว ${number(count)} ฟิลด์`, `sensitive fields: ${number(count)}`)
        : t(`${number(count)} ฟิลด์`, `fields: ${number(count)}`),
    roles: (value) =>
      value
        .split('\n')
        .map((role) => roleTitle(role, language))
        .join(', '),
    days: (_, days) =>
      key === 'measure:answers'
        ? t(`ภายใน ${number(days)} วัน`, `within ${number(days)} days`)
        : t(`${number(days)} วัน`, `${number(days)} days`),
    months: (_, months) => t(`${number(months)} เดือน`, `${number(months)} months`),
    count: (_, count) =>
      key.startsWith('people:')
        ? t(`${number(count)} ${key === 'people:staff' ? 'คน' : 'ราย'}`, number(count))
        : key.startsWith('export:')
          ? t(`${number(count)} ครั้งใน 12 เดือน`, `${number(count)} in 12 months`)
          : number(count),
  }
}
