import { words } from '../data/text.ts'
import { evidenceText } from '../imports/data-sources/mapping/evidence-text.ts'
import { mappingText } from '../imports/data-sources/mapping/mapping-text.ts'
import type { StepWords } from '../imports/data-sources/mapping/step-words.ts'
import { wizard } from '../imports/data-sources/wizard-text.ts'

const mapping = words({
  searchColumns: ['ค้นหาฟิลด์ที่ส่งมา', 'Search the sent fields'],
  shown_all: ['ทุกฟิลด์ที่ส่งมา ({count})', 'All sent fields ({count})'],
  noColumn: ['ไม่มีฟิลด์ที่ตรงกับที่เลือก', 'No field matches'],
  noColumnText: ['ลองใช้คำอื่น หรือแสดงทุกฟิลด์', 'Try other words, or show all fields.'],
  showAll: ['แสดงทุกฟิลด์', 'Show all fields'],
  remembered: ['เคยจับคู่ข้อมูลที่มีฟิลด์เหมือนกัน', 'The same fields were mapped before.'],
  rowAdds: ['แต่ละรายการเพิ่มกิจกรรม', 'Each item adds the activity'],
  activityOfRow: ['กิจกรรมของแต่ละรายการ', 'Activity of each item'],
  equalRows: ['รายการที่เหมือนกันของลูกค้ารายเดียว', 'Equal items of one customer'],
  equal_each: ['นับเป็นกิจกรรมทุกรายการ', 'count as one activity each'],
  equal_once: ['เป็นรายการซ้ำ นับครั้งเดียว', 'are repeats and count once'],
  labelsOfRows: ['ป้ายกำกับของทุกรายการ', 'Labels for every item'],
  labelsOfRow: ['ป้ายกำกับของรายการนี้', 'Labels of this item'],
  ofRow: ['ของแต่ละรายการ', 'Of each item'],
  lineAccount: ['LINE ID ที่ส่งมาเป็นของบัญชี', 'The LINE ids that are sent come from'],
  unreadableCells: ['ค่าที่อ่านไม่ได้', 'Values that cannot be read'],
  unreadable_empty: ['เว้นว่างไว้ แล้วรับรายการ', 'are left empty, the item is taken'],
  keyNone: ['ไม่มี (ทุกรายการเป็นลูกค้าใหม่)', 'nothing (every item is a new customer)'],
  allNewText: [
    'ทุกรายการจะเพิ่มเป็นลูกค้าใหม่ ถ้าระบบนั้นส่งรายการเดิมอีกครั้งด้วย Idempotency-Key เดิม จะไม่เพิ่มซ้ำ',
    'Every item is added as a new customer. The same item sent again with the same Idempotency-Key adds nobody.',
  ],
  keylessRows: ['รายการที่ไม่มีข้อมูลระบุตัว', 'Items without any of these values'],
  unreadable_fail: ['ไม่รับทั้งรายการ', 'keep their item out'],
  activityDateNeeded: [
    'เลือกฟิลด์ที่เป็นวันที่ทำกิจกรรม แล้วจับคู่กับ “{field}”',
    'Map the field that tells when the activity happened to “{field}”.',
  ],
  withoutNames: [
    'ข้อมูลที่ส่งมามีชื่อใน “{name}” แต่ไม่ได้จับคู่ ลูกค้าใหม่จะไม่มีชื่อ ระบบยังเทียบชื่อนี้กับลูกค้าเดิม และรายการที่เบอร์หรืออีเมลตรงแต่ชื่อต่างกันจะรอตัดสินใจ',
    '“{name}” holds names but is not mapped: new customers will have no name. Its names are still compared, and items with a known phone or email but another name will wait.',
  ],
  useNames: ['แยกชื่อจากฟิลด์นี้', 'Split this field'],
  orderText: ['ค่าของฟิลด์จะต่อกันตามลำดับนี้ คั่นด้วยเว้นวรรค', 'The fields are joined in this order, with a space between them.'],
  clash: ['ซ้ำกับ “{name}”', 'Also mapped from “{name}”'],
  dateOrderOf: ['{name} วันที่ {sample} คือ', '{name}: {sample} is'],
  yearsOf: ['{name} ปี {year} คือ', '{name}: year {year} is'],
  rules: ['ตั้งค่าของ {name}', 'Settings of {name}'],
  whenEmpty: ['เมื่อส่งค่าว่างมา', 'If an empty value is sent'],
  clears: ['ค่าว่างล้างค่าเดิม', 'empty values clear'],
  mapColumnAlso: ['จับคู่ {name} กับฟิลด์ที่ {place}', 'Map {name} to, field {place}'],
  leftOutCount: ['ไม่รับ {count} ฟิลด์', '{count} fields left out', '{count} field left out'],
  notImported: [
    'จะไม่รับ {count} ฟิลด์: {names}',
    '{count} fields will not be taken: {names}',
    '{count} field will not be taken: {names}',
  ],
  importedUnseen: [
    '{count} ฟิลด์ยังไม่ได้ตรวจ จะรับตามที่แนะนำ: {names}',
    '{count} fields nobody has checked will be taken as suggested: {names}',
    '{count} field nobody has checked will be taken as suggested: {names}',
  ],
  leaveTitle: ['ยังมีฟิลด์ที่รอคำตอบ', 'Some fields wait for an answer'],
  emptyClears: [
    'ค่าว่างใน {count} ฟิลด์จะล้างค่าเดิม',
    'Empty values of {count} fields clear the value',
    'Empty values of {count} field clear the value',
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
  running: ['เป็นเลขลำดับ {count} รายการ', 'A running number in {count} items', 'A running number in {count} item'],
  otherColumn: ['ใช้ “{name}” แทนแล้ว', '“{name}” is used instead'],
  keyValues: [
    '{field}: {cells} รายการ {distinct} ค่า ซ้ำมากที่สุด {largest} รายการ',
    '{field}: {distinct} values in {cells}, the commonest {largest} times',
  ],
  keyValuesAbout: [
    '{field}: {cells} รายการ ราว {distinct} ค่า ซ้ำมากที่สุด {largest} รายการ',
    '{field}: about {distinct} values in {cells}, the commonest {largest} times',
  ],
  keyAllDiffer: ['{field}: {cells} รายการ ไม่ซ้ำกันเลย', '{field}: all different, of {cells}'],
  keyLoose: ['ซ้ำกันมาก รายการที่ค่าตรงกันจะเป็นลูกค้ารายเดียวกัน', 'repeats often: items with one value become one customer'],
  notApart: [
    '“{field}” มีเพียง {distinct} ค่าใน {cells} รายการ จึงใช้ระบุตัวลูกค้าไม่ได้',
    '“{field}” has {cells} items but {distinct} values, so it cannot tell customers apart.',
  ],
  guessedKey: [
    '“{field}” เดาจากค่าของ “{column}” กรุณาดูให้แน่ใจก่อนเลือก',
    '“{field}” was guessed from the values of “{column}”: look at them before you choose it.',
  ],
  noKey: [
    'ยังไม่มีฟิลด์ที่บอกได้ว่ารายการใดเป็นลูกค้ารายใด ถ้ามีเบอร์โทรศัพท์ อีเมล เลขประจำตัวประชาชน หรือรหัสผู้ใช้ LINE ให้จับคู่ฟิลด์นั้นในตาราง ถ้าไม่มี ให้ระบบที่ส่งเพิ่มมาในรายการ',
    'No field tells which item is which customer. If the items have phones, emails, citizen IDs or LINE user IDs, map that field in the table. If they have none, let the sending system add one.',
  ],
  couldBeKey: [
    'ค่าของ “{column}” ต่างกันเกือบทุกรายการ อาจใช้ระบุตัวลูกค้าได้',
    'The values of “{column}” nearly all differ: it could tell customers apart.',
  ],
})

const step = words({
  sameWhen: ['ถือเป็นลูกค้ารายเดียวกันเมื่อ', 'Items are the same customer when'],
  columnInFile: ['ชื่อในข้อมูลที่ส่งมา', 'Name in the items'],
  mapColumn: ['จับคู่ {name} กับ', 'Map {name} to'],
  notMapped: ['ไม่รับ', 'Do not take'],
  not_needed: ['ไม่จำเป็นต้องรับ', 'Not needed'],
  sensitive: ['ข้อมูลอ่อนไหว คุณไม่มีสิทธิ์นำเข้า', 'Sensitive: you may not import it'],
  left: ['ไม่รับ', 'Left out'],
  willBeImported: ['จะรับ', 'will be taken'],
  unknown: ['ไม่รู้จักฟิลด์นี้ เลือกเองได้', 'Not known, choose if needed'],
  empty: ['ว่างทุกรายการ', 'Empty in every item'],
  shownColumns: ['ฟิลด์ที่แสดง', 'Fields shown'],
  willImport: ['{count} จาก {total} ฟิลด์', '{count} of {total} fields', '{count} of {total} field'],
  toCheck: ['{count} ฟิลด์รอตรวจสอบ', '{count} fields to check', '{count} field to check'],
  emptyKeeps: ['ค่าว่างที่ส่งมาจะไม่ลบค่าเดิม', 'An empty value never removes a value'],
  columnsNeeded: ['กรุณาจับคู่อย่างน้อยหนึ่งฟิลด์', 'Map at least one field.'],
  clashNeeded: [
    'มีสองฟิลด์ที่จับคู่กับฟิลด์เดียวกัน กรุณาเลือกใหม่',
    'Two sent fields are mapped to the same field. Please choose again.',
  ],
  newFieldText: ['สำหรับ “{name}”', 'For “{name}”'],
})

/** Words of the mapping step for items of connectors. */
export const itemStepWords: StepWords = new Map<Parameters<StepWords['get']>[0], Parameters<StepWords['get']>[0]>([
  [mappingText, mapping],
  [evidenceText, evidence],
  [wizard, step],
])
