import type { Prose } from './article.ts'
import { exampleRequest } from './example-request.ts'
import { firstSale } from './prose-first-sale.ts'
import { writeExample } from './write-example.ts'

const SEND = 'POST /open-api/v1/profiles'

/** First steps, credentials and test runs. */
export const starting: readonly Prose[] = [
  {
    id: 'start',
    title: ['ส่งลูกค้ารายแรกใน 2 นาที', 'Send the first customer in two minutes'],
    example: SEND,
    blocks: [
      {
        p: [
          'Open API รับและส่งข้อมูลลูกค้าของร้านเป็น JSON ผ่าน HTTPS ต้องมี API key หนึ่งรายการ และโปรแกรมที่ส่งคำขอ HTTP ได้ เช่น curl',
          'The Open API reads and writes the store’s customers as JSON over HTTPS. You need an API key and an HTTP client, such as curl.',
        ],
      },
      {
        p: [
          'ลองก่อนได้ใน “ร้านทดลอง” ซึ่งเจ้าของร้านสร้างได้ในคลิกเดียวจากรายการร้าน มีข้อมูลตัวอย่าง คีย์ขึ้นต้นด้วย `ruam_test_` ไม่ส่งข้อความถึงใคร และลบเองเมื่อไม่มีใครใช้ 30 วัน',
          'Try it in a “Sandbox store”, which an owner makes with one click in the list of stores: it has sample data, keys that begin with `ruam_test_`, messages nobody, and is deleted after 30 days without use.',
        ],
      },
      { link: ['เปิดรายการร้าน', 'Open the list of stores'], address: '/choose-store' },
      { h: ['1. สร้าง API key', '1. Create an API key'] },
      {
        p: [
          'ที่หน้าโปรแกรม กด “เพิ่มโปรแกรม” ตั้งชื่อ แล้วเลือก “เว็บร้านค้า” ซึ่งมีสิทธิ์ `profile:read` และ `profile:write` คีย์แสดงครั้งเดียว กรุณาคัดลอกเก็บไว้ ถ้าไม่มีสิทธิ์เปิดหน้านี้ ให้เจ้าของร้านสร้างให้',
          'On the page “Programs”, press “Add a program”, give it a name and choose “Web shop”, which has the scopes `profile:read` and `profile:write`. The key is shown only once: copy it. If you may not open the page, ask the store owner for a key.',
        ],
      },
      { link: ['เปิดหน้าโปรแกรม', 'Open the programs'], to: 'data-source-openapi-key' },
      { h: ['2. วางคีย์ในช่อง API key ของหน้านี้', '2. Paste it into “API key” on this page'] },
      {
        p: [
          'ตัวอย่างทุกภาษาในหน้านี้จะมีคีย์ URL และฟิลด์ของร้านนี้ พร้อมใช้งาน คีย์อยู่ในแท็บนี้เท่านั้น หายไปเมื่อปิดหรือโหลดหน้าใหม่',
          'All examples on this page then contain your key, the URL and the fields of this store, ready to run. The key stays in this tab only and disappears when you close or reload it.',
        ],
      },
      { h: ['3. ทดลองก่อน', '3. Try it first'] },
      {
        p: [
          'header `Ruam-Dry-Run: true` ทำให้คำตอบบอกว่าจะเกิดอะไรขึ้น โดยไม่บันทึกอะไรเลย',
          'With the header `Ruam-Dry-Run: true` the response shows what would happen, and nothing is stored.',
        ],
      },
      { code: (store) => writeExample('curl', exampleRequest(SEND, store, { dry: true })) },
      { h: ['4. ส่งจริง', '4. Send it'] },
      {
        p: [
          'นำ header นั้นออก คำตอบ `200` กับ `"status":"added"` คือเพิ่มลูกค้าแล้ว และ `profile_id` คือเลขที่ลูกค้า ส่งอีกครั้งก็ไม่เพิ่มซ้ำ',
          'Remove the header. `200` with `"status":"added"` means that the customer was added; `profile_id` is the customer’s ID. Sending it again does not add a second customer.',
        ],
      },
      { code: (store) => writeExample('curl', exampleRequest(SEND, store)) },
      { h: ['5. อ่านกลับ', '5. Read it back'] },
      { code: (store) => writeExample('curl', exampleRequest('GET /open-api/v1/profiles/{id}', store)) },
      { h: ['6. ส่งรายถัดไป', '6. Send the next one'] },
      {
        p: [
          'ลูกค้าอีกรายใช้ `Idempotency-Key` อื่น ถ้าใช้คีย์เดิมกับเบอร์อื่นจะได้ 409 `idempotency_conflict`',
          'Another customer gets another `Idempotency-Key`. The same key with another phone is refused with 409 `idempotency_conflict`.',
        ],
      },
      { code: (store) => writeExample('curl', exampleRequest(SEND, store, { next: true })) },
      {
        p: [
          'ถ้าได้คำตอบอื่น ชื่อข้อผิดพลาดอยู่ใน `error` สิ่งที่ต้องทำอยู่ใน `message` และ `docs_url` เปิดคำอธิบายในหน้านี้',
          'If you get an error, `error` is its name, `message` says what to do, and `docs_url` links to its explanation on this page.',
        ],
      },
    ],
  },
  firstSale,
  {
    id: 'credentials',
    title: ['คีย์ โทเคน หรือตัวเชื่อม: เลือกอะไร', 'Key, token or connector?'],
    example: 'GET /open-api/v1/fields',
    blocks: [
      {
        table: [
          [
            ['ใช้เมื่อ', 'Use it for'],
            ['สิ่งที่ต้องมี', 'What you need'],
            ['ทำอะไรได้', 'What it can do'],
          ],
          [
            ['โปรแกรมของร้านเอง เช่น เครื่องคิดเงิน', 'The store’s own programs, such as a till'],
            ['API key `ruam_…`', 'API key `ruam_…`'],
            ['ตามสิทธิ์ที่เลือกตอนสร้าง', 'Whatever its scopes allow'],
          ],
          [
            ['โปรแกรมของบริษัทอื่นที่ทำงานให้ร้าน', 'Programs of a vendor that works for the store'],
            ['API token `ruamt_…`', 'API token `ruamt_…`'],
            ['เฉพาะคำสั่งและฟิลด์ที่ Open API ของร้านเปิดให้', 'Only the calls and fields that the store’s open APIs grant it'],
          ],
          [
            ['ระบบที่ส่งข้อมูลในรูปแบบของตัวเอง', 'A system that sends records in its own format'],
            [
              'ตัวเชื่อม กับ API key ที่มี `event:write` หรือ API token',
              'A connector, with an API key that has `event:write`, or an API token',
            ],
            ['ร้านจับคู่ข้อมูลกับฟิลด์เอง', 'The store maps the records to its fields'],
          ],
        ],
      },
      { link: ['เปิดหน้าโปรแกรม', 'Open the programs'], to: 'data-source-openapi-key' },
      { link: ['เปิดหน้า API token', 'Open the API tokens'], to: 'data-source-openapi-token' },
      { link: ['เปิดหน้าตัวเชื่อม', 'Open the connectors'], to: 'data-source-openapi-connector' },
      { h: ['ส่งคีย์อย่างไร', 'How to send the key'] },
      {
        p: [
          'ใส่ header `Authorization: Bearer ruam_…` ในทุกคำขอ คีย์เป็นของร้านเดียว จึงไม่ต้องบอกว่าร้านใด',
          'Send the header `Authorization: Bearer ruam_…` with every request. A key belongs to one store, so requests do not name the store.',
        ],
      },
      { h: ['เก็บคีย์ที่ไหน', 'Where to keep the key'] },
      {
        list: [
          [
            'เก็บไว้ที่เซิร์ฟเวอร์ ไม่ใส่ในหน้าเว็บหรือแอปของลูกค้า หน้าเว็บอื่นเรียก Open API จากเบราว์เซอร์ไม่ได้ เพราะไม่เปิด CORS',
            'Keep it on your server, never in a web page or a customer app. CORS is off: web pages of other sites cannot call the Open API.',
          ],
          ['คีย์หมดอายุใน 1 ปี ถ้าไม่ได้เลือกวันอื่น', 'A key expires after one year unless you choose another date.'],
          [
            'ออกคีย์ใหม่ได้โดยโปรแกรมไม่ต้องหยุด คีย์เดิมใช้ได้อีก 24 ชั่วโมง และหน้าโปรแกรมแสดงว่าคีย์เดิมใช้ล่าสุดเมื่อใด',
            'You can rotate the secret without downtime: the old one works for another 24 hours, and the list of programs shows when it was last used.',
          ],
          ['ถ้าคีย์หลุด ให้เพิกถอนทันที คำขอถัดไปจะได้ 401', 'If a key leaks, revoke it at once: the next request gets 401.'],
        ],
      },
      { h: ['สิทธิ์ของ API key', 'Scopes of API keys'] },
      {
        p: [
          'แต่ละคำสั่งบอกสิทธิ์ที่ต้องมี เลือกเท่าที่จำเป็น ผู้สร้างคีย์ให้ได้เฉพาะสิ่งที่ตนมีสิทธิ์',
          'Each call lists the scope it needs. Choose only what you use. People can only grant permissions they have themselves.',
        ],
      },
      { show: 'scopes' },
      { h: ['ข้อมูลอ่อนไหว', 'Sensitive data'] },
      {
        p: [
          'อ่านและเขียนได้เฉพาะฟิลด์ที่ร้านเปิดให้โปรแกรมนี้ ฟิลด์ที่ปิดไว้ไม่มีในคำตอบ และใช้ค้นหาไม่ได้ (`field_closed`) ฟิลด์อ่อนไหว เช่น เลขประจำตัวประชาชน ต้องมีสิทธิ์ `profile-sensitive:read` ด้วย ดูฟิลด์ที่เปิดไว้ได้จาก `GET /open-api/v1/fields`',
          'A program reads and writes only the fields that the store has opened to it. A closed field is absent from answers, and you cannot search by it (`field_closed`). Sensitive fields, such as citizen IDs, also need the scope `profile-sensitive:read`. `GET /open-api/v1/fields` lists the open fields.',
        ],
      },
    ],
  },
  {
    id: 'test-run',
    title: ['ลองก่อนส่งจริง', 'Try before you send'],
    example: SEND,
    dry: true,
    blocks: [
      {
        p: [
          'ใส่ header `Ruam-Dry-Run: true` กับคำสั่งที่ส่งลูกค้าหรือกิจกรรม ระบบทำทุกอย่างเหมือนจริงแล้วยกเลิก คำตอบมีผลของแต่ละรายการ พร้อมค่าก่อนและหลังใน `before` และ `after` เฉพาะฟิลด์ที่ API key อ่านได้',
          'Add the header `Ruam-Dry-Run: true` to a call that sends customers or activities. Ruam processes the request and rolls it back. The response has the result of each item, with its values in `before` and `after`: only those that your API key may read.',
        ],
      },
      {
        list: [
          [
            'ไม่มีอะไรเปลี่ยน: ไม่มีลูกค้าใหม่ ไม่มีประวัติ ไม่มี receipt และไม่ใช้ `Idempotency-Key`',
            'Nothing changes: no customer, no history, no receipt, and the `Idempotency-Key` stays unused.',
          ],
          [
            'ปุ่ม “ทดลองกับร้านนี้” ในหน้านี้ใส่ header นี้ให้เสมอ คำสั่งที่อ่านข้อมูลเรียกจริง เพราะไม่เปลี่ยนอะไร',
            'The button “Try it in this store” on this page always adds this header. Calls that only read run normally.',
          ],
          [
            'คำสั่งเกี่ยวกับป้ายกำกับ ความยินยอม และการลบ ไม่มีการทดลอง และมีผลทันที',
            'Calls for labels, consents and deletions have no test run: they take effect at once.',
          ],
          [
            'การทดลองนับรวมในจำนวนคำขอต่อวินาทีเหมือนคำขออื่น',
            'A test run counts towards the request limit like any other request.',
          ],
          [
            'ถ้าต้องการร้านไว้ทดลอง ให้สร้างร้านใหม่พร้อมข้อมูลตัวอย่าง แล้วสร้างคีย์ในร้านนั้น',
            'If you need a test store, create one with sample data and create a key there.',
          ],
        ],
      },
    ],
  },
]
