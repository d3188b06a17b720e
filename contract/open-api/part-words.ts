import type { CallWords, Pair } from './call-words.ts'

/** Words of the parts of requests and answers of programs, by name. A call may have its own (`call-words.ts`). */
const partWords: Readonly<Record<string, Pair>> = {
  cursor: [
    'ค่า `next_cursor` จากหน้าก่อน เว้นไว้เพื่อเริ่มใหม่',
    '`next_cursor` of the page before. Left out, the list begins anew.',
  ],
  limit: [
    'จำนวนแถวต่อหน้า 1–1,000 ค่าปกติ 100 ใส่ 0 คือมากที่สุด',
    'Rows of a page, from 1 to 1,000. 100 if left out; 0 for as many as possible.',
  ],
  updated_since: [
    'อ่านเฉพาะที่เปลี่ยนตั้งแต่เวลานี้ เช่น `2026-11-25T00:00:00+07:00` ใช้พร้อม `cursor` ไม่ได้',
    'Only changes from this moment on, such as `2026-11-25T00:00:00+07:00`. Not together with `cursor`.',
  ],
  kind: [
    'ชนิดของค่าที่ใช้ค้นหา `field` คือฟิลด์ที่ร้านใช้ระบุตัวลูกค้า',
    'What the value is. `field` is a field with which the store tells customers apart.',
  ],
  value: ['ค่าที่ค้นหา เขียนแบบใดก็ได้ เช่น `089-555-0147`', 'The value to look for, in any notation, such as `089-555-0147`.'],
  field: ['ชื่อฟิลด์ เมื่อ `kind` เป็น `field`', 'Name of the field, if `kind` is `field`.'],
  at: [
    'เวลาที่เกิดขึ้น เช่น `2026-11-25T10:30:00+07:00` ถ้าไม่ใส่เขตเวลา ใช้เขตเวลาของร้าน',
    'When it happened, such as `2026-11-25T10:30:00+07:00`. Without an offset it is in the time zone of the store.',
  ],
  reference: [
    'รหัสของคุณสำหรับกิจกรรมนี้ สูงสุด 200 ตัวอักษร ส่งซ้ำด้วยรหัสเดิมไม่เพิ่มอีก',
    'Your own name for this activity, up to 200 letters. Sent again with the same reference, it is not added again.',
  ],
  profile: [
    'ลูกค้าที่ทำกิจกรรม คือ `{"id", "values"}` เหมือนการส่งลูกค้า',
    'The customer: `{"id", "values"}`, as when customers are sent.',
  ],
  label_ids: ['เลขที่ของป้ายกำกับ 1–100 รายการ', 'Numbers of 1 to 100 labels.'],
  add: ['เลขที่ลูกค้าที่จะติดป้าย สูงสุด 1,000 ราย', 'Numbers of up to 1,000 customers who get the label.'],
  remove: ['เลขที่ลูกค้าที่จะนำป้ายออก สูงสุด 1,000 ราย', 'Numbers of up to 1,000 customers who lose it.'],
  purpose_id: ['เลขที่เรื่องที่ขอความยินยอม', 'Number of the consent purpose.'],
  operation: ['คำตอบของลูกค้า', 'The answer of the customer.'],
  evidence: [
    'หลักฐานว่ายินยอมที่ใดและอย่างไร เช่น ที่อยู่ของแบบฟอร์มกับรุ่น',
    'Where and how the customer agreed, such as the address of the form with its version.',
  ],
  not_found: ['เลขที่ที่ไม่มีลูกค้า', 'Numbers without a customer.'],
  data: ['แถวของหน้านี้', 'Rows of this page.'],
  fields: ['ฟิลด์ของค่าในคำตอบ', 'Fields of the values in the answer.'],
  next_cursor: [
    'ตำแหน่งของหน้าถัดไป เก็บไว้ได้นานเท่าที่ต้องการ',
    'Position of the next page. You may keep it for as long as you like.',
  ],
  has_more: ['`true` ถ้ายังมีหน้าถัดไป', '`true` if another page follows.'],
  receipt_id: [
    'เลขที่คำขอ สำหรับอ่านผลภายหลัง การทดลองไม่มี',
    'Number of the request, to read its results later. A test run has none.',
  ],
  status: [
    '`done` เสร็จแล้ว หรือ `waiting` เก็บไว้แล้วและจะบันทึกภายหลัง',
    '`done`, or `waiting` if the request is stored and its results follow.',
  ],
  mapping_version: ['รุ่นของการจับคู่ที่ใช้กับรายการของตัวเชื่อม', 'Version of the mapping by which a connector mapped the items.'],
  unmapped: ['ฟิลด์ของรายการที่ส่งเข้าตัวเชื่อมแต่ไม่ได้จับคู่', 'Fields of items of a connector that no field of the store takes.'],
  results: ['ผลของแต่ละรายการ ตามลำดับที่ส่ง', 'Results of the items, in the order in which they were sent.'],
}

/** Returns the words of a part of a call. */
export const wordsOfPart = ({ parts }: CallWords, name: string): Pair | undefined => parts?.[name] ?? partWords[name]
