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
  ruleUnknown: ['ข้อมูลที่ใช้ถูกลบไปแล้ว', 'What it asks for was deleted'],
  ruleRetyped: ['ฟิลด์เปลี่ยนชนิดไปแล้ว', 'The field has another type now'],
  ruleRefused: ['ค่านี้ใช้ไม่ได้', 'This value cannot be used'],
  ruleHidden: [
    'เงื่อนไขนี้มีค่าที่คุณไม่มีสิทธิ์ดู จึงแก้เงื่อนไขไม่ได้ แต่แก้ชื่อ สี และคำอธิบายได้',
    'The rule holds a value you may not see, so you cannot change it. The name, colour and description can be changed.',
  ],
  rulesOf: ['{count} เงื่อนไข', '{count} conditions', '{count} condition'],

  // The choice on create
  whichKind: ['จะสร้างแบบไหน', 'Which kind?'],
  advancedText: [
    'เลือกลูกค้าด้วยเงื่อนไข เช่น ซื้อใน 90 วันล่าสุด ระบบอัปเดตรายชื่อให้เอง',
    'Customers who match a rule, such as bought in the last 90 days. It keeps itself up to date.',
  ],
  generalText: ['ป้ายที่ติดให้ลูกค้าด้วยมือหรือตอนนำเข้าไฟล์ เช่น VIP', 'A label given by hand or while importing, such as VIP.'],
  startFrom: ['หรือเริ่มจากเงื่อนไขที่ใช้บ่อย แล้วแก้ให้เป็นของร้าน', 'Or begin with a common rule, and make it yours'],
  newThisMonth: ['ลูกค้าใหม่เดือนนี้', 'New this month'],
  lapsed: ['ห่างหาย 60 วัน', 'Lapsed for 60 days'],
  recent: ['ซื้อใน 30 วันล่าสุด', 'Bought in the last 30 days'],
  frequent: ['ซื้อ 3 ครั้งขึ้นไปใน 90 วัน', 'Bought 3 or more times in 90 days'],
  spent: ['ซื้อครั้งละ 1,000 ขึ้นไปใน 90 วัน', 'Spent 1,000 or more at once in 90 days'],
  birthday: ['วันเกิดเดือนนี้', 'Birthday this month'],
  noPhone: ['ยังไม่มีเบอร์โทร', 'Without a phone number'],
  noLine: ['ยังไม่มี LINE', 'Not on LINE'],

  // Before the groups
  before: ['เฉพาะลูกค้าที่เพิ่มเข้าระบบ', 'Only customers who were added'],
  addBefore: ['จำกัดวันที่เพิ่มหรือป้ายก่อน', 'First narrow by day added or label'],
  carry: ['และมีป้ายใดป้ายหนึ่งใน', 'and carry any of'],
  carryLabels: ['ป้ายที่ต้องมี', 'Labels they carry'],
  days: ['วันที่เพิ่มลูกค้า', 'Day added'],
  notNarrowed: ['ไม่จำกัด', 'Not narrowed'],
  dropBefore: ['เลิกจำกัด', 'Do not narrow'],

  // The numbers
  numbers: ['จำนวนลูกค้าที่ตรงเงื่อนไข', 'How many match'],
  people: ['ราย', 'customers'],
  about: ['ประมาณ', 'about'],
  margin: ['± {margin} จากการสุ่มนับ', '± {margin}, of a sample'],
  exactAt: ['นับจริง {time}', 'counted {time}'],
  counting: ['กำลังนับ…', 'Counting…'],
  countingAll: ['กำลังนับจริงจากลูกค้า {count} ราย…', 'Counting all {count} customers…', 'Counting one customer…'],
  noneYet: ['ใส่เงื่อนไขเพื่อดูจำนวนลูกค้า', 'Add a condition to see how many customers match'],
  partial: ['นับเฉพาะเงื่อนไขที่ใส่ครบแล้ว', 'Only complete conditions are counted'],
  everybody: ['ลูกค้าทั้งหมด', 'All customers'],
  reachable: ['{count} ราย ส่งได้ทาง LINE', '{count} can be reached on LINE'],
  sample: ['ตัวอย่าง {count} ราย', '{count} of them', 'One of them'],
  noSample: ['คุณไม่มีสิทธิ์ดูรายชื่อลูกค้า', 'You may not see customers.'],
})
