import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Standing } from '../../customers/consents/standing.ts'

type Words = Record<string, readonly [th: string, en: string]>

const words = {
  title: ['ข้อมูลของฉัน', 'My data'],
  other: ['English', 'ไทย'],
  enterTitle: ['ดูข้อมูลที่ร้านเก็บเกี่ยวกับคุณ', 'See what the store keeps about you'],
  enterText: [
    'เข้าด้วย LINE ของคุณ ร้านไม่ได้ข้อมูลใหม่จากการเข้าครั้งนี้ และหน้านี้จะปิดเองใน 15 นาที',
    'Log in with your LINE account. The store gets no new data by this, and the page closes by itself after 15 minutes.',
  ],
  enter: ['เข้าด้วย LINE', 'Log in with LINE'],
  refused: ['เข้าด้วย LINE ไม่สำเร็จ กรุณาลองอีกครั้ง', 'Logging in with LINE did not work. Please try again.'],
  ended: ['หน้านี้ปิดแล้ว กรุณาเข้าใหม่', 'This page has closed. Please log in again.'],
  left: ['ออกแล้ว', 'You have logged out.'],
  yours: ['เข้าด้วย LINE ของคุณ คนอื่นเปิดหน้านี้ไม่ได้', 'You logged in with LINE. Nobody else can open this page.'],
  yoursByCode: [
    'เข้าด้วยรหัสในแชท LINE ของคุณ คนอื่นเปิดหน้านี้ไม่ได้',
    'You used the code in your LINE chat. Nobody else can open this page.',
  ],
  linkText: [
    'ร้านจะส่งรหัส 6 หลักไปในแชท LINE ของคุณกับร้าน เพื่อให้แน่ใจว่าเป็นคุณ',
    'The store sends 6 digits to your LINE chat with the store, to make sure that it is you.',
  ],
  codeSend: ['ส่งรหัสไปที่ LINE ของฉัน', 'Send a code to my LINE'],
  codeAgain: ['ส่งรหัสใหม่', 'Send another code'],
  codeTitle: ['ใส่รหัสจากแชท LINE', 'Enter the code from LINE'],
  codeLabel: ['รหัส 6 หลัก', '6 digits'],
  codeEnter: ['ดูข้อมูลของฉัน', 'Show my data'],
  codeSent: [
    'ถ้าลิงก์นี้ยังใช้ได้ รหัสอยู่ในแชท LINE ของคุณกับร้านแล้ว ใช้ได้ 10 นาที',
    'If this link is in force, a code is in your LINE chat with the store. It acts for 10 minutes.',
  ],
  codeWrong: ['รหัสไม่ถูกต้องหรือหมดเวลา', 'The code is wrong, or its time is over.'],
  codeNone: [
    'ไม่ได้รหัส? ลิงก์อาจหมดอายุ หรือ LINE ของคุณไม่ได้เชื่อมกับร้าน กรุณาแจ้งร้าน',
    'No code? The link may have ended, or the store does not have your LINE. Please ask the store.',
  ],
  codeMessage: [
    '{code} คือรหัสเปิดข้อมูลของคุณที่ {store} ใช้ได้ 10 นาที อย่าบอกรหัสนี้กับใคร แม้เป็นพนักงานของร้าน ถ้าคุณไม่ได้ขอ ไม่ต้องทำอะไร',
    '{code} is your code for My data of {store}. It acts for 10 minutes. Tell it to nobody, not even to staff. If you did not ask for it, do nothing.',
  ],
  leave: ['ออก', 'Log out'],
  none: ['ร้านไม่ได้เก็บข้อมูลของคุณ', 'The store keeps no data about you'],
  noneText: [
    'ร้านไม่มีข้อมูลที่เชื่อมกับ LINE นี้ ถ้าคุณเคยให้ข้อมูลไว้ทางอื่น กรุณาแจ้งร้าน',
    'The store has no data that is linked to this LINE account. If you gave it data in another way, please tell the store.',
  ],
  several: ['ร้านกำลังตรวจข้อมูลของคุณ', 'The store is checking your data'],
  severalText: [
    'LINE นี้ตรงกับข้อมูลมากกว่าหนึ่งชุด เพื่อไม่ให้เห็นข้อมูลของคนอื่น หน้านี้จะยังไม่แสดงจนกว่าร้านจะตรวจ คุณส่งคำขอได้เลย ร้านจะตอบในแชท LINE',
    'This LINE account matches more than one record. To show you nobody else’s data, this page waits until the store has checked them. You can send your request now, and the store answers in the LINE chat.',
  ],
  kept: ['ที่ร้านเก็บไว้', 'What the store keeps'],
  name: ['ชื่อ', 'Name'],
  correct: ['ขอแก้', 'Correct'],
  correctLabel: ['ที่ถูกต้องคือ', 'What is right'],
  send: ['ส่งคำขอ', 'Send request'],
  purchases: ['การซื้อ', 'Purchases'],
  purchasesSince: ['{count} ครั้ง ตั้งแต่ {day}', '{count}, since {day}'],
  activities: ['กิจกรรมอื่น', 'Other activities'],
  messages: ['ข้อความที่ร้านส่งให้', 'Messages from the store'],
  labels: ['กลุ่มที่ร้านจัดไว้', 'Groups you are in'],
  times: ['{count} รายการ', '{count}'],
  all: ['ดูทั้งหมด {count} อย่าง', 'See all {count}'],
  use: [
    'พนักงานของร้านใช้ข้อมูลนี้เพื่อดูแลคุณและติดต่อคุณเท่านั้น รายละเอียดว่าใครเห็นบ้างอยู่ในสำเนาข้อมูล',
    'The store’s staff use this to serve and contact you. A copy of your data says who has seen it.',
  ],
  restricted: ['ร้านหยุดใช้ข้อมูลของคุณตามที่ขอแล้ว', 'The store has stopped using your data, as you asked.'],
  consents: ['ความยินยอม', 'Consent'],
  granted: ['ยินยอมเมื่อ {day}', 'You agreed on {day}'],
  withdrawn: ['ถอนแล้วเมื่อ {day} ร้านจะไม่ส่ง', 'You withdrew on {day}. The store sends nothing.'],
  under_age: ['รอผู้ปกครองยินยอม ร้านจะไม่ส่ง', 'A guardian has not agreed. The store sends nothing.'],
  unknown: ['คุณยังไม่ได้ตอบ', 'You have not answered yet'],
  withdraw: ['ไม่รับแล้ว', 'Stop this'],
  atOnce: ['มีผลทันที', 'This acts at once.'],
  ask: ['คำขออื่น', 'Other requests'],
  copy: ['ขอสำเนาข้อมูล', 'Get a copy'],
  copyText: ['ร้านส่งทุกอย่างที่เก็บไว้ให้คุณ', 'The store sends you everything that it keeps.'],
  object: ['คัดค้านการใช้ข้อมูล', 'Object to the use'],
  objectText: ['เช่น ไม่ให้ใช้ทำการตลาด', 'For example, no marketing.'],
  restrict: ['ขอระงับการใช้ข้อมูล', 'Pause the use'],
  restrictText: ['ร้านเก็บไว้แต่ไม่นำไปใช้', 'The store keeps your data and does not use it.'],
  erase: ['ขอลบข้อมูล', 'Erase my data'],
  eraseText: [
    'แต้ม ประวัติการซื้อ และทุกอย่างที่ร้านเก็บจะหายไป กู้คืนไม่ได้',
    'Your points, your purchases and everything else are lost. This cannot be undone.',
  ],
  wordsLabel: ['บอกร้านเพิ่มเติม (ไม่บังคับ)', 'Anything the store should know (optional)'],
  kind_correct: ['ขอแก้ข้อมูล', 'Correct my data'],
  kind_see: ['ขอดูข้อมูล', 'See my data'],
  kind_withdraw: ['ถอนความยินยอม', 'Withdraw consent'],
  openRequest: ['ร้านกำลังทำ: {kind}', 'In progress: {kind}'],
  openText: ['ขอเมื่อ {day} ร้านตอบภายใน {due}', 'Sent on {day}. The store answers by {due}.'],
  ended_done: ['{kind}: ร้านตอบแล้ว', '{kind}: the store has answered'],
  ended_refused: ['{kind}: ร้านไม่รับคำขอ และแจ้งเหตุผลแล้ว', '{kind}: declined, with a reason'],
  already: ['ขอไว้แล้ว ร้านกำลังทำ', 'You have asked for this already. The store is working on it.'],
  done_sent: ['ส่งคำขอให้ร้านแล้ว', 'Your request is with the store.'],
  done_withdrawn: ['ถอนความยินยอมแล้ว มีผลทันที', 'Your consent is withdrawn. This acted at once.'],
  done_empty: ['กรุณาเขียนว่าข้อมูลที่ถูกต้องคืออะไร', 'Please write what is right.'],
  foot: ['ร้านตอบทุกคำขอใน {days} วัน', 'The store answers every request within {days} days'],
  checkedSame: [
    'ตรวจแล้ว LINE Login กับ LINE OA อยู่ Provider เดียวกัน กลับไปเปิดใช้ได้เลย',
    'Checked: both LINE channels are of one provider. Go back and turn the page on.',
  ],
  checkedUnknown: [
    'ไม่พบ LINE นี้ในเพื่อนของ LINE OA ร้าน กรุณาเพิ่มร้านเป็นเพื่อนแล้วทักแชทหนึ่งครั้ง จากนั้นตรวจใหม่ ถ้ายังไม่พบ LINE Login อยู่คนละ Provider กับ LINE OA',
    'The store’s LINE account does not know this LINE user. Add it as a friend, send it one message, and check again. If that fails, the two channels belong to different providers.',
  ],
  checkFailed: ['ตรวจไม่สำเร็จ กรุณาเริ่มใหม่จากหน้าตั้งค่า', 'The check did not work. Start again from the settings.'],
} as const satisfies Words

type Word = keyof typeof words

/** Sentences of the page in one language, with their values put in. */
export const wordsOf =
  (language: Language) =>
  (word: Word, values: Readonly<Record<string, string | number>> = {}): string =>
    words[word][language === 'th' ? 0 : 1].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

export type Say = ReturnType<typeof wordsOf>

export const standingWord: Record<Standing, Word> = {
  granted: 'granted',
  withdrawn: 'withdrawn',
  under_age: 'under_age',
  unknown: 'unknown',
}
