import type { Pair } from '../platform/sentence.ts'
import type { CallWords } from './call-words.ts'

/** Descriptions of request and response parts, by name. A call can override them (`call-words.ts`). */
const partWords: Readonly<Record<string, Pair>> = {
  cursor: [
    'ค่า `next_cursor` จากหน้าก่อน เว้นไว้เพื่อเริ่มจากหน้าแรก',
    '`next_cursor` of the previous page. Omit it to start from the beginning.',
  ],
  limit: [
    'จำนวนแถวต่อหน้า 1–1,000 ค่าปกติ 100 ใส่ 0 คือมากที่สุด',
    'Rows per page, 1 to 1,000. Default 100; 0 means the maximum.',
  ],
  updated_since: [
    'อ่านเฉพาะที่เปลี่ยนตั้งแต่เวลานี้ เช่น `2026-11-25T00:00:00+07:00` ใช้ร่วมกับ `cursor` ไม่ได้',
    'Returns only changes since this time, such as `2026-11-25T00:00:00+07:00`. Cannot be combined with `cursor`.',
  ],
  kind: [
    'ชนิดของค่าที่ใช้ค้นหา `field` คือฟิลด์ที่ร้านใช้ระบุตัวลูกค้า',
    'Kind of value. `field` is a field that tells customers apart.',
  ],
  value: ['ค่าที่ค้นหา เขียนแบบใดก็ได้ เช่น `089-555-0147`', 'The value to find, in any notation, such as `089-555-0147`.'],
  field: ['ชื่อฟิลด์ เมื่อ `kind` เป็น `field`', 'Name of the field, if `kind` is `field`.'],
  at: [
    'เวลาที่เกิดขึ้น เช่น `2026-11-25T10:30:00+07:00` ถ้าไม่ใส่เขตเวลา ใช้เขตเวลาของร้าน',
    'When it happened, such as `2026-11-25T10:30:00+07:00`. Without an offset, the store’s time zone applies.',
  ],
  reference: [
    'รหัสของคุณสำหรับกิจกรรมนี้ สูงสุด 200 ตัวอักษร ส่งซ้ำด้วยรหัสเดิมจะไม่เพิ่มอีก รหัสแยกตาม API key และตามประเภทกิจกรรม',
    'Your own ID of this activity, up to 200 characters. An activity sent again with the same reference is not added twice. References of other API keys and activity types are separate.',
  ],
  replace: [
    '`true` เพื่อแก้ไขกิจกรรมที่คีย์นี้ส่งด้วย `reference` เดียวกัน ถ้าไม่พบจะเพิ่มใหม่',
    '`true` corrects the activity that this key sent with the same `reference`, or adds it if there is none.',
  ],
  profile: [
    'ลูกค้าที่ทำกิจกรรม คือ `{"id", "values", "consents"}` แบบเดียวกับการส่งลูกค้า',
    'The customer, `{"id", "values", "consents"}`, as in the calls for customers.',
  ],
  consents: [
    'คำตอบของลูกค้าต่อวัตถุประสงค์ที่ขอความยินยอม `{"purpose_id", "operation", "evidence"}` สูงสุด 20 รายการ ต้องมีสิทธิ์ `consent:write` การให้ความยินยอมไม่ลบล้างการถอน',
    'Answers to consent purposes, `{"purpose_id", "operation", "evidence"}`, at most 20. Needs the scope `consent:write`. A grant never overrides a withdrawal.',
  ],
  label_ids: ['เลขที่ของป้ายกำกับ 1–100 รายการ', 'IDs of 1 to 100 labels.'],
  add: ['เลขที่ลูกค้าที่จะติดป้าย สูงสุด 1,000 ราย', 'IDs of up to 1,000 customers to add the label to.'],
  remove: ['เลขที่ลูกค้าที่จะนำป้ายออก สูงสุด 1,000 ราย', 'IDs of up to 1,000 customers to remove it from.'],
  purpose_id: ['เลขที่วัตถุประสงค์', 'ID of the consent purpose.'],
  operation: ['คำตอบของลูกค้า', 'The customer’s answer.'],
  evidence: [
    'หลักฐานว่ายินยอมที่ใดและอย่างไร เช่น URL และรุ่นของแบบฟอร์ม',
    'Where and how the customer agreed, such as the URL and version of the form.',
  ],
  not_found: ['เลขที่ที่ไม่พบลูกค้า', 'Unknown customer IDs.'],
  data: ['แถวของหน้านี้', 'Rows of this page.'],
  fields: ['ฟิลด์ของค่าในคำตอบ', 'Fields of the values in the response.'],
  next_cursor: ['ตำแหน่งของหน้าถัดไป เก็บไว้ได้นานเท่าที่ต้องการ', 'Position of the next page. It does not expire.'],
  has_more: ['`true` ถ้ายังมีหน้าถัดไป', '`true` if another page follows.'],
  receipt_id: [
    'เลขที่คำขอ สำหรับอ่านผลภายหลัง การทดลองไม่มีเลขที่',
    'ID of the request, for reading its results later. A test run has none.',
  ],
  status: [
    '`done` เสร็จแล้ว หรือ `waiting` เก็บไว้แล้วและจะบันทึกภายหลัง',
    '`done`, or `waiting` if the request is stored and not yet processed.',
  ],
  mapping_version: ['รุ่นของการจับคู่ที่ใช้กับรายการของตัวเชื่อม', 'Version of the mapping that the connector used.'],
  unmapped: [
    '100 ฟิลด์แรกของรายการที่ส่งเข้าตัวเชื่อมแต่ไม่ได้จับคู่',
    'The first 100 fields of connector items that are not mapped.',
  ],
  results: ['ผลของแต่ละรายการ ตามลำดับที่ส่ง', 'Results of the items, in the order they were sent.'],
}

/** Returns the words of a part of a call. */
export const wordsOfPart = ({ parts }: CallWords, name: string): Pair | undefined => parts?.[name] ?? partWords[name]
