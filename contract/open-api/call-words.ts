// Titles and descriptions of program calls, for the OpenAPI document and the developer documentation. Code stands in backticks.

/** A text in Thai and in English. */
export type Pair = readonly [th: string, en: string]

/** Groups of calls, in the order of the documentation. */
export const callGroups = ['send', 'read'] as const

/** Words of a call: its title, a paragraph about it, and its parts where they mean something else than in other calls. */
export interface CallWords {
  group: (typeof callGroups)[number]
  title: Pair
  about: Pair
  parts?: Readonly<Record<string, Pair>>
}

const profileValues: Pair = [
  'ค่าของฟิลด์ ตามชื่อฟิลด์ ค่า `null` ล้างค่าเดิม ฟิลด์ที่ไม่ได้ส่งมาไม่เปลี่ยน',
  'Values by field name. `null` clears a value; fields that are not sent stay as they are.',
]
const byNumber: Pair = ['เลขที่ลูกค้า', 'Number of the customer.']
const activityParts = {
  type: ['เลขที่หรือชื่อของประเภทกิจกรรม', 'Number or name of the activity type.'],
  values: ['ค่าของฟิลด์กิจกรรม ตามชื่อฟิลด์', 'Values by name of the activity field.'],
} as const

/** Words of each call of programs, by its title, in the order of the documentation. */
export const callWords: Readonly<Record<string, CallWords>> = {
  'POST /open-api/v1/profiles': {
    group: 'send',
    title: ['เพิ่มหรืออัปเดตลูกค้าหนึ่งราย', 'Add or update one customer'],
    about: [
      'ส่งสิ่งที่รู้เกี่ยวกับลูกค้า ระบบหาลูกค้ารายเดิมจาก LINE User ID เลขประจำตัวประชาชน ฟิลด์ที่ร้านใช้ระบุตัวลูกค้า เบอร์โทรศัพท์ หรืออีเมล ถ้าไม่พบจึงเพิ่มใหม่ เมื่อได้คำตอบ 200 ข้อมูลบันทึกแล้ว',
      'Send what you know of a customer. Ruam finds them by LINE user ID, citizen ID, the fields with which the store tells customers apart, phone or email, and adds them if nobody is found. With the answer 200 the data is stored.',
    ],
    parts: {
      id: [
        'เลขที่ลูกค้าใน Ruam ถ้าทราบ ไม่เช่นนั้นระบบหาจากค่าใน `values`',
        'Number of the customer in Ruam, if you know it. Otherwise the customer is found by `values`.',
      ],
      values: profileValues,
    },
  },
  'POST /open-api/v1/profiles/batch': {
    group: 'send',
    title: ['เพิ่มหรืออัปเดตลูกค้าหลายราย', 'Add or update many customers'],
    about: [
      'ส่งลูกค้าได้สูงสุด 1,000 รายต่อคำขอ แต่ละรายมีรูปแบบเหมือนการส่งทีละราย ระบบทำตามลำดับ และรายที่ผิดพลาดไม่กระทบรายอื่น',
      'Send up to 1,000 customers in a request, each in the form of a single one. They are processed in order, and one that fails does not affect the others.',
    ],
    parts: {
      items: [
        'รายการ 1–1,000 รายการ แต่ละรายการคือ `{"id", "values"}`',
        'List of 1 to 1,000 items, each of them `{"id", "values"}`.',
      ],
    },
  },
  'POST /open-api/v1/activities': {
    group: 'send',
    title: ['ส่งกิจกรรมหนึ่งรายการ', 'Send one activity'],
    about: [
      'บันทึกสิ่งที่ลูกค้าทำ เช่น การซื้อ ระบบหาลูกค้าเหมือนตอนส่งลูกค้า และเพิ่มลูกค้าใหม่ถ้าไม่พบ ใส่ `reference` เช่น เลขที่ใบเสร็จ เพื่อให้บันทึกครั้งเดียวแม้ส่งซ้ำ',
      'Records something that a customer did, such as a purchase. The customer is found as when customers are sent, and added if nobody is found. Give a `reference`, such as a receipt number, and the activity is recorded once however often it is sent.',
    ],
    parts: activityParts,
  },
  'POST /open-api/v1/activities/batch': {
    group: 'send',
    title: ['ส่งกิจกรรมหลายรายการ', 'Send many activities'],
    about: [
      'ส่งกิจกรรมได้สูงสุด 1,000 รายการต่อคำขอ แต่ละรายการมีรูปแบบเหมือนการส่งทีละรายการ',
      'Send up to 1,000 activities in a request, each in the form of a single one.',
    ],
    parts: {
      items: [
        'รายการ 1–1,000 รายการ แต่ละรายการคือ `{"type", "at", "reference", "values", "profile"}`',
        'List of 1 to 1,000 items, each of them `{"type", "at", "reference", "values", "profile"}`.',
      ],
    },
  },
  'POST /open-api/v1/profiles/{id}/labels': {
    group: 'send',
    title: ['ติดป้ายกำกับให้ลูกค้า', 'Give labels to a customer'],
    about: [
      'ติดป้ายกำกับให้ลูกค้าหนึ่งราย คำตอบคือป้ายกำกับทั้งหมดของลูกค้า ติดซ้ำได้ ไม่มีอะไรเปลี่ยน เซกเมนต์ติดเองไม่ได้ เพราะเงื่อนไขเป็นผู้เลือก',
      'Gives labels to a customer and answers all labels of the customer. Labels that are there already stay. Segments cannot be given: their rules choose.',
    ],
    parts: { id: byNumber },
  },
  'DELETE /open-api/v1/profiles/{id}/labels/{label}': {
    group: 'send',
    title: ['นำป้ายกำกับออกจากลูกค้า', 'Take a label from a customer'],
    about: [
      'นำป้ายกำกับหนึ่งรายการออก คำตอบคือป้ายกำกับที่เหลือ',
      'Takes a label from a customer and answers the labels that remain.',
    ],
    parts: { id: byNumber, label: ['เลขที่ป้ายกำกับ', 'Number of the label.'] },
  },
  'POST /open-api/v1/labels/{id}/profiles': {
    group: 'send',
    title: ['ติดหรือนำป้ายกำกับออกจากลูกค้าหลายราย', 'Label many customers'],
    about: [
      'ติดป้ายกำกับหนึ่งรายการให้ลูกค้าได้สูงสุด 1,000 ราย แล้วนำออกจากลูกค้าได้สูงสุด 1,000 ราย เลขที่ที่ไม่มีอยู่ใน `not_found` รายอื่นทำแล้ว',
      'Gives a label to up to 1,000 customers, then takes it from up to 1,000. Numbers without a customer are in `not_found`; the others are done.',
    ],
    parts: { id: ['เลขที่ป้ายกำกับ', 'Number of the label.'] },
  },
  'DELETE /open-api/v1/profiles/{id}': {
    group: 'send',
    title: ['ลบลูกค้า', 'Delete a customer'],
    about: [
      'ลบลูกค้าหนึ่งราย ได้คำตอบ 204 ร้านนำกลับมาได้ภายใน 30 วัน คำสั่งนี้ไม่ใช่การลบข้อมูลส่วนบุคคลถาวร ซึ่งทำในหน้าโปรไฟล์',
      'Deletes a customer; the answer is 204. The store can bring them back within 30 days. It is not the erasure of personal data, which people of the store do on the profile.',
    ],
    parts: { id: byNumber },
  },
  'POST /open-api/v1/profiles/{id}/consents': {
    group: 'send',
    title: ['บันทึกความยินยอม', 'Record a consent'],
    about: [
      'บันทึกคำตอบของลูกค้าต่อเรื่องที่ขอความยินยอม การยินยอมต้องมีหลักฐานใน `evidence` การถอนความยินยอมไม่ต้องมี ส่งคำตอบเดิมซ้ำไม่เปลี่ยนอะไร',
      'Records the answer of a customer to a consent purpose. A consent needs evidence in `evidence`; a withdrawal needs none. The same answer again changes nothing.',
    ],
    parts: { id: byNumber },
  },
  'POST /open-api/v1/connectors/{id}/records': {
    group: 'send',
    title: ['ส่งรายการเข้าตัวเชื่อม', 'Send items to a connector'],
    about: [
      'ส่งรายการในรูปแบบของระบบของคุณ หนึ่งรายการ หรือสูงสุด 1,000 รายการใน `{"items": [...]}` ร้านจับคู่ฟิลด์ไว้แล้ว รายการที่ผิดพลาดถูกเก็บไว้ให้ร้านแก้การจับคู่และส่งซ้ำ',
      'Send items in the shape of your own system: one, or up to 1,000 as `{"items": [...]}`. The store has mapped their fields. Items that fail are kept, so that the store can correct the mapping and replay them.',
    ],
    parts: { id: ['เลขที่ตัวเชื่อม', 'Number of the connector.'] },
  },
  'GET /open-api/v1/receipts/{id}': {
    group: 'send',
    title: ['อ่านผลของคำขอ', 'Read the results of a request'],
    about: [
      'เมื่อคำขอได้คำตอบ 202 ข้อมูลเก็บไว้แล้วและจะบันทึกภายหลัง อ่านผลได้ที่นี่ด้วย `receipt_id` ภายใน 30 วัน',
      'If a request was answered with 202, its data is stored and will be processed later. Its results are here, under its `receipt_id`, for 30 days.',
    ],
    parts: { id: ['`receipt_id` จากคำตอบของคำขอ', '`receipt_id` of the answer to the request.'] },
  },
  'GET /open-api/v1/profiles': {
    group: 'read',
    title: ['อ่านลูกค้าตามการเปลี่ยนแปลง', 'Read customers by their changes'],
    about: [
      'อ่านลูกค้าทั้งหมดทีละหน้า เรียงตามการเปลี่ยนแปลงล่าสุด เก็บ `next_cursor` ไว้ใช้ครั้งหน้าเพื่ออ่านเฉพาะสิ่งที่เปลี่ยน รวมถึงลูกค้าที่ถูกลบหรือรวมโปรไฟล์',
      'Reads all customers page by page, in the order of their last change. Keep `next_cursor` for the next time and read only what has changed since, including customers who were deleted or merged.',
    ],
  },
  'POST /open-api/v1/profiles/find': {
    group: 'read',
    title: ['ค้นหาลูกค้า', 'Find customers'],
    about: [
      'หาลูกค้าจากเบอร์โทรศัพท์ อีเมล LINE User ID หรือฟิลด์ที่ใช้ระบุตัวลูกค้า ได้สูงสุด 20 ราย ค่าที่ใช้ค้นหาอยู่ในเนื้อหาคำขอ จึงไม่ตกค้างในบันทึกของเว็บเซิร์ฟเวอร์',
      'Finds up to 20 customers by phone, email, LINE user ID or a field that tells customers apart. The value travels in the body, so that it does not stay in the logs of web servers.',
    ],
  },
  'GET /open-api/v1/profiles/{id}': {
    group: 'read',
    title: ['อ่านลูกค้าหนึ่งราย', 'Read one customer'],
    about: [
      'อ่านลูกค้าจากเลขที่ หรือจากค่า เช่น `phone:0895550147` ถ้ามีหลายรายที่ใช้ค่าเดียวกัน จะได้คำตอบ 409',
      'Reads a customer by number, or by a value such as `phone:0895550147`. If several customers share the value the answer is 409.',
    ],
    parts: {
      id: [
        'เลขที่ลูกค้า หรือ `phone:…` `email:…` `line:…` `field.ชื่อฟิลด์:…`',
        'Number of the customer, or `phone:…`, `email:…`, `line:…`, `field.{name}:…`.',
      ],
    },
  },
  'GET /open-api/v1/profiles/{id}/activities': {
    group: 'read',
    title: ['อ่านกิจกรรมของลูกค้า', 'Read activities of a customer'],
    about: ['อ่านกิจกรรมของลูกค้าหนึ่งราย ล่าสุดก่อน', 'Reads the activities of a customer, newest first.'],
    parts: { id: byNumber },
  },
  'GET /open-api/v1/labels': {
    group: 'read',
    title: ['อ่านป้ายกำกับ', 'Read labels'],
    about: ['อ่านป้ายกำกับทั้งหมดของร้าน', 'Reads all labels of the store.'],
  },
  'GET /open-api/v1/purposes': {
    group: 'read',
    title: ['อ่านเรื่องที่ขอความยินยอม', 'Read consent purposes'],
    about: [
      'อ่านเรื่องที่ร้านขอความยินยอม ใช้เลขที่ในการบันทึกความยินยอม',
      'Reads what the store asks consent for. Their numbers are needed to record consents.',
    ],
  },
  'GET /open-api/v1/segments': {
    group: 'read',
    title: ['อ่านเซกเมนต์', 'Read segments'],
    about: ['อ่านเซกเมนต์ของร้าน พร้อมจำนวนลูกค้า', 'Reads the segments of the store, with their sizes.'],
  },
  'GET /open-api/v1/segments/{id}/members': {
    group: 'read',
    title: ['อ่านลูกค้าในเซกเมนต์', 'Read the customers of a segment'],
    about: ['อ่านเลขที่ลูกค้าที่อยู่ในเซกเมนต์', 'Reads the numbers of the customers in a segment.'],
    parts: { id: ['เลขที่เซกเมนต์', 'Number of the segment.'] },
  },
  'GET /open-api/v1/fields': {
    group: 'read',
    title: ['อ่านฟิลด์', 'Read fields'],
    about: [
      'อ่านฟิลด์โปรไฟล์และประเภทกิจกรรมของร้าน ชื่อใน `name` คือชื่อที่ใช้ในทุกคำสั่ง',
      'Reads the profile fields and activity types of the store. The `name` of a field is the one that all calls use.',
    ],
  },
  'GET /open-api/v1/broadcasts': {
    group: 'read',
    title: ['อ่านบรอดแคสต์', 'Read broadcasts'],
    about: [
      'อ่านบรอดแคสต์และผลการส่ง LINE รับข้อความแล้ว (`accepted`) ไม่ได้แปลว่าลูกค้าเปิดอ่าน',
      'Reads broadcasts and how their sending went. A message that LINE has taken (`accepted`) has not necessarily been read.',
    ],
  },
}
