import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import type { Pair } from '@ruam/contract/platform/sentence.ts'

/** Notes for developers on general errors, whose sentences are written for people at a screen. */
export const errorNotes: Partial<Record<ErrorName, Pair>> = {
  not_found: [
    'ไม่มีสิ่งที่มีเลขที่นี้ในร้านของคีย์ หรือไม่มี URL นี้ใน Open API กรุณาตรวจสอบเลขที่ วิธี (GET, POST) และ `/open-api/v1`',
    'The key’s store has nothing with this ID, or the Open API has no such call: check the ID, the method (GET, POST) and `/open-api/v1`.',
  ],
  precondition_failed: [
    'อ่านลูกค้าอีกครั้ง แล้วส่งด้วย `ETag` ใหม่ เทียบเฉพาะค่าที่คีย์ของคุณอ่านได้ ผู้เรียกที่อ่านลูกค้าไม่ได้จะได้ 412 เสมอ',
    'Read the customer again and send the new `ETag`. Only what your key may read is compared: a caller that may not read customers always gets 412.',
  ],
  precondition_unsupported: [
    'รายการที่ส่งเก็บไว้แล้วบันทึกภายหลัง จึงเทียบกับ `ETag` ไม่ได้ ใช้ `If-Match` กับป้ายกำกับ ความยินยอม และการลบ',
    'Items are stored and written later, so there is nothing to compare with. Use `If-Match` with labels, consents and deletions.',
  ],
  profile_merged: [
    'อ่านหรือเขียนด้วยเลขใน `details.merged_into` แทน และเก็บเลขนั้นไว้',
    'Use the ID in `details.merged_into` instead, and keep it.',
  ],
  method_not_allowed: [
    'URL ถูกต้อง แต่วิธี (GET, POST) ไม่ใช่ ใช้วิธีใน header `Allow` หรือ `details.allow`',
    'The URL is right, the method (GET, POST) is not: use one of the header `Allow`, also in `details.allow`.',
  ],
  invalid_input: [
    'body ไม่ใช่ JSON ที่อ่านได้ ผิดที่บรรทัด `details.line` ตัวอักษรที่ `details.column` กรุณาตรวจสอบเครื่องหมายคำพูด ลูกน้ำ และ UTF-8',
    'The body is not valid JSON from line `details.line`, character `details.column`: check quotes, commas and UTF-8.',
  ],
  unprocessable: [
    'เช่น `["body.items"]` คือส่วนของคำขอที่ผิดรูปแบบ ขาดไป หรือไม่รู้จัก',
    'For example, `["body.items"]` names a part of the request that is malformed, missing or unknown.',
  ],
  timed_out: [
    'คำขออาจสำเร็จแล้ว ส่งซ้ำด้วย `Idempotency-Key` เดิม',
    'The request may have succeeded: retry with the same `Idempotency-Key`.',
  ],
  store_moving: ['รอตาม `Retry-After` แล้วส่งซ้ำ', 'Wait for `Retry-After`, then retry.'],
  server_away: ['ส่งซ้ำด้วย `Idempotency-Key` เดิมในอีกสักครู่', 'Retry with the same `Idempotency-Key` in a moment.'],
  database_away: [
    'รอตาม `Retry-After` แล้วส่งซ้ำด้วย `Idempotency-Key` เดิม',
    'Wait for `Retry-After`, then retry with the same `Idempotency-Key`.',
  ],
  disk_full: [
    'ส่งซ้ำด้วย `Idempotency-Key` เดิมทุก 5 นาที และแจ้งร้าน',
    'Retry with the same `Idempotency-Key` every 5 minutes, and tell the store.',
  ],
  too_slow: ['ส่งซ้ำด้วย `Idempotency-Key` เดิม', 'Retry with the same `Idempotency-Key`.'],
  internal: [
    'ส่งซ้ำด้วย `Idempotency-Key` เดิม หากยังไม่สำเร็จ แจ้ง `request_id` แก่ผู้ดูแลระบบ',
    'Retry with the same `Idempotency-Key`. If that does not help, send the `request_id` to the administrator.',
  ],
  too_many_requests: ['รอตาม `Retry-After` แล้วส่งซ้ำ', 'Wait for `Retry-After`, then retry.'],
  too_large: ['แบ่งรายการเป็นหลายคำขอ', 'Split the items into several requests.'],
  profile_locked: ['ส่งซ้ำหลัง 1 วินาที', 'Retry after 1 second.'],
}
