import { words } from '../data/text.ts'
import { evidenceText } from '../imports/data-sources/mapping/evidence-text.ts'
import { mappingText } from '../imports/data-sources/mapping/mapping-text.ts'
import type { StepWords } from '../imports/data-sources/mapping/step-words.ts'
import { wizard } from '../imports/data-sources/wizard-text.ts'

const mapping = words({
  searchColumns: ['ค้นหาฟิลด์ที่ส่งมา', 'Search sent fields'],
  shown_all: ['ทุกฟิลด์ที่ส่งมา ({count})', 'All sent fields ({count})'],
  noColumn: ['ไม่มีฟิลด์ที่ตรงกับที่เลือก', 'No field matches'],
  noColumnText: ['ลองใช้คำอื่น หรือแสดงทุกฟิลด์', 'Try other words or show all fields.'],
  showAll: ['แสดงทุกฟิลด์', 'Show all fields'],
  remembered: ['เคยจับคู่ข้อมูลที่มีฟิลด์เหมือนกัน', 'The same fields were mapped before.'],
  rowAdds: ['แต่ละรายการเพิ่มกิจกรรม', 'Each item adds the activity'],
  activityOfRow: ['กิจกรรมของแต่ละรายการ', 'Activity of each item'],
  equalRows: ['รายการที่เหมือนกันของลูกค้ารายเดียว', 'Identical items of one customer'],
  equal_each: ['นับเป็นกิจกรรมทุกรายการ', 'count as one activity each'],
  equal_once: ['เป็นรายการซ้ำ นับครั้งเดียว', 'are repeats and count once'],
  labelsOfRows: ['ป้ายกำกับของทุกรายการ', 'Labels for every item'],
  labelsOfRow: ['ป้ายกำกับของรายการนี้', 'Labels of this item'],
  ofRow: ['ของแต่ละรายการ', 'Of each item'],
  lineAccount: ['LINE ID ที่ส่งมาเป็นของบัญชี', 'The LINE IDs come from'],
  unreadableCells: ['ค่าที่อ่านไม่ได้', 'Values that cannot be read'],
  unreadable_empty: ['เว้นว่างไว้ แล้วรับรายการ', 'are left empty, and the item is imported'],
  keyNone: ['ไม่มี (ทุกรายการเป็นลูกค้าใหม่)', 'nothing (every item is a new customer)'],
  allNewText: [
    'ทุกรายการจะเพิ่มเป็นลูกค้าใหม่ ถ้าระบบนั้นส่งรายการเดิมอีกครั้งด้วย Idempotency-Key เดิม จะไม่เพิ่มซ้ำ',
    'Every item adds a new customer. The same item sent again with the same Idempotency-Key adds nobody.',
  ],
  allNewCount: [
    'เพิ่มลูกค้าได้ถึง {count} ราย รวมถึงคนที่ร้านมีอยู่แล้ว',
    'Adds up to {count} customers, also people whom the store already has.',
    'Adds up to {count} customer, also if the store already has them.',
  ],
  keylessRows: ['รายการที่ไม่มีข้อมูลระบุตัว', 'Items without any of these values'],
  keyQuestion: ['ข้อมูลที่ส่งมาใช้อะไรบอกว่ารายการใดเป็นลูกค้ารายใด', 'What tells the customers of these items apart?'],
  keyOption: ['{distinct} ค่าไม่ซ้ำ ใน {cells} รายการ', '{distinct} different values in {cells} items'],
  allNewChoice: ['ทุกรายการเป็นลูกค้าใหม่', 'Every item is a new customer'],
  leftTitle: ['ยังมีข้อมูลลูกค้าที่จะไม่รับ', 'Some customer data would be left out'],
  leftText: [
    '{count} ฟิลด์ที่ส่งมาน่าจะเป็นข้อมูลของลูกค้า แต่ยังไม่ได้จับคู่กับฟิลด์ใด',
    '{count} sent fields seem to hold data of customers but are not mapped.',
    '{count} sent field seems to hold data of customers but is not mapped.',
  ],
  holds_phone: ['เบอร์โทรศัพท์ {count} รายการ', 'Phones in {count} items', 'A phone in {count} item'],
  holds_email: ['อีเมล {count} รายการ', 'Emails in {count} items', 'An email in {count} item'],
  holds_line_id: ['LINE ID {count} รายการ', 'LINE IDs in {count} items', 'A LINE ID in {count} item'],
  holds_name: ['ชื่อ {count} รายการ', 'Names in {count} items', 'A name in {count} item'],
  holds_birth_date: ['วันเกิด {count} รายการ', 'Birthdays in {count} items', 'A birthday in {count} item'],
  holds_citizen_id: [
    'เลขประจำตัวประชาชน {count} รายการ',
    'Citizen IDs in {count} items',
    'A citizen ID in {count} item',
  ],
  holds_code: ['รหัส {count} รายการ', 'Codes in {count} items', 'A code in {count} item'],
  holds_consent: ['ความยินยอม {count} รายการ', 'Consents in {count} items', 'A consent in {count} item'],
  mapColumnsFor: ['จับคู่ {count} ฟิลด์ให้', 'Map {count} fields', 'Map {count} field'],
  leaveWithout: ['ไปต่อโดยไม่รับ {count} ฟิลด์', 'Continue without {count} fields', 'Continue without {count} field'],
  contactFirst: ['ใช้เป็นหลัก {names} เก็บเพิ่ม', 'Main contact; {names} is kept as well'],
  contactOrderText: [
    'ใช้ฟิลด์แรกที่มีค่าเป็นหลัก ค่าจากฟิลด์อื่นเก็บเป็นข้อมูลติดต่อเพิ่มเติม',
    'The first field with a value gives the main one. The others are kept as further contacts.',
  ],
  unreadable_fail: ['ไม่รับทั้งรายการ', 'reject the whole item'],
  activityDateNeeded: [
    'เลือกฟิลด์ที่เป็นวันที่ทำกิจกรรม แล้วจับคู่กับ “{field}”',
    'Map the field with the date of the activity to “{field}”.',
  ],
  withoutNames: [
    'ข้อมูลที่ส่งมามีชื่อใน “{name}” แต่ไม่ได้จับคู่ ลูกค้าใหม่จะไม่มีชื่อ ระบบยังเทียบชื่อนี้กับลูกค้าเดิม และรายการที่เบอร์หรืออีเมลตรงแต่ชื่อต่างกันจะรอตัดสินใจ',
    '“{name}” contains names but is not mapped: new customers will have no name. The names are still compared, and items with a known phone or email but a different name will wait.',
  ],
  useNames: ['แยกชื่อจากฟิลด์นี้', 'Split this field'],
  orderText: ['ค่าของฟิลด์จะต่อกันตามลำดับนี้ คั่นด้วยเว้นวรรค', 'The fields are joined in this order, separated by spaces.'],
  clash: ['ซ้ำกับ “{name}”', 'Also mapped from “{name}”'],
  dateOrderOf: ['{name} วันที่ {sample} คือ', '{name}: {sample} is'],
  yearsOf: ['{name} ปี {year} คือ', '{name}: year {year} is'],
  rules: ['ตั้งค่าของ {name}', 'Settings of {name}'],
  whenEmpty: ['เมื่อส่งค่าว่างมา', 'If an empty value is sent'],
  clears: ['ค่าว่างล้างค่าเดิม', 'empty values clear the old ones'],
  mapColumnAlso: ['จับคู่ {name} กับฟิลด์ที่ {place}', 'Map {name} to, field {place}'],
  leftOutCount: ['ไม่รับ {count} ฟิลด์', '{count} fields left out', '{count} field left out'],
  notImported: [
    'จะไม่รับ {count} ฟิลด์: {names}',
    '{count} fields will be left out: {names}',
    '{count} field will be left out: {names}',
  ],
  importedUnseen: [
    '{count} ฟิลด์ยังไม่ได้ตรวจ จะรับตามที่แนะนำ: {names}',
    '{count} unchecked fields will be imported as suggested: {names}',
    '{count} unchecked field will be imported as suggested: {names}',
  ],
  leaveTitle: ['ยังมีฟิลด์ที่รอคำตอบ', 'Some fields still need an answer'],
  emptyClears: [
    'ค่าว่างใน {count} ฟิลด์จะล้างค่าเดิม',
    'Empty values of {count} fields clear the old ones',
    'Empty values of {count} field clear the old ones',
  ],
  shown_ignored: ['ไม่รับ ({count})', 'Left out ({count})'],
  keyless_fail: ['ไม่รับ', 'are left out'],
  unknown_skip: ['ไม่รับ', 'are left out'],
  keepSplitOff: ['ยืนยันไม่รับ', 'Leave it out'],
})

const evidence = words({
  allBuddhist: ['เป็นปี พ.ศ. ทั้งหมด แปลงให้แล้ว', 'All years are BE, converted'],
  allChristian: ['เป็นปี ค.ศ. ทั้งหมด', 'All years are CE'],
  names: ['แยกได้ครบ {whole} จาก {cells} รายการ', 'First and last name: {whole} of {cells}'],
  partAll: ['มีครบ {count} รายการ', 'In all {count} items', 'In {count} item'],
  partSome: ['มี {count} รายการ', 'In {count} items', 'In {count} item'],
  partMissing: ['ไม่มี {count} รายการ', 'Missing in {count} items', 'Missing in {count} item'],
  values: ['{distinct} ค่าไม่ซ้ำ ใน {cells} รายการ', 'Different values: {distinct} of {cells}'],
  valuesAbout: ['ราว {distinct} ค่าไม่ซ้ำ ใน {cells} รายการ', 'Different values: about {distinct} of {cells}'],
  cells: ['มีข้อมูล {cells} รายการ', 'Filled: {cells}'],
  empty: ['ว่าง {percent}% ของรายการ', '{percent}% of items are empty'],
  running: ['เป็นเลขลำดับ {count} รายการ', 'A sequence number in {count} items', 'A sequence number in {count} item'],
  otherColumn: ['ใช้ “{name}” แทนแล้ว', '“{name}” is used instead'],
  keyValues: [
    '{field}: {cells} รายการ {distinct} ค่า ซ้ำมากที่สุด {largest} รายการ',
    '{field}: {distinct} values in {cells}, the most common {largest} times',
  ],
  keyValuesAbout: [
    '{field}: {cells} รายการ ราว {distinct} ค่า ซ้ำมากที่สุด {largest} รายการ',
    '{field}: about {distinct} values in {cells}, the most common {largest} times',
  ],
  keyAllDiffer: ['{field}: {cells} รายการ ไม่ซ้ำกันเลย', '{field}: all different, of {cells}'],
  keyLoose: [
    'ซ้ำกันมาก รายการที่ค่าตรงกันจะเป็นลูกค้ารายเดียวกัน',
    'repeats often: items with the same value become one customer',
  ],
  notApart: [
    '“{field}” มีเพียง {distinct} ค่าใน {cells} รายการ จึงใช้ระบุตัวลูกค้าไม่ได้',
    '“{field}” has only {distinct} values in {cells} items, so it cannot tell customers apart.',
  ],
  guessedKey: [
    '“{field}” เดาจากค่าของ “{column}” กรุณาดูให้แน่ใจก่อนเลือก',
    '“{field}” was guessed from the values of “{column}”: check them before you choose it.',
  ],
  noKey: [
    'ยังไม่มีฟิลด์ที่บอกได้ว่ารายการใดเป็นลูกค้ารายใด ถ้ามีเบอร์โทรศัพท์ อีเมล เลขประจำตัวประชาชน หรือรหัสผู้ใช้ LINE ให้จับคู่ฟิลด์นั้นในตาราง ถ้าไม่มี ให้ระบบที่ส่งเพิ่มมาในรายการ',
    'No field identifies customers yet. If the items have phones, emails, citizen IDs or LINE user IDs, map that field in the table. If not, have the sending system add one.',
  ],
  fieldAsKey: ['{field} จาก “{column}”', '{field} from “{column}”'],
  columnAsKey: ['“{column}”', '“{column}”'],
})

const step = words({
  sameWhen: ['ถือเป็นลูกค้ารายเดียวกันเมื่อ', 'Items are the same customer when'],
  columnInFile: ['ชื่อในข้อมูลที่ส่งมา', 'Name in the items'],
  mapColumn: ['จับคู่ {name} กับ', 'Map {name} to'],
  notMapped: ['ไม่รับ', 'Leave out'],
  not_needed: ['ไม่จำเป็นต้องรับ', 'Not needed'],
  sensitive: ['ข้อมูลอ่อนไหว คุณไม่มีสิทธิ์นำเข้า', 'Sensitive: you do not have permission to import it'],
  left: ['ไม่รับ', 'Left out'],
  willBeImported: ['จะรับ', 'will be imported'],
  unknown: ['ไม่รู้จักฟิลด์นี้ เลือกเองได้', 'Unknown: choose a field if needed'],
  empty: ['ว่างทุกรายการ', 'Empty in every item'],
  shownColumns: ['ฟิลด์ที่แสดง', 'Fields shown'],
  willImport: ['{count} จาก {total} ฟิลด์', '{count} of {total} fields', '{count} of {total} field'],
  toCheck: ['{count} ฟิลด์รอตรวจสอบ', '{count} fields to check', '{count} field to check'],
  emptyKeeps: ['ค่าว่างที่ส่งมาจะไม่ลบค่าเดิม', 'Empty values never clear old ones'],
  columnsNeeded: ['กรุณาจับคู่อย่างน้อยหนึ่งฟิลด์', 'Map at least one field.'],
  clashNeeded: ['มีสองฟิลด์ที่จับคู่กับฟิลด์เดียวกัน กรุณาเลือกใหม่', 'Two sent fields are mapped to the same field. Choose again.'],
  newFieldText: ['สำหรับ “{name}”', 'For “{name}”'],
})

/** Words of the mapping step for items of connectors. */
export const itemStepWords: StepWords = new Map<Parameters<StepWords['get']>[0], Parameters<StepWords['get']>[0]>([
  [mappingText, mapping],
  [evidenceText, evidence],
  [wizard, step],
])
