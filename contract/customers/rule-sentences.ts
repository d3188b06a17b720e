import type { ChannelRule } from './rules.ts'
import type { DateTest, NumberTest, Span, ValueTest } from './value-tests.ts'

// Words for each kind of rule, operator and value type, to show a rule as a sentence. `rule-sentence.ts` fills them.

interface Said {
  th: string
  en: string
  /** English for a count or a span of one. */
  one?: string
}
type TextOperator = Extract<ValueTest, { value: string | string[] }>['operator']

/** Sentences of text fields. Negative ones mention that they match empty values too. */
export const textSentences = {
  eq: { th: '{field} คือ {value}', en: '{field} is {value}' },
  ne: { th: '{field} ไม่ใช่ {value} (รวมรายที่ไม่มีข้อมูล)', en: '{field} is not {value} (or is empty)' },
  contains: { th: '{field} มีคำว่า {value}', en: '{field} contains {value}' },
  not_contains: {
    th: '{field} ไม่มีคำว่า {value} (รวมรายที่ไม่มีข้อมูล)',
    en: '{field} does not contain {value} (or is empty)',
  },
  starts_with: { th: '{field} ขึ้นต้นด้วย {value}', en: '{field} starts with {value}' },
  ends_with: { th: '{field} ลงท้ายด้วย {value}', en: '{field} ends with {value}' },
  in: { th: '{field} เป็นค่าใดค่าหนึ่งใน {value}', en: '{field} is one of {value}' },
  not_in: {
    th: '{field} ไม่เป็นค่าใดเลยใน {value} (รวมรายที่ไม่มีข้อมูล)',
    en: '{field} is none of {value} (or is empty)',
  },
} as const satisfies Record<Exclude<TextOperator, DateTest['operator']>, Said>

export const numberSentences = {
  eq: { th: '{field} เท่ากับ {value}', en: '{field} is {value}' },
  ne: { th: '{field} ไม่เท่ากับ {value} (รวมรายที่ไม่มีข้อมูล)', en: '{field} is not {value} (or is empty)' },
  gt: { th: '{field} มากกว่า {value}', en: '{field} is more than {value}' },
  gte: { th: '{field} ตั้งแต่ {value} ขึ้นไป', en: '{field} is {value} or more' },
  lt: { th: '{field} น้อยกว่า {value}', en: '{field} is less than {value}' },
  lte: { th: '{field} ไม่เกิน {value}', en: '{field} is {value} or less' },
  between: { th: '{field} ตั้งแต่ {from} ถึง {to}', en: '{field} is from {from} to {to}' },
  not_between: {
    th: '{field} ไม่อยู่ระหว่าง {from} ถึง {to} (รวมรายที่ไม่มีข้อมูล)',
    en: '{field} is not from {from} to {to} (or is empty)',
  },
} as const satisfies Record<NumberTest['operator'], Said>

/** `from` and `to`: of `between` with one end. `this_month`: of `month_is` the month of now, in any year. */
export const dateSentences = {
  on: { th: '{field} ตรงกับวันที่ {value}', en: '{field} is on {value}' },
  before: { th: '{field} ก่อน {value}', en: '{field} is before {value}' },
  after: { th: '{field} หลัง {value}', en: '{field} is after {value}' },
  between: { th: '{field} ตั้งแต่ {from} ถึง {to}', en: '{field} is from {from} to {to}' },
  from: { th: '{field} ตั้งแต่ {from}', en: '{field} is on or after {from}' },
  to: { th: '{field} จนถึง {to}', en: '{field} is on or before {to}' },
  in_last: { th: '{field} อยู่ใน{span}', en: '{field} is in {span}' },
  not_in_last: {
    th: '{field} ไม่อยู่ใน{span} (รวมรายที่ไม่มีข้อมูล)',
    en: '{field} is not in {span} (or is empty)',
  },
  in_next: { th: '{field} อยู่ใน{span}', en: '{field} is in {span}' },
  anniversary_in_next: { th: 'ครบรอบ {field} ใน{span}', en: 'the anniversary of {field} falls in {span}' },
  month_is: { th: '{field} อยู่ในเดือน{value}', en: 'the month of {field} is {value}' },
  this_month: { th: '{field} อยู่ในเดือนนี้', en: '{field} is this month' },
} as const satisfies Record<DateTest['operator'] | 'from' | 'to' | 'this_month', Said>

export const bareSentences = {
  is_true: { th: '{field} คือ ใช่', en: '{field} is yes' },
  is_false: { th: '{field} คือ ไม่ใช่', en: '{field} is no' },
  empty: { th: '{field} ไม่มีข้อมูล', en: '{field} is empty' },
  not_empty: { th: '{field} มีข้อมูล', en: '{field} has a value' },
} as const satisfies Record<'is_true' | 'is_false' | 'empty' | 'not_empty', Said>

export const labelSentences = {
  has_any: { th: 'มีป้ายใดป้ายหนึ่งใน {labels}', en: 'has any of {labels}' },
  has_all: { th: 'มีป้าย {labels} ครบทุกป้าย', en: 'has all of {labels}' },
  has_none: { th: 'ไม่มีป้าย {labels}', en: 'has none of {labels}' },
} as const

/** The same of a single label. */
export const oneLabelSentences = {
  has_any: { th: 'มีป้าย {labels}', en: 'has {labels}' },
  has_all: { th: 'มีป้าย {labels}', en: 'has {labels}' },
  has_none: { th: 'ไม่มีป้าย {labels}', en: 'does not have {labels}' },
} as const

/** The parts of an activity's sentence: the act, then how often, when and with which values. */
export const activitySentences = {
  done: { th: '{type}{count}{window}{where}', en: '{type}{count}{window}{where}' },
  not_done: { th: 'ไม่ได้ {type}{count}{window}{where}', en: 'did not do {type}{count}{window}{where}' },
  where: { th: ' โดย {rules}', en: ' where {rules}' },
  window: { th: ' ใน{span}', en: ' in {span}' },
  between: { th: ' ตั้งแต่ {from} ถึง {to}', en: ' from {from} to {to}' },
  from: { th: ' ตั้งแต่ {from}', en: ' since {from}' },
  to: { th: ' จนถึง {to}', en: ' until {to}' },
} as const

export const countSentences = {
  eq: { th: ' {value} ครั้ง', en: ' {value} times', one: ' once' },
  ne: { th: ' ไม่เท่ากับ {value} ครั้ง', en: ' any number of times except {value}' },
  gt: { th: ' มากกว่า {value} ครั้ง', en: ' more than {value} times', one: ' more than once' },
  gte: { th: ' อย่างน้อย {value} ครั้ง', en: ' at least {value} times', one: ' at least once' },
  lt: { th: ' น้อยกว่า {value} ครั้ง', en: ' fewer than {value} times', one: ' less than once' },
  lte: { th: ' ไม่เกิน {value} ครั้ง', en: ' at most {value} times', one: ' at most once' },
  between: { th: ' {from} ถึง {to} ครั้ง', en: ' {from} to {to} times' },
  not_between: { th: ' น้อยกว่า {from} หรือมากกว่า {to} ครั้ง', en: ' fewer than {from} or more than {to} times' },
} as const satisfies Record<NumberTest['operator'], Said>

export const channelSentences = {
  friend: { th: 'เป็นเพื่อนใน {channel}', en: 'is a friend on {channel}' },
  blocked: { th: 'บล็อก {channel}', en: 'has blocked {channel}' },
  not_linked: { th: 'ยังไม่เชื่อมกับ {channel}', en: 'is not connected to {channel}' },
} as const satisfies Record<ChannelRule['operator'], Said>

/** Sentences of channels reached by phone number. */
export const phoneSentences = {
  friend: { th: 'มีเบอร์โทร', en: 'has a phone number' },
  blocked: { th: 'ไม่รับ{channel}', en: 'refuses {channel}' },
  not_linked: { th: 'ไม่มีเบอร์โทร', en: 'has no phone number' },
} as const satisfies Record<ChannelRule['operator'], Said>

export const channelNames = {
  lineOA: { th: 'LINE OA', en: 'LINE OA' },
  lineModule: { th: 'LINE Module', en: 'LINE Module' },
  facebook: { th: 'Facebook', en: 'Facebook' },
  phone: { th: 'โทรศัพท์', en: 'phone calls' },
  sms: { th: 'SMS', en: 'SMS' },
} as const satisfies Record<ChannelRule['channel_type'], Said>

export const broadcastSentences = {
  sent: { th: 'ได้รับบรอดแคสต์ {broadcast} แล้ว', en: 'was sent {broadcast}' },
  failed: { th: 'ส่งบรอดแคสต์ {broadcast} ไม่สำเร็จ', en: 'could not be sent {broadcast}' },
  not_sent: { th: 'ยังไม่ได้รับบรอดแคสต์ {broadcast}', en: 'was not sent {broadcast}' },
} as const

export const consentSentences = {
  granted: { th: 'ยินยอมเรื่อง {purpose}', en: 'has consented to {purpose}' },
  withdrawn: { th: 'ไม่ยินยอมเรื่อง {purpose}', en: 'has refused or withdrawn consent to {purpose}' },
  unknown: { th: 'ยังไม่ได้ตอบเรื่อง {purpose}', en: 'has not answered about {purpose}' },
} as const

export const sourceSentences = {
  made: { th: 'เพิ่มโดยแหล่งข้อมูล {source}', en: 'was added by {source}' },
  changed: { th: 'แก้ไขโดยแหล่งข้อมูล {source}', en: 'was changed by {source}' },
  any: { th: 'มาจากแหล่งข้อมูล {source}', en: 'comes from {source}' },
} as const

/** Subjects of a `time` rule. */
export const timeNames = {
  created: { th: 'วันที่เพิ่มลูกค้า', en: 'date added' },
  updated: { th: 'วันที่อัปเดตล่าสุด', en: 'date of the last update' },
} as const

export const spanSentences = {
  last: {
    hour: { th: ' {n} ชั่วโมงล่าสุด', en: 'the last {n} hours', one: 'the last hour' },
    day: { th: ' {n} วันล่าสุด', en: 'the last {n} days', one: 'the last day' },
    week: { th: ' {n} สัปดาห์ล่าสุด', en: 'the last {n} weeks', one: 'the last week' },
    month: { th: ' {n} เดือนล่าสุด', en: 'the last {n} months', one: 'the last month' },
  },
  next: {
    hour: { th: ' {n} ชั่วโมงข้างหน้า', en: 'the next {n} hours', one: 'the next hour' },
    day: { th: ' {n} วันข้างหน้า', en: 'the next {n} days', one: 'the next day' },
    week: { th: ' {n} สัปดาห์ข้างหน้า', en: 'the next {n} weeks', one: 'the next week' },
    month: { th: ' {n} เดือนข้างหน้า', en: 'the next {n} months', one: 'the next month' },
  },
  /** For n = 0. */
  now: {
    hour: { th: 'ชั่วโมงนี้', en: 'this hour' },
    day: { th: 'วันนี้', en: 'today' },
    week: { th: 'สัปดาห์นี้', en: 'this week' },
    month: { th: 'เดือนนี้', en: 'this month' },
  },
} as const satisfies Record<'last' | 'next' | 'now', Record<Span['unit'], Said>>

export const joiningWords = {
  and: { th: ' และ ', en: ' and ' },
  or: { th: ' หรือ ', en: ' or ' },
  not: { th: 'ไม่ใช่คนที่ ({rules})', en: 'not ({rules})' },
  group: { th: '({rules})', en: '({rules})' },
  /** Placeholder for values the reader may not see. */
  hidden: { th: 'ค่าที่คุณไม่มีสิทธิ์ดู', en: 'a value you do not have permission to see' },
  /** Placeholder for deleted things. */
  gone: { th: 'ที่ถูกลบไปแล้ว', en: 'something that was deleted' },
} as const
