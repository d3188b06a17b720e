import type { Prose } from './article.ts'
import { exampleRequest } from './example-request.ts'
import { sampleItem, samplePeople } from './example-store.ts'
import { writeExample } from './write-example.ts'

const RECORDS = 'POST /open-api/v1/connectors/{id}/records'

/** The way from nothing to the first sale of a till that sends its own format, and back. */
export const firstSale: Prose = {
  id: 'first-sale',
  title: ['การขายแรกจากเครื่องขาย', 'First sale from a till'],
  example: RECORDS,
  blocks: [
    {
      p: [
        'เครื่องขายและเว็บร้านค้าส่งบิลในรูปแบบของตัวเองได้ ตัวเชื่อมจับคู่บิลกับฟิลด์ของร้านให้ ใช้เวลาราว 5 นาที',
        'Tills and web shops can send bills in their own format: a connector maps them to the fields of the store. It takes about five minutes.',
      ],
    },
    { h: ['1. เพิ่มโปรแกรม', '1. Add the program'] },
    {
      p: [
        'ที่หน้าโปรแกรม กด “เพิ่มโปรแกรม” ตั้งชื่อ เลือก “เว็บร้านค้า” เพื่อให้อ่านผลกลับได้ แล้วคัดลอก API key มาวางในช่อง API key ของหน้านี้ เมื่อใช้จริงให้เลือก “เครื่องขายหน้าร้าน” ซึ่งส่งอย่างเดียวและได้ผล `accepted`',
        'On the page “Programs”, press “Add a program”, give it a name and choose “Web shop”, so that it can read back. Copy the API key and paste it into “API key” on this page. For daily use choose “Till”, which only sends and gets `accepted`.',
      ],
    },
    { link: ['เปิดหน้าโปรแกรม', 'Open the programs'], to: 'data-source-openapi-key' },
    {
      p: [
        'ถ้าเครื่องขายเป็นของบริษัทอื่น ให้ใช้ API token ซึ่งเลือกได้ว่าบริษัทเห็นอะไร',
        'If the till belongs to a vendor, use an API token, which says what the vendor may see.',
      ],
    },
    { link: ['เปิดหน้า API token', 'Open the API tokens'], to: 'data-source-openapi-token' },
    { h: ['2. สร้างตัวเชื่อมจากบิลตัวอย่าง', '2. Create a connector from a sample bill'] },
    {
      p: [
        'กด “สร้างตัวเชื่อม” ตั้งชื่อ แล้ววางบิลหนึ่งใบของเครื่องขายในช่อง “ตัวอย่าง 1 รายการ” บิลของหน้านี้คือ',
        'Press “New connector”, give it a name and paste one bill of the till into “One example item”. The bill of this page is:',
      ],
    },
    { code: (store) => JSON.stringify(sampleItem(store, samplePeople[0]), null, 2), language: 'javascript' },
    { link: ['สร้างตัวเชื่อม', 'Create a connector'], to: 'data-source-openapi-connector-create' },
    { h: ['3. ตรวจการจับคู่แล้วบันทึก', '3. Check the mapping and save it'] },
    {
      p: [
        'ระบบเดาชื่อ เบอร์โทร เลขที่บิล ยอดซื้อ และเวลาให้ ตรวจแล้วกด “บันทึกการจับคู่” URL ของตัวเชื่อมอยู่ในแท็บ “URL และสิทธิ์”',
        'Ruam guesses the name, phone, order number, amount and time. Check them and press “Save the mapping”. The URL of the connector is on the tab “URL and access”.',
      ],
    },
    { h: ['4. ส่งการขายแรก', '4. Send the first sale'] },
    {
      p: [
        'ใช้ URL ของตัวเชื่อมของคุณแทน URL ในตัวอย่าง เลขที่บิลเป็น `Idempotency-Key` ที่ดี เพราะส่งซ้ำแล้วไม่บันทึกซ้ำ',
        'Put the URL of your connector in the place of the one in the example. The number of the bill is a good `Idempotency-Key`: sent again, the bill is not stored twice.',
      ],
    },
    { code: (store) => writeExample('curl', exampleRequest(RECORDS, store)) },
    {
      p: [
        'คำตอบ `200` บอกผล เลขที่ลูกค้าอยู่ใน `profile_id`',
        'A `200` response has the result, with the ID of the customer in `profile_id`.',
      ],
    },
    { answer: RECORDS },
    { h: ['5. อ่านกลับ', '5. Read it back'] },
    {
      p: [
        'อ่านลูกค้าด้วยเบอร์โทร แล้วอ่านการซื้อด้วยเลขที่ลูกค้าจากคำตอบข้างต้น ในระบบ การซื้ออยู่ในหน้าข้อมูลของลูกค้า และรายการอยู่ในแท็บ “รายการที่ได้รับ” ของตัวเชื่อม',
        'Read the customer by phone, then the purchases by the ID of the answer above. In Ruam the purchase is on the page of the customer, and the item on the tab “Received” of the connector.',
      ],
    },
    { code: (store) => writeExample('curl', exampleRequest('GET /open-api/v1/profiles/{id}', store)) },
    { code: (store) => writeExample('curl', exampleRequest('GET /open-api/v1/profiles/{id}/activities', store)) },
    { h: ['6. ส่งการขายถัดไป', '6. Send the next sale'] },
    {
      p: [
        'บิลใหม่ใช้ `Idempotency-Key` ใหม่เสมอ คีย์เดิมกับบิลอื่นได้ 409 `idempotency_conflict`',
        'A new bill always gets a new `Idempotency-Key`. The same key with another bill is refused with 409 `idempotency_conflict`.',
      ],
    },
    { code: (store) => writeExample('curl', exampleRequest(RECORDS, store, { next: true })) },
  ],
}
