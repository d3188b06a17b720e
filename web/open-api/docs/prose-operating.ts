import type { Prose } from './article.ts'

const SEND = 'POST /open-api/v1/activities'

/** What to know before going live. */
export const operating: readonly Prose[] = [
  {
    id: 'in-step',
    title: ['อ่านทีละหน้าและติดตามการเปลี่ยนแปลง', 'Paging and changes'],
    example: 'GET /open-api/v1/profiles',
    blocks: [
      {
        steps: [
          [
            'เรียก `GET /open-api/v1/profiles` โดยไม่ใส่ `cursor` เพื่อเริ่มจากต้น หรือใส่ `updated_since` เพื่อเริ่มจากเวลาหนึ่ง',
            'Call `GET /open-api/v1/profiles` without `cursor` to start from the beginning, or with `updated_since` to start from a point in time.',
          ],
          [
            'ส่ง `next_cursor` เป็น `cursor` ของหน้าถัดไป จนกว่า `has_more` เป็น `false`',
            'Send `next_cursor` as `cursor` to get the next page, until `has_more` is `false`.',
          ],
          [
            'เก็บ `next_cursor` สุดท้ายไว้ ครั้งหน้าเริ่มจากค่านั้น จะได้เฉพาะสิ่งที่เปลี่ยน ใช้ได้ไม่มีวันหมดอายุ',
            'Keep the last `next_cursor` and start from it next time: you get only later changes. It never expires.',
          ],
        ],
      },
      {
        list: [
          [
            'ลูกค้าที่ถูกลบมาเป็น `{"id", "deleted": true}` ลูกค้าที่รวมกับอีกรายมาเป็น `{"id", "merged_into"}`',
            'A deleted customer is returned as `{"id", "deleted": true}`, a merged one as `{"id", "merged_into"}`.',
          ],
          [
            'ลูกค้าที่เปลี่ยนระหว่างที่คุณอ่านจะมาอีกครั้งในหน้าหลัง ให้ใช้ข้อมูลล่าสุด',
            'A customer who changes while you read appears again on a later page. The last version is the current one.',
          ],
          [
            'ไม่มีการเปลี่ยนแปลงใดตกหล่น การเปลี่ยนแปลงที่ยังบันทึกไม่เสร็จจะมาในครั้งถัดไป',
            'No change is skipped. A change that is still being saved is returned next time.',
          ],
          ['ฟิลด์ที่ไม่มีค่าไม่อยู่ใน `values`', 'Empty fields are omitted from `values`.'],
          [
            'รายการอื่นที่แบ่งหน้าใช้ `cursor` และ `limit` แบบเดียวกัน',
            'Other paged lists use `cursor` and `limit` in the same way.',
          ],
          [
            'ทุกคำตอบของ GET มี `ETag` เก็บไว้แล้วส่งเป็น `If-None-Match` ครั้งหน้า ถ้ายังเหมือนเดิมจะได้ 304 ที่ไม่มี body',
            'Every response to a GET has an `ETag`. Keep it and send it as `If-None-Match` next time: if nothing changed, you get 304 without a body.',
          ],
          [
            'ส่ง `If-Match` พร้อม `ETag` ของลูกค้าเมื่อติดป้าย ลบ หรือบันทึกความยินยอม ถ้าลูกค้าเปลี่ยนไปแล้วจะได้ 412 `precondition_failed` และไม่บันทึกอะไร',
            'Send the customer’s `ETag` as `If-Match` with labels, consents and deletions. If the customer has changed since, you get 412 `precondition_failed` and nothing is saved.',
          ],
          [
            'ลูกค้าที่รวมกับอีกรายแล้วได้ 410 `profile_merged` พร้อม `details.merged_into` รายการที่ส่งมาด้วยเลขเดิมบันทึกให้รายที่เหลือเอง',
            'A merged customer gets 410 `profile_merged` with `details.merged_into`. Items sent with the old ID are written to the customer that remains.',
          ],
          [
            'อ่านทุก 1–5 นาทีก็พอ คำขอที่ไม่มีอะไรเปลี่ยนใช้เวลาน้อยมาก',
            'Polling every 1 to 5 minutes is enough. A request that finds no changes is cheap.',
          ],
        ],
      },
      { h: ['ติดตามทุกการเปลี่ยนแปลง', 'Follow every change'] },
      {
        p: [
          '`GET /open-api/v1/changes` บอกทุกครั้งที่ป้ายกำกับ เซกเมนต์ ความยินยอม กิจกรรม และลูกค้าเปลี่ยน ตามลำดับ เริ่มดังนี้',
          '`GET /open-api/v1/changes` lists every change of labels, segments, consents, activities and customers, in order. Begin like this:',
        ],
      },
      {
        steps: [
          [
            'เรียก `GET /open-api/v1/changes` โดยไม่ใส่ `after` แล้วเก็บ `next_cursor`',
            'Call `GET /open-api/v1/changes` without `after` and keep `next_cursor`.',
          ],
          ['อ่านลูกค้าทั้งหมดด้วย `GET /open-api/v1/profiles`', 'Read all customers with `GET /open-api/v1/profiles`.'],
          [
            'เรียก `GET /open-api/v1/changes?after=…` ต่อไปเรื่อย ๆ และเก็บ `next_cursor` ทุกครั้ง',
            'Keep calling `GET /open-api/v1/changes?after=…`, and keep each `next_cursor`.',
          ],
        ],
      },
      {
        list: [
          [
            'รายการเดิมมี `id` เดิมเสมอ ลูกค้าที่กู้คืนหรือเลิกรวมมาเป็น `profile.created` อีกครั้ง พร้อมป้ายกำกับ',
            'An event always has the same `id`. A customer who is restored, or whose merge is undone, comes again as `profile.created`, followed by the labels.',
          ],
          [
            'ถ้าไม่ได้อ่านนานกว่า 30 วัน จะได้ 410 `changes_gone` ให้เริ่มใหม่จากขั้นแรก',
            'After 30 days without reading you get 410 `changes_gone`: begin again with the first step.',
          ],
          [
            'ถ้าเพิ่งเริ่มและมีงานที่ยังบันทึกไม่เสร็จ จะได้ 503 `changes_starting` ให้รอตาม `Retry-After`',
            'If you begin while something is still being saved, you may get 503 `changes_starting`: wait for the time in `Retry-After`.',
          ],
        ],
      },
    ],
  },
  {
    id: 'client',
    title: ['ไคลเอนต์ TypeScript และบรรทัดคำสั่ง', 'TypeScript client and command line'],
    example: 'GET /open-api/v1/profiles',
    blocks: [
      {
        p: [
          'เซิร์ฟเวอร์นี้มีไคลเอนต์ที่ตรงกับเวอร์ชันของตนให้ติดตั้ง ใช้กับ Node 20 ขึ้นไป',
          'This server has a client that fits its version. It needs Node 20 or later.',
        ],
      },
      { code: ({ address }) => `npm install ${address}/client.tgz` },
      {
        list: [
          [
            'ทุกคำสั่งมีชนิดข้อมูล ข้อผิดพลาดเป็น `RuamError` ที่มีชื่อ วิธีแก้ และเลขที่คำขอ',
            'All calls are typed. Errors are a `RuamError` with the name, what to do and the request ID.',
          ],
          [
            'คำขอที่ไม่ได้คำตอบจะส่งซ้ำเอง รายการมี idempotency key จึงบันทึกครั้งเดียว',
            'Requests without an answer are repeated. Items get an idempotency key, so they are stored once.',
          ],
          [
            '`changes` ตามทุกการเปลี่ยนแปลงตามลำดับไปเรื่อย ๆ รอเซิร์ฟเวอร์ที่หยุดชั่วคราว และเริ่มต่อจาก `cursor` ที่เก็บไว้ `changedProfiles` อ่านลูกค้าทั้งหมดเมื่อเริ่ม',
            '`changes` follows every change in order without end, waits for a server that is away, and continues at the `cursor` you keep. `changedProfiles` reads all customers to begin with.',
          ],
          [
            '`verifyWebhook` ตรวจลายมือชื่อของ webhook และคืนการแจ้งพร้อมชนิดข้อมูล',
            '`verifyWebhook` checks the signature of a webhook and returns its typed event.',
          ],
        ],
      },
      { h: ['บรรทัดคำสั่ง', 'Command line'] },
      {
        code: ({ address }) =>
          [
            `npm install --global ${address}/client.tgz`,
            'ruam login',
            'ruam send customers.csv --dry-run',
            'ruam listen http://localhost:4000',
            'ruam logs --status failed',
            'ruam types --out ruam-fields.ts',
          ].join('\n'),
      },
      {
        p: [
          '`login` เก็บคีย์ไว้ในไฟล์ที่ผู้ใช้อื่นของเครื่องอ่านไม่ได้ `listen` ส่งทุกการเปลี่ยนแปลงไปยังโปรแกรมในเครื่องของคุณเหมือน webhook และเริ่มต่อจากที่ค้างไว้ `logs` แสดงคำขอล่าสุดของคีย์ `types` เขียนชนิดของฟิลด์ของร้าน',
          '`login` keeps the key in a file that other users of the computer cannot read. `listen` posts every change to a program on your computer as a webhook would, and goes on where it stopped. `logs` shows the last requests of the key. `types` writes the types of the store’s fields.',
        ],
      },
    ],
  },
  {
    id: 'webhooks',
    title: ['รับการแจ้งทันที', 'Get changes at once'],
    example: 'POST /open-api/v1/webhooks',
    blocks: [
      {
        p: [
          'แทนการอ่านเป็นรอบ ให้ระบบส่งการเปลี่ยนแปลงมาที่ URL ของคุณ ต้องมีสิทธิ์ `webhook:manage` และสิทธิ์อ่านของแต่ละชนิด',
          'Instead of polling, have changes sent to a URL of yours. This needs the scope `webhook:manage`, and the scope that reads each type.',
        ],
      },
      {
        steps: [
          [
            'สร้าง webhook ด้วย `POST /open-api/v1/webhooks` หรือในแท็บ แจ้งออก ของโปรแกรม แล้วเก็บ `secret` ซึ่งแสดงครั้งเดียว',
            'Create a webhook with `POST /open-api/v1/webhooks` or in the tab Webhooks of the program, and keep its `secret`, which is shown once.',
          ],
          [
            'ตรวจลายมือชื่อใน header `webhook-signature` ด้วยไลบรารีของ Standard Webhooks',
            'Verify the header `webhook-signature` with a library of Standard Webhooks.',
          ],
          ['ตอบ 2xx ภายใน 10 วินาที แล้วค่อยทำงานต่อ', 'Answer with 2xx within 10 seconds, and do the work afterwards.'],
        ],
      },
      {
        list: [
          [
            'body คือ `{"type", "timestamp", "data"}` มีเพียงเลขที่และชื่อฟิลด์ ให้อ่านข้อมูลล่าสุดด้วยคำสั่งอื่น ร้านทดลองมี `"test": true` ด้วย',
            'The body is `{"type", "timestamp", "data"}` with IDs and names of fields alone. Read the latest data with the other calls. Those of a sandbox store also have `"test": true`.',
          ],
          [
            'การแจ้งเดิมอาจมาซ้ำ ให้ข้าม `webhook-id` ที่เคยรับแล้ว การแจ้งของลูกค้ารายเดียวกันมาตามลำดับ',
            'A delivery may come twice: skip a `webhook-id` that you have seen. Deliveries about one customer come in order.',
          ],
          [
            'การแก้ไขหลายครั้งของลูกค้ารายเดียวกันที่รอส่งอยู่ รวมเป็น `profile.updated` ครั้งเดียวที่มีชื่อฟิลด์ครบ',
            'Updates of one customer that wait are one `profile.updated` with the names of all their fields.',
          ],
          [
            'ถ้าไม่สำเร็จ ระบบส่งซ้ำโดยเว้นนานขึ้นเรื่อย ๆ นาน 3 วัน แล้วหยุดและแจ้งร้าน ตอบ 410 เพื่อเลิกรับทันที',
            'Failed deliveries are repeated after growing pauses for 3 days. Then the webhook is paused, and the store is told. Answer with 410 to end at once.',
          ],
          [
            '`automation.step` มาเฉพาะเมื่อร้านเลือก webhook นี้ในขั้นตอนของการทำงานอัตโนมัติ และไม่อยู่ใน `GET /open-api/v1/changes`',
            '`automation.step` comes only if the store has named this webhook in a step of an automation. `GET /open-api/v1/changes` never lists it.',
          ],
          [
            'ไม่ส่งไปยังที่อยู่ในเครือข่ายภายใน และไม่ตามการเปลี่ยนเส้นทาง',
            'Nothing is sent to private addresses, and redirects are not followed.',
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
          'เครือข่ายขัดข้องได้เสมอ ถ้าไม่ได้รับคำตอบ ให้ส่งคำขอเดิมอีกครั้ง สองสิ่งนี้ป้องกันการบันทึกซ้ำ',
          'Networks fail. If you get no response, send the same request again. Two things keep it from being stored twice:',
        ],
      },
      {
        list: [
          [
            '`Idempotency-Key` ระบุตัวคำขอ เช่น เลขที่ใบเสร็จ สูงสุด 255 ตัวอักษร ส่งด้วยคีย์และ body เดิมได้ผลเดิม พร้อม header `Idempotency-Replayed: true` ถ้า body ต่างจากเดิมจะได้ 409 `idempotency_conflict`',
            '`Idempotency-Key` identifies the request, for example by a receipt number, in up to 255 characters. The same key with the same body returns the first results, with the header `Idempotency-Replayed: true`. A different body returns 409 `idempotency_conflict`.',
          ],
          [
            'กิจกรรมที่มี `reference` เดียวกันบันทึกครั้งเดียวต่อ API key และประเภทกิจกรรม แม้ส่งมาในคำขออื่น คีย์ที่ออกใหม่แทน หรือคีย์ใหม่ที่สร้างแทนคีย์เดิม ใช้เลขชุดเดิม',
            'An activity with a `reference` is stored once per API key and activity type, even if it is sent in another request. A rotated key, and a new key that succeeds another, keep the numbers.',
          ],
          [
            'ถ้าส่ง `reference` เดิมด้วยเนื้อหาอื่น ผลคือ `conflict` กับ `reference_conflict` และไม่มีอะไรเปลี่ยน หากต้องการแก้ไขรายการเดิม ให้ส่งพร้อม `"replace": true`',
            'The same `reference` with other content gives `conflict` with `reference_conflict`, and nothing changes. To correct what you sent before, send it with `"replace": true`.',
          ],
        ],
      },
      {
        p: [
          'ระบบเก็บ `Idempotency-Key` ไว้ 30 วัน แยกตาม API key ส่งลูกค้ารายเดิมซ้ำโดยไม่มีคีย์ก็ไม่เพิ่มซ้ำ',
          'Idempotency keys are kept for 30 days, separately for each API key. Customers sent again without one are not added twice either.',
        ],
      },
      { h: ['คำตอบ 202 และ receipt', '202 responses and receipts'] },
      {
        p: [
          'ปกติได้ `200` พร้อมผลภายใน 2 วินาที ถ้าระบบยุ่ง เช่น ร้านกำลังนำเข้าไฟล์ จะได้ `202` กับ `"status": "waiting"` ระบบเก็บข้อมูลไว้แล้ว ไม่ต้องส่งซ้ำ รอตาม header `Retry-After` แล้วอ่านผลที่ URL ใน `Location` ได้ 30 วัน',
          'You usually get `200` with the results within 2 seconds. If Ruam is busy, for example while the store imports a file, you get `202` with `"status": "waiting"`. The data is stored: do not send it again. Wait for the time in `Retry-After`, then read the results at the URL in `Location`. They are kept for 30 days.',
        ],
      },
      { h: ['ข้อผิดพลาดใดควรส่งซ้ำ', 'Which errors to retry'] },
      {
        table: [
          [
            ['คำตอบ', 'Response'],
            ['ให้ทำ', 'What to do'],
          ],
          [
            ['ไม่มีคำตอบ หรือ 408 500 502 504', 'None, or 408, 500, 502, 504'],
            [
              'ส่งซ้ำด้วย `Idempotency-Key` เดิม โดยรอ 1 2 4 8 วินาทีตามลำดับ ไม่เกิน 5 นาที',
              'Retry with the same `Idempotency-Key` after 1, 2, 4, 8 … seconds, up to 5 minutes.',
            ],
          ],
          [
            ['429 และ 503', '429 and 503'],
            [
              'รอจำนวนวินาทีใน `Retry-After` แล้วส่งซ้ำด้วย `Idempotency-Key` เดิม',
              'Wait for the seconds in `Retry-After`, then retry with the same `Idempotency-Key`.',
            ],
          ],
          [
            ['409 `profile_locked`', '409 `profile_locked`'],
            ['ส่งซ้ำหลัง 1 วินาที', 'Retry after 1 second.'],
          ],
          [
            [
              '400 401 403 404 405 409 410 412 413 415 422 อื่น ๆ',
              'Any other 400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422',
            ],
            ['แก้ไขก่อน ถ้าส่งซ้ำจะได้คำตอบเดิม', 'Correct the request first. A retry gets the same response.'],
          ],
          [
            ['200 ที่บางรายการเป็น `failed`', '200 with `failed` items'],
            ['แก้ไขเฉพาะรายการนั้น แล้วส่งด้วยคีย์ใหม่', 'Correct only those items and send them with a new key.'],
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
            'ทุกคำตอบบอกจำนวนคำขอที่เหลือใน `RateLimit` เช่น `"credential";r=98;t=1` คือเหลือ 98 คำขอ และเต็มอีกครั้งใน 1 วินาที',
            'Every response has a `RateLimit` header: `"credential";r=98;t=1` means that 98 requests are left and that the limit resets in 1 second.',
          ],
          [
            'คำขอที่เกินจะได้ 429 พร้อม `Retry-After` และไม่มีผล',
            'A request over the limit gets 429 with `Retry-After` and has no effect.',
          ],
          ['ส่งหลายรายการในคำขอเดียวเร็วกว่าส่งทีละรายการ', 'One request with many items is faster than many requests.'],
          [
            'body บีบอัดด้วย `Content-Encoding: gzip` ได้ ขนาดนับหลังคลาย',
            'You can compress the body with `Content-Encoding: gzip`. The size limit applies to the decompressed body.',
          ],
          [
            'ส่ง `Accept-Encoding: br` หรือ `gzip` เพื่อรับคำตอบที่บีบอัด หนึ่งพันรายเล็กลงราวสิบเท่า',
            'Send `Accept-Encoding: br` or `gzip` for compressed responses. A thousand customers become about ten times smaller.',
          ],
          ['JSON ต้องเป็น UTF-8 และไม่รับออบเจกต์ที่มีชื่อซ้ำกัน', 'JSON must be UTF-8. Objects with duplicate keys are rejected.'],
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
          'คำตอบที่ไม่สำเร็จมี `error` (ชื่อ) `error_code` (ตัวเลข) `message` (สิ่งที่ต้องทำ) `request_id` และ `docs_url` ให้โปรแกรมตรวจที่ `error` ชื่อและตัวเลขไม่เปลี่ยน ข้อความเปลี่ยนได้ และเป็นภาษาอังกฤษเมื่อส่ง `Accept-Language: en` เมื่อขอความช่วยเหลือ ให้แจ้ง `request_id`',
          'An error response has `error` (a name), `error_code` (a number), `message` (what to do), `request_id` and `docs_url`. Programs should check `error`: names and numbers never change. Messages may change; send `Accept-Language: en` to get them in English. Include the `request_id` when you ask for help.',
        ],
      },
      {
        p: [
          'ถ้า `Accept` มี `application/problem+json` จะได้รูปแบบของ RFC 9457: `type` (ที่อยู่ของเอกสาร) `title` `status` `detail` (สิ่งที่ต้องทำ) และ `error` `error_code` `details` `request_id` เช่นเดิม',
          'If `Accept` names `application/problem+json`, the error has the form of RFC 9457: `type` (its documentation), `title`, `status`, `detail` (what to do), and `error`, `error_code`, `details` and `request_id` as before.',
        ],
      },
      { show: 'errors' },
      { h: ['ข้อผิดพลาดของแต่ละรายการ', 'Errors of single items'], id: 'item-errors' },
      {
        p: [
          'อยู่ใน `results` ของคำตอบ 200 โดย `field` คือฟิลด์หรือส่วนที่ผิด รายการที่ `status` ไม่ใช่ `failed` หรือ `conflict` บันทึกแล้วโดยไม่มีค่านั้น',
          'These are in the `results` of a 200 response. `field` is the invalid field or part. An item whose `status` is neither `failed` nor `conflict` was stored without that value.',
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
          'The OpenAPI 3.1 button downloads a description of all calls, for client generators and Postman. No key is needed.',
        ],
      },
      {
        code: ({ address }) => `npx openapi-typescript ${address}/open-api/v1/openapi.json -o ruam.ts`,
      },
      {
        p: [
          "บน Windows ให้รันตัวอย่าง curl ใน Git Bash หรือ WSL เพราะเครื่องหมาย `'` ใช้ใน Command Prompt ไม่ได้",
          "On Windows, run the curl examples in Git Bash or WSL: Command Prompt does not support `'` quotes.",
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
          'Under `/open-api/v1` we only add: calls, response fields and error names. Programs should ignore what they do not know. A breaking change would get its own version, `/open-api/v2`, and v1 would keep working.',
        ],
      },
      { h: ['พฤศจิกายน 2569', 'November 2026'] },
      {
        list: [
          [
            'รุ่นแรก: อ่านลูกค้า กิจกรรม ป้ายกำกับ เซกเมนต์ ฟิลด์ และบรอดแคสต์ ส่งลูกค้าและกิจกรรม ป้ายกำกับ ความยินยอม การลบ receipt การทดลอง และ `Idempotency-Key`',
            'First version: read customers, activities, labels, segments, fields and broadcasts; send customers and activities; labels, consents and deletions; receipts, test runs and `Idempotency-Key`.',
          ],
          [
            'ผลใหม่ `accepted` สำหรับผู้เรียกที่อ่านฟิลด์ที่ใช้ตัดสินผลไม่ได้ `before` และ `after` ของการทดลองมีเฉพาะฟิลด์ที่อ่านได้',
            'New item result `accepted`, for callers that may not read what the outcome depends on. `before` and `after` of a test run hold only fields that the caller may read.',
          ],
          [
            'ค่าของฟิลด์ที่ไม่ได้เปิดให้เขียนจะไม่บันทึก รายการบอก `field_not_open`',
            'A value for a field that is not open for writing is left out, and the item names it with `field_not_open`.',
          ],
          [
            'ถ้าอ่านป้ายกำกับไม่ได้ คำตอบของการติดป้ายมีเฉพาะป้ายที่ขอ และนับลูกค้าทุกรายที่ทำให้ ถ้าอ่านลูกค้าไม่ได้ `since` ของความยินยอมคือเวลาของคำขอ',
            'Without `label:read`, answers to labels name only the requested ones and count every customer reached. Without `profile:read`, `since` of a consent is the time of the request.',
          ],
          [
            'คำตอบของ GET มี `ETag` รับ `If-None-Match` และบีบอัดได้ การติดป้าย ความยินยอม และการลบรับ `If-Match` เลขของลูกค้าที่รวมแล้วได้ 410 แทน 404 และรายการของลูกค้านั้นบันทึกให้รายที่เหลือ',
            'Responses to a GET have an `ETag`, accept `If-None-Match` and can be compressed. Labels, consents and deletions accept `If-Match`. The ID of a merged customer gets 410 instead of 404, and its items are written to the customer that remains.',
          ],
          [
            'วิธีที่ URL ไม่รับได้ 405 พร้อม `Allow` แทน 404 ทุกคำตอบ 429 และ 503 มี `Retry-After` ข้อผิดพลาดของ JSON บอกบรรทัดและตัวอักษร และขอข้อผิดพลาดเป็น `application/problem+json` ได้',
            'A method that a URL does not have gets 405 with `Allow` instead of 404. Every 429 and 503 has `Retry-After`. Errors of JSON name the line and the character. Errors are available as `application/problem+json`.',
          ],
          [
            'บันทึกความยินยอมต้องมีสิทธิ์ `consent:write` ซึ่งแยกจาก `profile:write` คีย์เดิมที่บันทึกได้อยู่แล้วได้สิทธิ์นี้เอง ลูกค้าที่ส่งมาแนบ `consents` ได้ ถ้าไม่มีสิทธิ์นี้ รายการบอก `consent_not_open`',
            'Recording consents needs the scope `consent:write`, apart from `profile:write`; keys that could do it before have it. Customers may be sent with `consents`; without the scope the item names `consent_not_open`.',
          ],
          [
            'ใหม่: `GET /open-api/v1/changes` บอกสิ่งที่เปลี่ยนในร้านตามลำดับ',
            'New: `GET /open-api/v1/changes` lists what changes in the store, in order.',
          ],
          [
            'ใหม่: `/open-api/v1/webhooks` ส่งการเปลี่ยนแปลงไปยัง URL ของโปรแกรม ต้องมีสิทธิ์ `webhook:manage`',
            'New: `/open-api/v1/webhooks` has changes sent to a URL of the program. It needs the scope `webhook:manage`.',
          ],
          [
            'ใหม่: `automation.step` แจ้งว่าลูกค้าถึงขั้นตอนของการทำงานอัตโนมัติที่เลือก webhook นี้ มีเลขที่ของการทำงานอัตโนมัติ รุ่น ขั้นตอน และลูกค้า',
            'New: `automation.step` reports that a customer has reached a step of an automation that names the webhook: the IDs of automation, step and customer, and the version.',
          ],
        ],
      },
    ],
  },
]
