import { words } from '../../data/text.ts'

export const text = words({
  about: [
    'หน้าเว็บที่ลูกค้าเข้าด้วย LINE เพื่อดูข้อมูลของตัวเอง ถอนความยินยอม และส่งคำขอ',
    'A page that customers open with LINE to see their own data, withdraw consent and send requests.',
  ],
  steps: ['ตั้งค่าหน้าข้อมูลของฉัน', 'Set up My data'],
  login: ['1. LINE Login ของร้าน', '1. LINE Login channel'],
  loginNone: [
    'สร้างช่อง LINE Login ใน LINE Developers ภายใต้ Provider เดียวกับ LINE OA แล้วใส่ Callback URL นี้',
    'Create a LINE Login channel in LINE Developers, under the provider of your LINE OA, with this callback URL.',
  ],
  loginSaved: ['Channel ID {id} · Secret ลงท้าย {end}', 'Channel ID {id} · secret ends in {end}'],
  callback: ['Callback URL', 'Callback URL'],
  add: ['ใส่ LINE Login', 'Add LINE Login'],
  change: ['เปลี่ยน', 'Change'],
  channelId: ['Channel ID', 'Channel ID'],
  channelSecret: ['Channel secret', 'Channel secret'],
  channelIdWrong: ['Channel ID เป็นตัวเลข 6 ถึง 20 หลัก', 'A channel ID has 6 to 20 digits'],
  secretWrong: ['Channel secret มี 32 ตัว เป็น 0–9 และ a–f', 'A channel secret has 32 characters: 0–9 and a–f'],
  turnsOff: ['หน้านี้จะปิดจนกว่าจะตรวจใหม่', 'The page is off until you check it again.'],
  check: ['2. ตรวจว่าอยู่ Provider เดียวกัน', '2. Check the provider'],
  checkWaits: [
    'ใส่ LINE Login ก่อน แล้วเข้าด้วย LINE ของคุณหนึ่งครั้ง',
    'Add the LINE Login channel first. Then log in once with your own LINE account.',
  ],
  checkNow: [
    'เข้าด้วย LINE ของคุณหนึ่งครั้ง คุณต้องเป็นเพื่อนของ LINE OA ร้าน',
    'Log in once with your own LINE account, which has to be a friend of your LINE OA.',
  ],
  checkSame: ['อยู่ Provider เดียวกัน · {name} ตรวจเมื่อ {when}', 'Same provider · checked by {name}, {when}'],
  checkUnknown: [
    'ไม่พบ LINE ของ {name} ในเพื่อนของร้าน เพิ่มร้านเป็นเพื่อนแล้วตรวจใหม่ ถ้ายังไม่พบ LINE Login อยู่คนละ Provider',
    'The store’s friends do not include {name}. Add the store as a friend and check again. If that fails, the channels belong to different providers.',
  ],
  someone: ['สมาชิก', 'a member'],
  start: ['ตรวจด้วย LINE ของฉัน', 'Check with my LINE'],
  on: ['3. เปิดให้ลูกค้าใช้', '3. Open it to customers'],
  isOn: ['เปิดอยู่', 'On'],
  isOff: ['ปิดอยู่ ลูกค้าเปิดหน้านี้ไม่ได้', 'Off. Customers cannot open the page.'],
  turnOn: ['เปิดหน้านี้', 'Turn on'],
  turnOff: ['ปิดหน้านี้', 'Turn off'],
  offTitle: ['ปิดหน้านี้ใช่ไหม', 'Turn the page off?'],
  offText: [
    'พื้นที่ในเมนูและปุ่มในคำตอบที่เปิดหน้านี้จะหายไปจนกว่าจะเปิดใหม่: {names}',
    'Areas of menus and buttons of answers that open the page disappear until it is on again: {names}',
  ],
  usedBy: ['เปิดจากเมนูและคำตอบ: {names}', 'Opened from menus and answers: {names}'],
  address: ['URL ของหน้า', 'Address of the page'],
  addressUse: [
    'เลือก “เปิดข้อมูลของฉัน” ในพื้นที่ของเมนู LINE หรือเปิดปุ่มในคำตอบอัตโนมัติ ใครมี URL ก็เห็นเฉพาะข้อมูลของตัวเองหลังเข้าด้วย LINE',
    'Choose “Open My data” for an area of your LINE menu, or turn on the button of an automatic answer. Everyone sees their own data alone, after logging in with LINE.',
  ],
  copy: ['คัดลอก', 'Copy'],
  renew: ['เปลี่ยน URL', 'Renew'],
  renewTitle: ['เปลี่ยน URL ของหน้านี้ใช่ไหม', 'Renew the address of the page?'],
  renewText: [
    'URL เดิมจะใช้ไม่ได้ทันที เมนูและคำตอบที่เปิดหน้านี้เปลี่ยนให้เอง ที่อื่นต้องแก้เอง ลูกค้าที่เปิดหน้านี้อยู่ต้องเข้าใหม่',
    'The present address stops working at once. Menus and answers that open the page follow; change it elsewhere. Customers on the page have to log in again.',
  ],
})
