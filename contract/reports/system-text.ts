import { connectionFaults } from '../channels/connection.ts'
import type { Language } from '../errors/catalog.ts'
import type { Pair } from '../platform/sentence.ts'
import { type System, type SystemPart, type SystemState, systemParts, systemStates } from './system.ts'

/** Formats of the reader, with times of the store. */
export interface SystemFormat {
  language: Language
  date(instant: string): string
  /** The time of today, the date of any other day. */
  when(instant: string): string
  number(value: number): string
  bytes(value: number): string
}

/** A part in words: `summary` for an owner, `facts` for the operator. */
export interface SystemLine {
  part: SystemPart
  state: SystemState
  title: string
  word: string
  summary: string
  facts: readonly Fact[]
}

type Fact = readonly [label: string, value: string]
type Facts<P extends SystemPart> = NonNullable<NonNullable<System['parts'][P]>['facts']>
type Speech = ReturnType<typeof speechOf>

const stateWords: Record<SystemState, Pair> = {
  broken: ['ใช้งานไม่ได้', 'Not working'],
  now: ['ต้องทำ', 'Action needed'],
  soon: ['ควรทำ', 'Look at this'],
  unknown: ['ตรวจไม่ได้', 'Not checked'],
  off: ['ยังไม่ได้ตั้งค่า', 'Not set up'],
  fine: ['ปกติ', 'Normal'],
}

/** Title of each part, its sentence while it is not set up, and the settings that belong to it. */
const about: Record<SystemPart, { title: Pair; off: Pair; settings: string }> = {
  certificate: {
    title: ['ใบรับรองเว็บ', 'Web certificate'],
    off: ['ยังไม่มี URL แบบ https สำหรับร้านนี้', 'This store has no https URL yet'],
    settings: 'PUBLIC_URL',
  },
  disk: { title: ['พื้นที่เก็บข้อมูล', 'Storage space'], off: ['', ''], settings: 'RUAM_DATA, RUAM_DATABASE_MAX_BYTES' },
  backup: {
    title: ['ข้อมูลสำรอง', 'Backups'],
    off: ['ยังไม่ได้เปิดการสำรองข้อมูลทุกคืน', 'Nightly backups are not turned on'],
    settings: 'RUAM_BACKUP, RUAM_BACKUP_PASSPHRASE',
  },
  database: { title: ['ฐานข้อมูล', 'Database'], off: ['', ''], settings: 'DATABASE_URL' },
  jobs: { title: ['งานเบื้องหลัง', 'Background work'], off: ['', ''], settings: 'RUAM_ROLE' },
  line: {
    title: ['LINE', 'LINE'],
    off: ['ยังไม่ได้เชื่อมต่อบัญชี LINE', 'No LINE account is connected'],
    settings: '',
  },
  mail: {
    title: ['อีเมล', 'Email'],
    off: ['ระบบยังส่งอีเมลไม่ได้ คำเชิญต้องส่งลิงก์เอง', 'No email is sent: pass on the links of invitations yourself'],
    settings: 'SMTP_URL, MAIL_FROM',
  },
  version: { title: ['รุ่นของ Ruam', 'Version of Ruam'], off: ['', ''], settings: '' },
}

export const kindWords: Record<Facts<'jobs'>['queues'][number]['kind'], Pair> = {
  import: ['นำเข้า', 'Imports'],
  export: ['ส่งออก', 'Exports'],
  broadcast: ['บรอดแคสต์', 'Broadcasts'],
  automation: ['การทำงานอัตโนมัติ', 'Automations'],
  segment: ['เซกเมนต์', 'Segments'],
  mail: ['อีเมล', 'Emails'],
  other: ['งานอื่น', 'Other work'],
}

const DAY_MS = 86_400_000
const percent = (share: number) => `${Math.floor(share * 100)}%`

function speechOf(report: System, format: SystemFormat) {
  const say = (th: string, en: string) => (format.language === 'th' ? th : en)
  return {
    ...format,
    say,
    pair: ([th, en]: Pair) => say(th, en),
    daysUntil: (instant: string) => Math.floor((Date.parse(instant) - Date.parse(report.checked)) / DAY_MS),
    duration(seconds: number) {
      if (seconds < 90) return say(`${seconds} วินาที`, `${seconds} s`)
      if (seconds < 5400) return say(`${Math.round(seconds / 60)} นาที`, `${Math.round(seconds / 60)} min`)
      return say(`${Math.round(seconds / 3600)} ชั่วโมง`, `${Math.round(seconds / 3600)} h`)
    },
  }
}

/** Summary and facts of each part that was checked. */
const told: { [P in SystemPart]: (facts: Facts<P>, state: SystemState, s: Speech) => [summary: string, Fact[]] } = {
  certificate({ host, ends, trusted }, state, s) {
    const facts: Fact[] = [[s.say('URL ของเว็บ', 'URL'), host]]
    if (!ends) return [s.say('เว็บไม่ได้ส่งใบรับรอง ลูกค้าเข้าไม่ได้', 'The website sends no certificate'), facts]
    facts.push([s.say('หมดอายุ', 'Expires'), s.date(ends)])
    const days = s.daysUntil(ends)
    if (days < 0)
      return [
        s.say(
          `หมดอายุแล้วเมื่อ ${s.date(ends)} ลูกค้าและโปรแกรมเข้าไม่ได้`,
          `Expired on ${s.date(ends)}: customers and programs cannot connect`,
        ),
        facts,
      ]
    if (!trusted) return [s.say('เบราว์เซอร์ไม่เชื่อถือใบรับรองนี้', 'Browsers do not trust this certificate'), facts]
    const until = s.say(`หมดอายุ ${s.date(ends)} อีก ${days} วัน`, `Expires on ${s.date(ends)}, in ${days} days`)
    const risk = s.say(
      ' ถ้าไม่ต่ออายุ ลูกค้าและโปรแกรมจะเข้าไม่ได้',
      '. Without a renewal customers and programs cannot connect',
    )
    return [state === 'fine' ? until : until + risk, facts]
  },

  disk({ used, free, size, database }, state, s) {
    const left = s.say(`ใช้ไป ${percent(used)} เหลือ ${s.bytes(free)}`, `${percent(used)} used, ${s.bytes(free)} left`)
    const risk =
      state === 'broken'
        ? s.say(' · การนำเข้าและส่งออกพักอยู่จนกว่าจะมีที่ว่าง', ' · Imports and exports wait until there is room')
        : s.say(' · ถึง 95% การนำเข้าและส่งออกจะพัก', ' · At 95% imports and exports pause')
    const facts: Fact[] = [
      [s.say('ขนาดทั้งหมด', 'Size'), s.bytes(size)],
      [s.say('ที่ว่าง', 'Free'), s.bytes(free)],
    ]
    if (database !== null) facts.push([s.say('ฐานข้อมูลใช้', 'Database uses'), s.bytes(database)])
    return [state === 'fine' ? left : left + risk, facts]
  },

  backup({ newest, oldest, kept, rehearsal }, state, s) {
    const isOld = newest !== null && s.daysUntil(newest) < -2
    const rehearsed = rehearsal
      ? rehearsal.passed
        ? s.say(
            `ซ้อมกู้คืน ${s.date(rehearsal.at)} สำเร็จใน ${s.duration(rehearsal.seconds)}`,
            `Test restore on ${s.date(rehearsal.at)} passed in ${s.duration(rehearsal.seconds)}`,
          )
        : s.say(`ซ้อมกู้คืน ${s.date(rehearsal.at)} ไม่สำเร็จ`, `Test restore on ${s.date(rehearsal.at)} failed`)
      : s.say('ยังไม่เคยซ้อมกู้คืน', 'Never restored as a test')
    const latest = newest
      ? s.say(`ล่าสุด ${s.when(newest)}`, `Newest ${s.when(newest)}`)
      : s.say('ยังไม่มีข้อมูลสำรอง', 'There is no backup yet')
    const back = oldest ? s.say(` ย้อนได้ถึง ${s.date(oldest)}`, `, back to ${s.date(oldest)}`) : ''
    const risk = isOld && state === 'now' ? s.say(' · เก่ากว่า 2 วัน', ' · Older than 2 days') : ''
    const facts: Fact[] = kept === null ? [] : [[s.say('จำนวนที่เก็บ', 'Kept'), s.number(kept)]]
    return [`${latest}${back}${risk} · ${rehearsed}`, facts]
  },

  database({ ms, customers, bytes }, state, s) {
    const answer =
      state === 'fine' ? s.say('ตอบทันที', 'Answers at once') : s.say(`ตอบช้า ${ms} ms`, `Slow to answer: ${ms} ms`)
    const people = s.say(`ลูกค้า ${s.number(customers)} ราย`, `${s.number(customers)} customers`)
    const size = bytes === null ? '' : s.say(` ขนาด ${s.bytes(bytes)}`, `, ${s.bytes(bytes)}`)
    return [`${answer} · ${people}${size}`, [[s.say('เวลาตอบ', 'Response time'), `${ms} ms`]]]
  },

  jobs({ queues, segments }, state, s) {
    const sum = (name: 'waiting' | 'working') => queues.reduce((total, queue) => total + queue[name], 0)
    const waited = Math.max(0, ...queues.map((queue) => queue.waited ?? 0))
    const counts = s.say(
      `กำลังทำ ${s.number(sum('working'))} รอคิว ${s.number(sum('waiting'))}`,
      `${s.number(sum('working'))} running, ${s.number(sum('waiting'))} waiting`,
    )
    const oldest =
      sum('waiting') > 0 ? s.say(` รอนานสุด ${s.duration(waited)}`, `, longest wait ${s.duration(waited)}`) : ''
    const risk = state === 'broken' ? s.say(' · ไม่มีงานใดเดินอยู่', ' · No work is running') : ''
    const facts = queues.map(
      ({ kind, working, waiting }): Fact => [
        s.pair(kindWords[kind]),
        s.say(
          `กำลังทำ ${s.number(working)} รอคิว ${s.number(waiting)}`,
          `${s.number(working)} running, ${s.number(waiting)} waiting`,
        ),
      ],
    )
    if (segments) facts.push([s.say('คำนวณเซกเมนต์ล่าสุด', 'Segments calculated'), s.when(segments)])
    return [counts + oldest + risk, facts]
  },

  line({ accounts, working, fault, received }, _state, s) {
    const counts =
      working === accounts
        ? s.say(`${accounts} บัญชี รับและส่งได้`, `${accounts} connected, all working`)
        : s.say(`ใช้ได้ ${working} จาก ${accounts} บัญชี`, `${working} of ${accounts} accounts work`)
    const why = fault ? ` · ${s.pair([connectionFaults[fault].title.th, connectionFaults[fault].title.en])}` : ''
    const last = received
      ? s.say(` · ข้อความล่าสุดเข้ามา ${s.when(received)}`, ` · Last message in ${s.when(received)}`)
      : ''
    return [counts + why + last, fault ? [[s.say('สิ่งที่ต้องแก้', 'To fix'), fault]] : []]
  },

  mail({ failure, last, today, undelivered }, _state, s) {
    const able = {
      none: s.say('ส่งได้', 'Can send'),
      unreachable: s.say('ติดต่อเซิร์ฟเวอร์อีเมลไม่ได้', 'The email server cannot be reached'),
      busy: s.say('เซิร์ฟเวอร์อีเมลไม่ว่าง', 'The email server is busy'),
      rejected: s.say('เซิร์ฟเวอร์อีเมลปฏิเสธการเข้าสู่ระบบ', 'The email server rejected the log-in'),
    }[failure ?? 'none']
    const latest = last ? s.say(` ล่าสุด ${s.when(last)}`, `, last ${s.when(last)}`) : ''
    const counts = s.say(
      ` · วันนี้ ${s.number(today)} ฉบับ ส่งไม่ถึง ${s.number(undelivered)}`,
      ` · Today ${s.number(today)}, undelivered ${s.number(undelivered)}`,
    )
    return [able + latest + counts, failure ? [[s.say('ข้อผิดพลาด', 'Fault'), failure]] : []]
  },

  version: ({ version, since }, _state, s) => [
    s.say(`${version} ติดตั้ง ${s.date(since)}`, `${version}, installed on ${s.date(since)}`),
    [],
  ],
}

/** Returns the parts of a report in words, the gravest first. */
export function systemLines(report: System, format: SystemFormat): SystemLine[] {
  const s = speechOf(report, format)
  const lines = systemParts.flatMap((part): SystemLine[] => {
    const found = report.parts[part]
    if (!found) return []
    const { state, facts } = found
    const { title, off, settings } = about[part]
    const unchecked = s.say('ตรวจไม่สำเร็จภายใน 2 วินาที จะตรวจใหม่เอง', 'No result within 2 seconds; it is checked again')
    const [summary, more] = facts
      ? told[part](facts as never, state, s)
      : [state === 'off' ? s.pair(off) : unchecked, []]
    const named: Fact[] = settings ? [[s.say('ค่าที่ตั้ง', 'Settings'), settings]] : []
    return [{ part, state, title: s.pair(title), word: s.pair(stateWords[state]), summary, facts: [...more, ...named] }]
  })
  return lines.toSorted((a, b) => systemStates.indexOf(a.state) - systemStates.indexOf(b.state))
}

/** Returns the report, or one part of it, as plain text for the operator, without data of customers. */
export function systemText(report: System, format: SystemFormat, only?: SystemPart): string[] {
  return systemLines(report, format)
    .filter(({ part }) => only === undefined || part === only)
    .map(({ title, word, summary, facts }) =>
      [`${title}: ${word}`, summary, ...facts.map(([label, value]) => `${label}: ${value}`)].join(' | '),
    )
}
