import type { Prose } from './article.ts'

const SEND = 'POST /open-api/v1/activities'

/** What to know before going live. */
export const operating: readonly Prose[] = [
  {
    id: 'in-step',
    title: ['อ่านทีละหน้าและติดตามการเปลี่ยนแปลง', 'Page by page, and what has changed'],
    example: 'GET /open-api/v1/profiles',
    blocks: [
      {
        steps: [
          [
            'เรียก `GET /open-api/v1/profiles` โดยไม่ใส่ `cursor` เพื่อเริ่มจากต้น หรือใส่ `updated_since` เพื่อเริ่มจากเวลาหนึ่ง',
            'Call `GET /open-api/v1/profiles` without `cursor` to begin at the beginning, or with `updated_since` to begin at a moment.',
          ],
          [
            'ส่ง `next_cursor` เป็น `cursor` ของหน้าถัดไป จนกว่า `has_more` เป็น `false`',
            'Send `next_cursor` as the `cursor` of the next page until `has_more` is `false`.',
          ],
          [
            'เก็บ `next_cursor` สุดท้ายไว้ ครั้งหน้าเริ่มจากค่านั้น จะได้เฉพาะสิ่งที่เปลี่ยน ใช้ได้ไม่มีวันหมดอายุ',
            'Keep the last `next_cursor`. Begin with it the next time, and you get only what has changed. It does not expire.',
          ],
        ],
      },
      {
        list: [
          [
            'ลูกค้าที่ถูกลบมาเป็น `{"id", "deleted": true}` ลูกค้าที่รวมกับอีกรายมาเป็น `{"id", "merged_into"}`',
            'A deleted customer comes as `{"id", "deleted": true}`; one who was merged into another comes as `{"id", "merged_into"}`.',
          ],
          [
            'ลูกค้าที่เปลี่ยนระหว่างที่คุณอ่านจะมาอีกครั้งในหน้าหลัง ให้ใช้ข้อมูลล่าสุด',
            'A customer who changes while you read comes again on a later page: take what came last.',
          ],
          [
            'ไม่มีการเปลี่ยนแปลงใดตกหล่น การเปลี่ยนแปลงที่ยังบันทึกไม่เสร็จจะมาในครั้งถัดไป',
            'No change is left out. One that is still being saved comes the next time.',
          ],
          ['ฟิลด์ที่ไม่มีค่าไม่อยู่ใน `values`', 'Fields without a value are not in `values`.'],
          [
            'รายการอื่นที่แบ่งหน้าใช้ `cursor` และ `limit` แบบเดียวกัน',
            'Other lists with pages take `cursor` and `limit` in the same way.',
          ],
          [
            'ทุก 1–5 นาทีก็พอ คำขอที่ไม่มีอะไรเปลี่ยนใช้เวลาน้อยมาก',
            'Every one to five minutes is enough. A request without changes costs next to nothing.',
          ],
        ],
      },
    ],
  },
  {
    id: 'repeats',
    title: ['ส่งซ้ำได้อย่างปลอดภัย', 'Repeat requests safely'],
    example: SEND,
    blocks: [
      {
        p: [
          'เครือข่ายขาดได้เสมอ ถ้าไม่ได้รับคำตอบ ให้ส่งคำขอเดิมอีกครั้ง มีสองสิ่งที่ทำให้ไม่บันทึกสองครั้ง',
          'Networks fail. If you get no answer, send the same request again. Two things prevent that it is stored twice:',
        ],
      },
      {
        list: [
          [
            '`Idempotency-Key` คือชื่อของคำขอ เช่น เลขที่ใบเสร็จ สูงสุด 255 ตัวอักษร ส่งด้วยคีย์และเนื้อหาเดิมได้ผลเดิม พร้อมหัวคำตอบ `Idempotency-Replayed: true` เนื้อหาต่างจากเดิมได้ 409 `idempotency_conflict`',
            '`Idempotency-Key` names the request, for instance by a receipt number, in up to 255 letters. The same key with the same content gets the first results, with the header `Idempotency-Replayed: true`. With other content the answer is 409 `idempotency_conflict`.',
          ],
          [
            '`reference` ของกิจกรรม บันทึกครั้งเดียวต่อประเภทกิจกรรม แม้ส่งมาในคำขออื่น',
            'The `reference` of an activity is recorded once for each activity type, also if it comes in another request.',
          ],
        ],
      },
      {
        p: [
          'คีย์เป็นของ API key หนึ่งรายการ จำไว้ 30 วัน ส่งลูกค้ารายเดิมซ้ำโดยไม่มีคีย์ก็ไม่ได้ลูกค้าซ้ำ',
          'A key is remembered for 30 days, for one API key. Customers who are sent again without a key are not added twice either.',
        ],
      },
      { h: ['คำตอบ 202 และใบรับ', 'The answer 202, and receipts'] },
      {
        p: [
          'ปกติได้ `200` พร้อมผลภายใน 2 วินาที ถ้าระบบยุ่ง เช่น ร้านกำลังนำเข้าไฟล์ จะได้ `202` กับ `"status": "waiting"` ข้อมูลเก็บไว้แล้ว ไม่ต้องส่งซ้ำ รอตามหัวคำตอบ `Retry-After` แล้วอ่านผลที่ที่อยู่ใน `Location` ได้ 30 วัน',
          'Usually the answer is `200` with the results within 2 seconds. If Ruam is busy, for instance because the store imports a file, it is `202` with `"status": "waiting"`. The data is stored: do not send it again. Wait as the header `Retry-After` says, and read the results at the address in `Location`, for 30 days.',
        ],
      },
      { h: ['ข้อผิดพลาดใดควรส่งซ้ำ', 'Which errors to retry'] },
      {
        table: [
          [
            ['คำตอบ', 'Answer'],
            ['ให้ทำ', 'Do'],
          ],
          [
            ['ไม่มีคำตอบ หรือ 408 500 502 503 504', 'No answer, or 408, 500, 502, 503, 504'],
            [
              'ส่งซ้ำด้วย `Idempotency-Key` เดิม รอ 1 2 4 8 วินาที ไม่เกิน 5 นาที',
              'Repeat it with the same `Idempotency-Key` after 1, 2, 4, 8 … seconds, up to 5 minutes.',
            ],
          ],
          [
            ['429', '429'],
            ['รอจำนวนวินาทีใน `Retry-After` แล้วส่งซ้ำ', 'Wait the seconds in `Retry-After`, then repeat it.'],
          ],
          [
            ['409 `idempotency_running` หรือ `profile_locked`', '409 `idempotency_running` or `profile_locked`'],
            ['ส่งซ้ำหลัง 1 วินาที', 'Repeat it after a second.'],
          ],
          [
            ['400 401 403 404 409 413 415 422 อื่น ๆ', 'Any other 400, 401, 403, 404, 409, 413, 415, 422'],
            ['แก้ไขก่อน ส่งซ้ำได้คำตอบเดิม', 'Correct it first. Repeated, it gets the same answer.'],
          ],
          [
            ['200 ที่บางรายการเป็น `failed`', '200 with items that are `failed`'],
            ['แก้ไขเฉพาะรายการนั้น แล้วส่งด้วยคีย์ใหม่', 'Correct those items alone, and send them with a new key.'],
          ],
        ],
      },
    ],
  },
  {
    id: 'limits',
    title: ['ความเร็วและขนาด', 'Limits'],
    example: 'POST /open-api/v1/profiles/batch',
    blocks: [
      { show: 'limits' },
      {
        list: [
          [
            'ทุกคำตอบบอกที่เหลือใน `RateLimit` เช่น `"credential";r=98;t=1` คือเหลือ 98 คำขอ และเต็มอีกครั้งใน 1 วินาที',
            'Each answer says what is left in `RateLimit`: `"credential";r=98;t=1` means 98 requests, and all of them again in 1 second.',
          ],
          [
            'เกินแล้วได้ 429 พร้อม `Retry-After` คำขอนั้นไม่ได้ทำ',
            'Beyond it the answer is 429 with `Retry-After`, and the request is not carried out.',
          ],
          ['ส่งหลายรายการในคำขอเดียวเร็วกว่าส่งทีละราย', 'Many items in one request are faster than many requests.'],
          [
            'เนื้อหาคำขอบีบอัดด้วย `Content-Encoding: gzip` ได้ ขนาดนับหลังคลาย',
            'A body may be compressed with `Content-Encoding: gzip`. Its size counts after it is unpacked.',
          ],
          [
            'JSON เป็น UTF-8 ชื่อเดียวกันสองครั้งในออบเจ็กต์เดียวไม่รับ',
            'JSON is UTF-8. An object with the same name twice is refused.',
          ],
        ],
      },
    ],
  },
  {
    id: 'errors',
    title: ['ข้อผิดพลาดทั้งหมด', 'All errors'],
    example: 'POST /open-api/v1/profiles/find',
    blocks: [
      {
        p: [
          'คำตอบที่ไม่สำเร็จมี `error` (ชื่อ) `error_code` (ตัวเลข) `message` (สิ่งที่ต้องทำ) `request_id` และ `docs_url` ให้โปรแกรมดูที่ `error` ชื่อและตัวเลขไม่เปลี่ยน ข้อความเปลี่ยนได้ และเป็นภาษาอังกฤษเมื่อส่ง `Accept-Language: en` เมื่อขอความช่วยเหลือ ให้แจ้ง `request_id`',
          'An answer that is no success has `error` (a name), `error_code` (a number), `message` (what to do), `request_id` and `docs_url`. Programs look at `error`: names and numbers do not change. Messages may change; they are in English if you send `Accept-Language: en`. When you ask for help, give the `request_id`.',
        ],
      },
      { show: 'errors' },
      { h: ['ข้อผิดพลาดของแต่ละรายการ', 'Errors of single items'], id: 'item-errors' },
      {
        p: [
          'อยู่ใน `results` ของคำตอบ 200 `field` คือฟิลด์หรือส่วนที่ผิด รายการที่ `status` ไม่ใช่ `failed` หรือ `conflict` บันทึกแล้วโดยไม่มีค่านั้น',
          'They are in the `results` of an answer 200; `field` is the field or the part that is wrong. An item whose `status` is neither `failed` nor `conflict` was stored without that value.',
        ],
      },
      { show: 'item-errors' },
    ],
  },
  {
    id: 'tools',
    title: ['เอกสาร OpenAPI และเครื่องมือ', 'OpenAPI document and tools'],
    example: 'GET /open-api/v1/fields',
    blocks: [
      {
        p: [
          'ปุ่ม OpenAPI 3.1 ดาวน์โหลดเอกสารของทุกคำสั่งสำหรับโปรแกรม ใช้สร้างไคลเอนต์ หรือเปิดใน Postman ได้ ดาวน์โหลดได้โดยไม่ต้องใช้คีย์',
          'The button OpenAPI 3.1 downloads the document of all calls of programs, for generators of clients and for Postman. It needs no key.',
        ],
      },
      {
        code: ({ address }) => `npx openapi-typescript ${address}/open-api/v1/openapi.json -o ruam.ts`,
      },
      {
        p: [
          "บน Windows ให้รันตัวอย่าง curl ใน Git Bash หรือ WSL เพราะเครื่องหมาย `'` ใช้ใน Command Prompt ไม่ได้",
          "On Windows, run the curl examples in Git Bash or WSL: the Command Prompt does not know the quotes `'`.",
        ],
      },
    ],
  },
  {
    id: 'changelog',
    title: ['สิ่งที่เปลี่ยน', 'Changelog'],
    example: 'GET /open-api/v1/profiles',
    blocks: [
      {
        p: [
          'ภายใต้ `/open-api/v1` เราเพิ่มเท่านั้น: คำสั่ง ฟิลด์ในคำตอบ และชื่อข้อผิดพลาดใหม่ โปรแกรมควรข้ามสิ่งที่ไม่รู้จัก การเปลี่ยนที่ทำให้โปรแกรมเดิมใช้ไม่ได้จะเป็น `/open-api/v2` และ v1 ยังใช้ได้ต่อไป',
          'Below `/open-api/v1` we only add: calls, fields of answers, and names of errors. Programs should pass over what they do not know. A change that breaks programs would become `/open-api/v2`, and v1 would go on working.',
        ],
      },
      { h: ['พฤศจิกายน 2569', 'November 2026'] },
      {
        list: [
          [
            'รุ่นแรก: อ่านลูกค้า กิจกรรม ป้ายกำกับ เซกเมนต์ ฟิลด์ และบรอดแคสต์ ส่งลูกค้าและกิจกรรม ป้ายกำกับ ความยินยอม การลบ ใบรับ การทดลอง และ `Idempotency-Key`',
            'First version: reading customers, activities, labels, segments, fields and broadcasts; sending customers and activities; labels, consents and deletions; receipts, test runs and `Idempotency-Key`.',
          ],
        ],
      },
    ],
  },
]
