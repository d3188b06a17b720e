import { words } from '../../../data/text.ts'

/** Texts of the segment form. */
export const text = words({
  form: ['ข้อมูลเซกเมนต์', 'Segment'],
  name: ['ชื่อเซกเมนต์', 'Segment name'],
  description: ['คำอธิบาย', 'Description'],
  color: ['สี', 'Colour'],
  fields: ['ชื่อและเงื่อนไข', 'Name and rule'],
  rule: ['เงื่อนไข', 'Rule'],
  nameTaken: ['มีชื่อเซกเมนต์นี้แล้ว', 'This segment name is already used.'],
  titleOf: ['แก้ไข: {name}', 'Edit: {name}'],
  ruleMissing: ['กรุณาใส่เงื่อนไขให้ครบทุกข้อ', 'Complete every condition.'],
  ruleUnknown: ['ข้อมูลที่ใช้ถูกลบไปแล้ว', 'This condition uses something that was deleted'],
  ruleRetyped: ['ฟิลด์เปลี่ยนชนิดไปแล้ว', 'The type of this field has changed'],
  ruleRefused: ['ค่านี้ใช้ไม่ได้', 'This value cannot be used'],
  ruleHidden: [
    'เงื่อนไขนี้มีค่าที่คุณไม่มีสิทธิ์ดู จึงแก้เงื่อนไขไม่ได้ แต่แก้ชื่อ สี และคำอธิบายได้',
    'The rule contains a value you do not have permission to see, so you cannot change it. You can still change the name, colour and description.',
  ],
  rulesOf: ['{count} เงื่อนไข', '{count} conditions', '{count} condition'],

  // The choice on create
  whichKind: ['เลือกแบบที่ต้องการสร้าง', 'What do you want to create?'],
  advancedText: [
    'เลือกลูกค้าด้วยเงื่อนไข เช่น ซื้อใน 90 วันล่าสุด ระบบอัปเดตรายชื่อให้เอง',
    'Customers who match a rule, such as “bought in the last 90 days”. Updates automatically.',
  ],
  generalText: [
    'ป้ายกำกับที่ติดให้ลูกค้าเองหรือตอนนำเข้าไฟล์ เช่น VIP',
    'A label you add yourself or with an import, such as VIP.',
  ],
  startFrom: ['หรือเริ่มจากเงื่อนไขที่ใช้บ่อย แล้วแก้ให้เป็นของร้าน', 'Or start from a common rule and adapt it'],
  newThisMonth: ['ลูกค้าใหม่เดือนนี้', 'New this month'],
  lapsed: ['ห่างหาย 60 วัน', 'Lapsed for 60 days'],
  recent: ['ซื้อใน 30 วันล่าสุด', 'Bought in the last 30 days'],
  frequent: ['ซื้อ 3 ครั้งขึ้นไปใน 90 วัน', 'Bought 3 or more times in 90 days'],
  spent: ['ซื้อครั้งละ 1,000 ขึ้นไปใน 90 วัน', 'Spent 1,000 or more at once in 90 days'],
  birthday: ['วันเกิดเดือนนี้', 'Birthday this month'],
  noPhone: ['ยังไม่มีเบอร์โทร', 'No phone number'],
  noLine: ['ยังไม่มี LINE', 'Not on LINE'],

  // Before the groups
  before: ['เฉพาะลูกค้าที่เพิ่มเข้าระบบ', 'Only customers added'],
  addBefore: ['จำกัดตามวันที่เพิ่มหรือป้ายกำกับ', 'Limit by date added or label first'],
  carry: ['และมีป้ายกำกับอย่างน้อยหนึ่งใน', 'and who have any of'],
  carryLabels: ['ป้ายกำกับที่ต้องมี', 'Required labels'],
  days: ['วันที่เพิ่มลูกค้า', 'Date added'],
  notNarrowed: ['ไม่จำกัด', 'No limit'],
  dropBefore: ['เลิกจำกัด', 'Remove limit'],

  // The numbers
  numbers: ['จำนวนลูกค้าที่ตรงเงื่อนไข', 'Matching customers'],
  people: ['ราย', 'customers'],
  about: ['ประมาณ', 'about'],
  margin: ['± {margin} จากการสุ่มตัวอย่าง', '± {margin}, from a sample'],
  exactAt: ['จำนวนจริง ณ {time}', 'exact, {time}'],
  counting: ['กำลังคำนวณ…', 'Counting…'],
  countingAll: ['กำลังตรวจลูกค้าทั้ง {count} ราย…', 'Checking all {count} customers…', 'Checking one customer…'],
  noneYet: ['ใส่เงื่อนไขเพื่อดูจำนวนลูกค้า', 'Add a condition to see how many customers match'],
  partial: ['คำนวณเฉพาะเงื่อนไขที่ใส่ครบแล้ว', 'Only complete conditions are counted'],
  everybody: ['ลูกค้าทั้งหมด', 'All customers'],
  change: ['จากสมาชิกตอนนี้', 'compared with the current members'],
  noChange: ['สมาชิกเหมือนเดิม', 'Same members as now'],
  spend: ['ยอดซื้อรวม {baht} บาท ใน 12 เดือน', '{baht} baht spent in 12 months'],
  spendAbout: ['ยอดซื้อรวมประมาณ {baht} บาท ใน 12 เดือน', 'About {baht} baht spent in 12 months'],
  summing: ['กำลังรวมยอดซื้อ…', 'Adding up spend…'],
  baht: ['{baht} บาท', '{baht} baht'],
  reachable: ['{count} ราย ส่งได้ทาง LINE', '{count} reachable on LINE'],
  sample: ['ตัวอย่าง {count} ราย', '{count} examples', 'One example'],
  noSample: ['คุณไม่มีสิทธิ์ดูรายชื่อลูกค้า', 'You do not have permission to see customers.'],
})
