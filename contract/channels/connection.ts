import { z } from 'zod'
import { notice } from '../platform/notice.ts'
import type { Sentence } from '../platform/sentence.ts'

// The connection of a LINE account. The server decides its fault with each check; every screen, notice and list reads that one.

/** Checks of an account; each keeps its own result and time. */
export const connectionChecks = ['keys', 'bot', 'quota', 'webhook_address', 'webhook_test', 'statistics'] as const
export type ConnectionCheck = (typeof connectionChecks)[number]

/** Reasons for a check without a result. Its last result stands, and sending goes on. */
export const checkTroubles = ['no_answer', 'busy', 'denied', 'unreadable'] as const
export type CheckTrouble = (typeof checkTroubles)[number]

/** Milliseconds that LINE waits for the answer to a webhook. */
export const WEBHOOK_LIMIT_MS = 2000

/** The step that mends a fault: a dialog of the account, a page of LINE, or a call. */
const repairs = ['keys', 'manager', 'console', 'set_webhook', 'disconnect', 'check'] as const

interface FaultKind {
  /** True: nothing is sent until it is mended. */
  stops: boolean
  /** Null: only who runs the server can mend it, as the text says. */
  repair: (typeof repairs)[number] | null
  title: Sentence
  text: Sentence
}

/** Faults of a connection, the gravest first: an account shows the first that it has. */
export const connectionFaults = {
  duplicate: {
    stops: true,
    repair: 'disconnect',
    title: { th: 'เชื่อมต่อซ้ำ', en: 'Connected twice' },
    text: {
      th: 'บัญชี LINE เดียวกันเชื่อมต่อไว้อีกที่หนึ่ง และ LINE ส่งข้อความไปที่นั่น จึงพักบัญชีนี้ไว้ เลิกเชื่อมต่อที่ไม่ใช้',
      en: 'The same LINE account is connected a second time, and LINE sends its messages there. This one is paused. Disconnect the one you do not use.',
    },
  },
  secret_refused: {
    stops: true,
    repair: 'keys',
    title: { th: 'Channel secret ไม่ถูกต้อง', en: 'Channel secret is wrong' },
    text: {
      th: 'Channel secret นี้ใช้ไม่ได้แล้ว อาจมีการออกใหม่ กด “เปลี่ยนคีย์” แล้วใส่ของใหม่',
      en: 'This channel secret no longer works; a new one may have been issued. Choose “Change keys” and enter it.',
    },
  },
  token_of_other: {
    stops: true,
    repair: 'keys',
    title: { th: 'โทเคนเป็นของบัญชีอื่น', en: 'Token of another account' },
    text: {
      th: 'โทเคนที่ใส่ไว้เป็นของ channel อื่น กด “เปลี่ยนคีย์” แล้วใส่โทเคนของบัญชีนี้',
      en: 'The token belongs to another channel. Choose “Change keys” and enter the one of this account.',
    },
  },
  token_refused: {
    stops: true,
    repair: 'keys',
    title: { th: 'โทเคนใช้ไม่ได้แล้ว', en: 'Token no longer works' },
    text: {
      th: 'โทเคนที่ LINE เพิ่งออกให้ใช้ไม่ได้ กด “เปลี่ยนคีย์” แล้วใส่คีย์จาก LINE Developers Console อีกครั้ง',
      en: 'Even a token that LINE has just issued does not work. Choose “Change keys” and copy the keys from the LINE Developers Console again.',
    },
  },
  suspended: {
    stops: true,
    repair: 'manager',
    title: { th: 'LINE ระงับบัญชีนี้', en: 'Suspended by LINE' },
    text: {
      th: 'ตรวจสถานะบัญชีที่ LINE Official Account Manager เมื่อใช้ได้แล้วกด “ตรวจอีกครั้ง”',
      en: 'Look up its status in the LINE Official Account Manager. Once it works again, choose “Check again”.',
    },
  },
  deactivated: {
    stops: true,
    repair: 'manager',
    title: { th: 'LINE ปิดการใช้งานบัญชีนี้', en: 'Deactivated at LINE' },
    text: {
      th: 'เปิดการใช้งานที่ LINE Official Account Manager แล้วกด “ตรวจอีกครั้ง”',
      en: 'Activate it in the LINE Official Account Manager, then choose “Check again”.',
    },
  },
  detached: {
    stops: true,
    repair: 'keys',
    title: { th: 'การเชื่อมต่อกับ LINE หลุด', en: 'Detached from LINE' },
    text: {
      th: 'บัญชีนี้ไม่ได้ผูกกับโมดูลแล้ว ผูกใหม่ที่ LINE แล้วกด “เปลี่ยนคีย์”',
      en: 'The account is no longer attached to the module. Attach it at LINE again, then choose “Change keys”.',
    },
  },
  other_bot: {
    stops: false,
    repair: 'keys',
    title: { th: 'คีย์เป็นของบัญชีอื่น', en: 'Keys of another account' },
    text: {
      th: 'คีย์นี้เปิดบัญชี LINE คนละบัญชีกับที่เชื่อมต่อไว้ กด “เปลี่ยนคีย์” เพื่อตรวจ',
      en: 'These keys open another LINE account than the one that was connected. Choose “Change keys” to check them.',
    },
  },
  no_https: {
    stops: false,
    repair: null,
    title: { th: 'LINE ติดต่อเซิร์ฟเวอร์นี้ไม่ได้', en: 'LINE cannot reach this server' },
    text: {
      th: 'เซิร์ฟเวอร์นี้ยังไม่มี URL แบบ https กรุณาติดต่อผู้ดูแลระบบ',
      en: 'This server has no public https URL. Ask the administrator to set one up.',
    },
  },
  no_address: {
    stops: false,
    repair: 'set_webhook',
    title: { th: 'ยังไม่ได้ตั้ง Webhook URL', en: 'No webhook URL' },
    text: {
      th: 'LINE ยังไม่มี URL สำหรับส่งข้อความของลูกค้า กด “ตั้งค่าและทดสอบ”',
      en: 'LINE has no URL for your customers’ messages. Choose “Set and test”.',
    },
  },
  other_address: {
    stops: false,
    repair: 'set_webhook',
    title: { th: 'LINE ส่งข้อความไปที่อื่น', en: 'Messages go elsewhere' },
    text: {
      th: 'LINE ส่งข้อความของลูกค้าไป URL อื่น กด “ตั้งค่าและทดสอบ” เพื่อเปลี่ยนเป็น URL นี้',
      en: 'LINE sends your customers’ messages to another URL. Choose “Set and test” to use this one.',
    },
  },
  switched_off: {
    stops: false,
    repair: 'console',
    title: { th: 'ปิดการรับข้อความไว้', en: 'Webhook is turned off' },
    text: {
      th: 'เปิด Use webhook ที่ LINE Developers Console แท็บ Messaging API แล้วกด “ตรวจอีกครั้ง”',
      en: 'Turn on “Use webhook” in the LINE Developers Console, on the tab “Messaging API”, then choose “Check again”.',
    },
  },
  refused: {
    stops: false,
    repair: 'check',
    title: { th: 'ยังรับข้อความจาก LINE ไม่ได้', en: 'Messages from LINE are not accepted' },
    text: {
      th: 'เซิร์ฟเวอร์นี้ปฏิเสธข้อความทดสอบจาก LINE กด “ตรวจอีกครั้ง” ถ้ายังไม่ได้ให้แจ้งผู้ดูแลระบบ',
      en: 'This server refused a test message from LINE. Choose “Check again”; if it stays, tell the administrator.',
    },
  },
  unreachable: {
    stops: false,
    repair: 'check',
    title: { th: 'LINE ติดต่อเซิร์ฟเวอร์นี้ไม่ได้', en: 'LINE cannot reach this server' },
    text: {
      th: 'LINE ส่งข้อความทดสอบมาไม่ถึง กด “ตรวจอีกครั้ง” ถ้ายังไม่ได้ให้แจ้งผู้ดูแลระบบ',
      en: 'A test message from LINE did not arrive. Choose “Check again”; if it stays, tell the administrator.',
    },
  },
  timeout: {
    stops: false,
    repair: 'check',
    title: { th: 'เซิร์ฟเวอร์นี้ตอบ LINE ไม่ทัน', en: 'Responses to LINE time out' },
    text: {
      th: 'LINE รอคำตอบไม่เกิน 2 วินาที กด “ตรวจอีกครั้ง” ถ้ายังไม่ได้ให้แจ้งผู้ดูแลระบบ',
      en: 'LINE waits 2 seconds for a response. Choose “Check again”; if it stays, tell the administrator.',
    },
  },
  slow: {
    stops: false,
    repair: 'check',
    title: { th: 'เซิร์ฟเวอร์นี้ตอบ LINE ช้า', en: 'Responses to LINE are slow' },
    text: {
      th: 'คำตอบบางส่วนช้ากว่า 2 วินาทีที่ LINE ให้ ข้อความอาจหาย แจ้งผู้ดูแลระบบถ้าเป็นอยู่นาน',
      en: 'Some responses took longer than the 2 seconds that LINE allows, so messages may get lost. If it lasts, tell the administrator.',
    },
  },
  token_expired: {
    stops: false,
    repair: 'keys',
    title: { th: 'โทเคนที่ใส่ไว้หมดอายุ', en: 'Your token has expired' },
    text: {
      th: 'ยังส่งได้ตามปกติด้วยโทเคนที่ Ruam ขอเอง กด “เปลี่ยนคีย์” เพื่อเลิกใช้โทเคนเก่า',
      en: 'Sending still works, with tokens that Ruam requests itself. Choose “Change keys” to drop the old one.',
    },
  },
} as const satisfies Record<string, FaultKind>

export type ConnectionFault = keyof typeof connectionFaults
export const connectionFaultNames = Object.keys(connectionFaults) as [ConnectionFault, ...ConnectionFault[]]

/** Returns the gravest of some faults, or null without any. */
export function gravestFault(faults: Iterable<ConnectionFault>): ConnectionFault | null {
  const found = new Set(faults)
  return connectionFaultNames.find((name) => found.has(name)) ?? null
}

export const Connection = z.object({
  /** `attention`: it works, and something should be mended. `stopped`: nothing is sent. `off`: staff turned it off. */
  state: z.enum(['works', 'attention', 'stopped', 'off']),
  fault: z.enum(connectionFaultNames).nullable(),
  repair: z.enum(repairs).nullable(),
})
export type Connection = z.infer<typeof Connection>

/** Returns the state of an account and the one step that mends it, from what its row holds. */
export function connectionOf({ status, fault }: { status: string; fault: ConnectionFault | null }): Connection {
  if (status === 'inactive') return { state: 'off', fault: null, repair: null }
  if (fault === null) return { state: status === 'error' ? 'stopped' : 'works', fault, repair: null }
  const { stops, repair } = connectionFaults[fault]
  return { state: stops || status === 'error' ? 'stopped' : 'attention', fault, repair }
}

/** One notice per fault, in the words that the screens have. */
export const connectionNotices = Object.fromEntries(
  connectionFaultNames.map((name) => [
    name,
    notice({
      kind: `channel_${name}`,
      topic: 'store',
      readBy: 'cdp-core.setting-line.edit',
      leadsTo: { screen: 'setting-line-oa' },
      data: ['channel_id'],
      names: { name: ['channel', 'channel_id'] },
      says: {
        failed: {
          title: { th: `{name}: ${connectionFaults[name].title.th}`, en: `{name}: ${connectionFaults[name].title.en}` },
          text: connectionFaults[name].text,
        },
      },
    }),
  ]),
)
