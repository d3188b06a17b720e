// Titles and descriptions of the Open API calls, for the OpenAPI document and the developer documentation. Backticks mark code.

import type { Pair } from '../platform/sentence.ts'

/** Groups of calls, in the order of the documentation. */
export const callGroups = ['send', 'read'] as const

/** Title, description and parameters of a call. `parts` overrides the shared descriptions of part-words.ts. */
export interface CallWords {
  group: (typeof callGroups)[number]
  title: Pair
  about: Pair
  parts?: Readonly<Record<string, Pair>>
}

const profileValues: Pair = [
  'ค่าของฟิลด์ ตามชื่อฟิลด์ ค่า `null` ล้างค่าเดิม ฟิลด์ที่ไม่ได้ส่งมาไม่เปลี่ยน',
  'Values by field name. `null` clears a value. Omitted fields keep theirs.',
]
const byNumber: Pair = ['เลขที่ลูกค้า', 'ID of the customer.']
const activityParts = {
  type: ['เลขที่หรือชื่อของประเภทกิจกรรม', 'ID or name of the activity type.'],
  values: ['ค่าของฟิลด์กิจกรรม ตามชื่อฟิลด์', 'Values of activity fields by field name.'],
} as const

/** Words of the calls, keyed by method and path, in the order of the documentation. */
export const callWords: Readonly<Record<string, CallWords>> = {
  'POST /open-api/v1/profiles': {
    group: 'send',
    title: ['เพิ่มหรืออัปเดตลูกค้าหนึ่งราย', 'Add or update one customer'],
    about: [
      'ส่งสิ่งที่รู้เกี่ยวกับลูกค้า ระบบหาลูกค้ารายเดิมจาก LINE User ID เลขประจำตัวประชาชน ฟิลด์ที่ร้านใช้ระบุตัวลูกค้า เบอร์โทร หรืออีเมล ถ้าไม่พบจึงเพิ่มใหม่ เมื่อได้คำตอบ 200 ข้อมูลบันทึกแล้ว',
      'Send what you know about a customer. Ruam looks for the customer by LINE user ID, citizen ID, the fields that tell customers apart, phone and email, and adds a new one if none matches. A 200 response means that the data is stored.',
    ],
    parts: {
      id: [
        'เลขที่ลูกค้าใน Ruam ถ้าทราบ ไม่เช่นนั้นระบบหาจากค่าใน `values`',
        'ID of the customer in Ruam, if you know it. Otherwise Ruam matches the customer by `values`.',
      ],
      values: profileValues,
    },
  },
  'POST /open-api/v1/profiles/batch': {
    group: 'send',
    title: ['เพิ่มหรืออัปเดตลูกค้าหลายราย', 'Add or update many customers'],
    about: [
      'ส่งลูกค้าได้สูงสุด 1,000 รายต่อคำขอ แต่ละรายมีรูปแบบเหมือนการส่งทีละราย ระบบทำตามลำดับ และรายที่ผิดพลาดไม่กระทบรายอื่น',
      'Send up to 1,000 customers per request, each in the format of a single one. Items are processed in order, and a failed item does not affect the others.',
    ],
    parts: {
      items: ['รายการ 1–1,000 รายการ แต่ละรายการคือ `{"id", "values"}`', '1 to 1,000 items, each `{"id", "values"}`.'],
    },
  },
  'POST /open-api/v1/activities': {
    group: 'send',
    title: ['ส่งกิจกรรมหนึ่งรายการ', 'Send one activity'],
    about: [
      'บันทึกสิ่งที่ลูกค้าทำ เช่น การซื้อ ระบบหาลูกค้าแบบเดียวกับการส่งลูกค้า และเพิ่มลูกค้าใหม่ถ้าไม่พบ ใส่ `reference` เช่น เลขที่ใบเสร็จ เพื่อให้บันทึกเพียงครั้งเดียวแม้ส่งซ้ำ เลขนี้แยกตาม API key คีย์อื่นใช้เลขเดียวกันได้ ใส่ `replace: true` เพื่อแก้ไขรายการเดิม',
      'Records something a customer did, such as a purchase. The customer is matched as in the calls for customers, and added if none matches. With a `reference`, such as a receipt number, repeated requests record the activity only once. References belong to the API key that sends them, so tills with keys of their own can use the same numbers. `replace: true` corrects what was sent before.',
    ],
    parts: activityParts,
  },
  'POST /open-api/v1/activities/batch': {
    group: 'send',
    title: ['ส่งกิจกรรมหลายรายการ', 'Send many activities'],
    about: [
      'ส่งกิจกรรมได้สูงสุด 1,000 รายการต่อคำขอ แต่ละรายการมีรูปแบบเหมือนการส่งทีละรายการ',
      'Send up to 1,000 activities per request, each in the format of a single one.',
    ],
    parts: {
      items: [
        'รายการ 1–1,000 รายการ แต่ละรายการคือ `{"type", "at", "reference", "replace", "values", "profile"}`',
        '1 to 1,000 items, each `{"type", "at", "reference", "replace", "values", "profile"}`.',
      ],
    },
  },
  'POST /open-api/v1/profiles/{id}/labels': {
    group: 'send',
    title: ['ติดป้ายกำกับให้ลูกค้า', 'Add labels to a customer'],
    about: [
      'ติดป้ายกำกับให้ลูกค้าหนึ่งราย คำตอบคือป้ายกำกับทั้งหมดของลูกค้า ติดป้ายเดิมซ้ำไม่เปลี่ยนอะไร ติดเซกเมนต์ไม่ได้ เพราะสมาชิกเป็นไปตามเงื่อนไขของเซกเมนต์',
      'Adds labels to a customer and returns all of the customer’s labels. Adding a label again changes nothing. Segments cannot be added: their rules decide who is in them.',
    ],
    parts: { id: byNumber },
  },
  'DELETE /open-api/v1/profiles/{id}/labels/{label}': {
    group: 'send',
    title: ['นำป้ายกำกับออกจากลูกค้า', 'Remove a label from a customer'],
    about: [
      'นำป้ายกำกับหนึ่งป้ายออก คำตอบคือป้ายกำกับที่เหลือ',
      'Removes a label from a customer and returns the remaining ones.',
    ],
    parts: { id: byNumber, label: ['เลขที่ป้ายกำกับ', 'ID of the label.'] },
  },
  'POST /open-api/v1/labels/{id}/profiles': {
    group: 'send',
    title: ['ติดป้ายกำกับให้หรือนำออกจากลูกค้าหลายราย', 'Add or remove a label for many customers'],
    about: [
      'ติดป้ายกำกับหนึ่งป้ายให้ลูกค้าได้สูงสุด 1,000 ราย แล้วนำออกจากลูกค้าอื่นได้สูงสุด 1,000 ราย เลขที่ที่ไม่พบลูกค้าอยู่ใน `not_found` ส่วนรายอื่นทำเสร็จแล้ว',
      'Adds a label to up to 1,000 customers, then removes it from up to 1,000 others. Unknown customer IDs are returned in `not_found`; all other changes are made.',
    ],
    parts: { id: ['เลขที่ป้ายกำกับ', 'ID of the label.'] },
  },
  'DELETE /open-api/v1/profiles/{id}': {
    group: 'send',
    title: ['ลบลูกค้า', 'Delete a customer'],
    about: [
      'ลบลูกค้าหนึ่งราย ได้คำตอบ 204 ร้านกู้คืนได้ภายใน 30 วัน คำสั่งนี้ไม่ได้ลบข้อมูลส่วนบุคคลถาวร ซึ่งพนักงานทำในหน้าโปรไฟล์',
      'Deletes a customer and returns 204. The store can restore the customer within 30 days. This does not erase personal data for good: staff do that on the profile page.',
    ],
    parts: { id: byNumber },
  },
  'POST /open-api/v1/profiles/{id}/consents': {
    group: 'send',
    title: ['บันทึกความยินยอม', 'Record a consent'],
    about: [
      'บันทึกคำตอบของลูกค้าต่อวัตถุประสงค์ที่ขอความยินยอม การให้ความยินยอมต้องมีหลักฐานใน `evidence` การถอนความยินยอมไม่ต้องมี ส่งคำตอบเดิมซ้ำไม่เปลี่ยนอะไร',
      'Records a customer’s answer to a consent purpose. Granting consent requires `evidence`; withdrawing it does not. Sending the same answer again changes nothing.',
    ],
    parts: { id: byNumber },
  },
  'POST /open-api/v1/connectors/{id}/records': {
    group: 'send',
    title: ['ส่งรายการเข้าตัวเชื่อม', 'Send items to a connector'],
    about: [
      'ส่งรายการในรูปแบบของระบบของคุณ หนึ่งรายการ หรือสูงสุด 1,000 รายการใน `{"items": [...]}` ร้านจับคู่ฟิลด์ไว้แล้ว รายการที่ผิดพลาดเก็บไว้ให้ร้านแก้การจับคู่และประมวลผลอีกครั้ง',
      'Send items in the format of your own system: one, or up to 1,000 as `{"items": [...]}`. The connector’s mapping assigns their fields. Failed items are kept until the store corrects the mapping and replays them.',
    ],
    parts: { id: ['เลขที่ตัวเชื่อม', 'ID of the connector.'] },
  },
  'GET /open-api/v1/receipts/{id}': {
    group: 'send',
    title: ['อ่านผลของคำขอ', 'Read the results of a request'],
    about: [
      'คำตอบ 202 หมายความว่าระบบเก็บข้อมูลไว้แล้วและจะบันทึกภายหลัง อ่านผลได้ที่นี่ด้วย `receipt_id` ภายใน 30 วัน',
      'A 202 response means that the data is stored and will be processed later. Read the results here by `receipt_id`, for 30 days.',
    ],
    parts: { id: ['`receipt_id` จากคำตอบของคำขอ', '`receipt_id` from the response to the request.'] },
  },
  'GET /open-api/v1/profiles': {
    group: 'read',
    title: ['อ่านลูกค้าและการเปลี่ยนแปลง', 'Read customers and their changes'],
    about: [
      'อ่านลูกค้าทั้งหมดทีละหน้า เรียงตามการเปลี่ยนแปลงล่าสุด เก็บ `next_cursor` ไว้ใช้ครั้งหน้าเพื่ออ่านเฉพาะสิ่งที่เปลี่ยน รวมถึงลูกค้าที่ถูกลบหรือรวมโปรไฟล์',
      'Reads all customers page by page, ordered by their last change. Keep `next_cursor` to read only later changes next time, including deleted and merged customers.',
    ],
  },
  'POST /open-api/v1/profiles/find': {
    group: 'read',
    title: ['ค้นหาลูกค้า', 'Find customers'],
    about: [
      'หาลูกค้าจากเบอร์โทร อีเมล LINE User ID หรือฟิลด์ที่ใช้ระบุตัวลูกค้า ได้สูงสุด 20 ราย ค่าที่ใช้ค้นหาอยู่ใน body จึงไม่ตกค้างใน log ของเว็บเซิร์ฟเวอร์',
      'Finds up to 20 customers by phone, email, LINE user ID or a field that tells customers apart. The value is sent in the body, to keep it out of web server logs.',
    ],
  },
  'GET /open-api/v1/profiles/{id}': {
    group: 'read',
    title: ['อ่านลูกค้าหนึ่งราย', 'Read one customer'],
    about: [
      'อ่านลูกค้าจากเลขที่ หรือจากค่า เช่น `phone:0895550147` ถ้ามีหลายรายที่ใช้ค่าเดียวกัน จะได้คำตอบ 409',
      'Reads a customer by ID, or by a value such as `phone:0895550147`. Returns 409 if several customers share the value.',
    ],
    parts: {
      id: [
        'เลขที่ลูกค้า หรือ `phone:…` `email:…` `line:…` `field.ชื่อฟิลด์:…`',
        'ID of the customer, or `phone:…`, `email:…`, `line:…`, `field.{name}:…`.',
      ],
    },
  },
  'GET /open-api/v1/profiles/{id}/activities': {
    group: 'read',
    title: ['อ่านกิจกรรมของลูกค้า', 'Read activities of a customer'],
    about: ['อ่านกิจกรรมของลูกค้าหนึ่งราย เรียงจากล่าสุด', 'Reads a customer’s activities, newest first.'],
    parts: { id: byNumber },
  },
  'GET /open-api/v1/labels': {
    group: 'read',
    title: ['อ่านป้ายกำกับ', 'Read labels'],
    about: ['อ่านป้ายกำกับทั้งหมดของร้าน', 'Reads all labels of the store.'],
  },
  'GET /open-api/v1/purposes': {
    group: 'read',
    title: ['อ่านวัตถุประสงค์', 'Read consent purposes'],
    about: [
      'อ่านวัตถุประสงค์ที่ร้านขอความยินยอม ใช้เลขที่ในการบันทึกความยินยอม',
      'Reads the purposes the store asks consent for. Their IDs are needed to record consents.',
    ],
  },
  'GET /open-api/v1/segments': {
    group: 'read',
    title: ['อ่านเซกเมนต์', 'Read segments'],
    about: [
      'อ่านเซกเมนต์ของร้าน พร้อมจำนวนลูกค้า เซกเมนต์ที่เงื่อนไขใช้ฟิลด์ซึ่งไม่ได้เปิดให้คุณอ่านจะไม่แสดง ทั้งที่นี่และในป้ายกำกับของลูกค้า',
      'Reads the store’s segments with their sizes. Segments whose rules use fields that you may not read are left out, here and in the labels of customers.',
    ],
  },
  'GET /open-api/v1/segments/{id}/members': {
    group: 'read',
    title: ['อ่านลูกค้าในเซกเมนต์', 'Read the members of a segment'],
    about: ['อ่านเลขที่ลูกค้าที่อยู่ในเซกเมนต์', 'Reads the IDs of the customers in a segment.'],
    parts: { id: ['เลขที่เซกเมนต์', 'ID of the segment.'] },
  },
  'GET /open-api/v1/fields': {
    group: 'read',
    title: ['อ่านฟิลด์', 'Read fields'],
    about: [
      'อ่านฟิลด์โปรไฟล์และประเภทกิจกรรมของร้าน ชื่อใน `name` คือชื่อที่ใช้ในทุกคำสั่ง',
      'Reads the store’s profile fields and activity types. All calls refer to fields by `name`.',
    ],
  },
  'GET /open-api/v1/changes': {
    group: 'read',
    title: ['อ่านการเปลี่ยนแปลง', 'Read changes'],
    about: [
      'อ่านสิ่งที่เปลี่ยนในร้านตามลำดับที่บันทึก: ลูกค้า ป้ายกำกับ เซกเมนต์ กิจกรรม ความยินยอม และการนำเข้าหรือบรอดแคสต์ที่จบแล้ว แต่ละรายการมีเพียงเลขที่และชื่อฟิลด์ที่คุณอ่านได้ ครั้งแรกให้เรียกโดยไม่ใส่ `after` จะได้ `next_cursor` ที่เริ่มจากตอนนี้ เก็บการเปลี่ยนแปลงไว้ 30 วัน',
      'Reads what changes in the store, in the order in which it was saved: customers, labels, segments, activities, consents, and imports and broadcasts that ended. Events hold only IDs and names of fields that you may read. The first time, call it without `after`: you get a `next_cursor` that begins now. Changes are kept for 30 days.',
    ],
    parts: {
      after: [
        'ค่า `next_cursor` จากครั้งก่อน เว้นไว้เพื่อเริ่มจากตอนนี้',
        '`next_cursor` of the previous response. Omit it to begin now.',
      ],
    },
  },
  'GET /open-api/v1/requests': {
    group: 'read',
    title: ['อ่านคำขอของโปรแกรมนี้', 'Read your own requests'],
    about: [
      'อ่านคำขอที่ API key หรือ API token นี้ส่งใน 30 วัน เรียงจากล่าสุด ไม่มี body และไม่มีคำขอของโปรแกรมอื่น คำขอเข้ามาในรายการหลังตอบแล้วไม่กี่วินาที ถ้าอ่านเกิน 100 ครั้งต่อวินาที การอ่านที่สำเร็จจะอยู่ในรายการเพียงบางส่วน',
      'Reads the requests that this API key or API token made in the last 30 days, newest first, without bodies and without those of other programs. A request appears some seconds after its response. Above 100 reads per second, only a part of the successful reads is listed.',
    ],
    parts: {
      outcome: [
        '`ok` สำเร็จทั้งหมด `failed` บางรายการไม่สำเร็จ `refused` ทั้งคำขอไม่สำเร็จ',
        '`ok`: all done, `failed`: some items failed, `refused`: the response was an error.',
      ],
      request_id: [
        'เลขที่คำขอ จาก `x-request-id` ของคำตอบ หรือ `request_id` ของข้อผิดพลาด',
        'ID of a request, from `x-request-id` of its response or `request_id` of its error.',
      ],
    },
  },
  'GET /open-api/v1/broadcasts': {
    group: 'read',
    title: ['อ่านบรอดแคสต์', 'Read broadcasts'],
    about: [
      'อ่านบรอดแคสต์และผลการส่ง `accepted` คือ LINE รับข้อความแล้ว ไม่ได้หมายความว่าลูกค้าอ่านแล้ว บรอดแคสต์ที่ส่งถึงเซกเมนต์ซึ่งไม่แสดงให้คุณจะไม่อยู่ในรายการ',
      'Reads broadcasts and their delivery results. `accepted` means that LINE took the message, not that the customer has read it. Broadcasts to segments that are left out for you are left out too.',
    ],
  },
  'GET /open-api/v1/webhooks': {
    group: 'read',
    title: ['อ่าน webhook', 'Read webhooks'],
    about: [
      'อ่าน webhook ของโปรแกรมนี้ API key เห็น webhook ของทุก API key ในร้าน API token เห็นเฉพาะของตน `reason` บอกเหตุที่ระบบหยุด: `failing` ส่งไม่สำเร็จ 3 วัน `gone` ปลายทางตอบ 410 `restored` ร้านกู้คืนจากข้อมูลสำรอง `changes_gone` ไม่มีการเปลี่ยนแปลงช่วงนั้นแล้ว',
      'Reads the webhooks: an API key sees those of all keys of the store, an API token its own. `reason` says why Ruam paused one: `failing` for three days of failures, `gone` if the receiver answered 410, `restored` after a backup was restored, `changes_gone` if its changes are no longer kept.',
    ],
  },
  'POST /open-api/v1/webhooks': {
    group: 'send',
    title: ['สร้าง webhook', 'Create a webhook'],
    about: [
      'ให้ระบบส่งการเปลี่ยนแปลงที่คุณอ่านได้ไปยัง URL ของคุณ ตามลำดับของลูกค้าแต่ละราย ทุกการแจ้งลงลายมือชื่อตาม Standard Webhooks ด้วย `secret` ซึ่งแสดงครั้งเดียว ตอบ 2xx ภายใน 10 วินาที ถ้าไม่สำเร็จ ระบบส่งซ้ำด้วย `webhook-id` เดิมนาน 3 วัน แล้วหยุด สิทธิ์และฟิลด์ตรวจอีกครั้งเมื่อส่ง',
      'Has the changes that you may read sent to your URL, in order for each customer. Deliveries are signed as Standard Webhooks with `secret`, which is shown once. Answer with 2xx within 10 seconds. Failed deliveries are repeated with the same `webhook-id` for 3 days, then the webhook is paused. Scopes and fields are checked again at sending.',
    ],
    parts: {
      url: ['ที่อยู่ `https://` ที่รับการแจ้ง', 'Address that receives the deliveries, with `https://`.'],
      types: ['ชนิดของการเปลี่ยนแปลง เช่น `label.added`', 'Types of changes, such as `label.added`.'],
    },
  },
  'PATCH /open-api/v1/webhooks/{id}': {
    group: 'send',
    title: ['แก้ไข webhook', 'Change a webhook'],
    about: [
      'แก้ไข URL ชนิด หรือหยุดและเริ่มใหม่ หลังแก้ไข webhook เป็นของคีย์ที่แก้ไข และส่งเฉพาะสิ่งที่คีย์นั้นอ่านได้ เมื่อเริ่มใหม่จะส่งเฉพาะการเปลี่ยนแปลงตั้งแต่ตอนนั้น ให้อ่านลูกค้าทั้งหมดอีกครั้ง',
      'Changes the URL or the types, or pauses a webhook and turns it on. Afterwards it belongs to the key that changed it, and sends what that key may read. A webhook that is turned on sends changes from then on: read all customers again.',
    ],
    parts: {
      id: ['เลขที่ webhook', 'ID of the webhook.'],
      url: ['ที่อยู่ใหม่', 'The new address.'],
      types: ['ชนิดของการเปลี่ยนแปลง', 'Types of changes.'],
      status: ['`active` หรือ `paused`', '`active` or `paused`.'],
    },
  },
  'DELETE /open-api/v1/webhooks/{id}': {
    group: 'send',
    title: ['ลบ webhook', 'Delete a webhook'],
    about: ['เลิกแจ้งการเปลี่ยนแปลงไปยัง URL นี้', 'Nothing more is sent to this URL.'],
    parts: { id: ['เลขที่ webhook', 'ID of the webhook.'] },
  },
  'POST /open-api/v1/webhooks/{id}/secret': {
    group: 'send',
    title: ['ออกรหัสลับใหม่ของ webhook', 'Make a new secret of a webhook'],
    about: [
      'ตอบรหัสลับใหม่ ซึ่งแสดงครั้งเดียว อีก 24 ชั่วโมง ทุกการแจ้งมีลายมือชื่อของทั้งสองรหัส',
      'Returns a new secret, which is shown once. For 24 hours deliveries carry the signatures of both.',
    ],
    parts: { id: ['เลขที่ webhook', 'ID of the webhook.'] },
  },
  'GET /open-api/v1/webhooks/{id}/deliveries': {
    group: 'read',
    title: ['อ่านการส่งของ webhook', 'Read deliveries of a webhook'],
    about: [
      'อ่านการส่ง 100 ครั้งล่าสุด พร้อมคำตอบของปลายทาง คีย์ที่อ่านได้น้อยกว่าคีย์ของ webhook จะไม่เห็นการส่งใด',
      'Reads the last 100 deliveries with the status that the receiver returned. A key that may read less than the key of the webhook gets none.',
    ],
    parts: { id: ['เลขที่ webhook', 'ID of the webhook.'] },
  },
  'POST /open-api/v1/webhooks/{id}/deliveries/{delivery_id}/send': {
    group: 'send',
    title: ['ส่งอีกครั้ง', 'Send a delivery again'],
    about: [
      'ส่งรายการเดิมอีกครั้งหลังรายการที่รออยู่ทั้งหมด ด้วย `webhook-id` เดิม ถ้าคุณอ่านรายการนั้นไม่ได้แล้วจะไม่ส่ง',
      'Sends an event again with the same `webhook-id`, after all that wait. An event that you may no longer read is not sent.',
    ],
    parts: {
      id: ['เลขที่ webhook', 'ID of the webhook.'],
      delivery_id: ['เลขที่การส่ง', 'ID of the delivery.'],
    },
  },
}
