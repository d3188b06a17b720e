import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import type { Pair } from '@ruam/contract/open-api/call-words.ts'

/** What a general error means to a program, whose sentence is written for people in front of a screen. */
export const errorNotes: Partial<Record<ErrorName, Pair>> = {
  not_found: [
    'ไม่มีสิ่งที่มีเลขที่นี้ในร้านของคีย์ หรือไม่มีที่อยู่นี้ใน Open API กรุณาตรวจสอบเลขที่ วิธี (GET, POST) และ `/open-api/v1`',
    'The store of the key has nothing with this number, or the Open API has no such address: check the number, the method (GET, POST) and `/open-api/v1`.',
  ],
  invalid_input: [
    'เนื้อหาคำขอไม่ใช่ JSON ที่อ่านได้ กรุณาตรวจสอบเครื่องหมายคำพูด จุลภาค และ UTF-8',
    'The body is no JSON that can be read: check quotes, commas and UTF-8.',
  ],
  unprocessable: [
    'เช่น `["body.items"]` คือส่วนของคำขอที่ผิดรูปแบบ ขาดไป หรือไม่รู้จัก',
    '`["body.items"]`, for instance, is a part of the request that has the wrong form, is missing, or is not known.',
  ],
  timed_out: [
    'คำขออาจสำเร็จแล้ว ส่งซ้ำด้วย `Idempotency-Key` เดิม',
    'It may have been done: repeat the request with the same `Idempotency-Key`.',
  ],
  store_moving: ['รอตาม `Retry-After` แล้วส่งซ้ำ', 'Wait as `Retry-After` says, and repeat the request.'],
  server_away: [
    'ส่งซ้ำด้วย `Idempotency-Key` เดิมในอีกสักครู่',
    'Repeat the request with the same `Idempotency-Key` in a moment.',
  ],
  too_slow: ['ส่งซ้ำด้วย `Idempotency-Key` เดิม', 'Repeat the request with the same `Idempotency-Key`.'],
  internal: [
    'ส่งซ้ำด้วย `Idempotency-Key` เดิม หากยังไม่สำเร็จ แจ้ง `request_id` แก่ผู้ดูแลระบบ',
    'Repeat the request with the same `Idempotency-Key`. If that does not help, give the `request_id` to whoever runs Ruam.',
  ],
  too_many_requests: ['รอตาม `Retry-After` แล้วส่งซ้ำ', 'Wait as `Retry-After` says, and repeat the request.'],
  too_large: ['แบ่งรายการเป็นหลายคำขอ', 'Split the items into several requests.'],
  profile_locked: ['ส่งซ้ำหลัง 1 วินาที', 'Repeat the request after a second.'],
}
