import { words } from '../data/text.ts'

export const openApiText = words({
  title: ['Open API ของร้าน', 'Open APIs of the store'],
  search: ['ค้นหา Open API', 'Search open APIs'],
  count: ['{count} Open API', '{count} open APIs', '{count} open API'],
  newOpenApi: ['สร้าง Open API', 'New open API'],
  editOpenApi: ['แก้ไข Open API', 'Edit open API'],
  nameExample: ['เช่น สมาชิกสำหรับเว็บไซต์', 'Such as: members for the website'],
  reads: ['อ่านได้', 'What it reads'],
  readsText: ['เลือกข้อมูลที่ API token อ่านผ่าน Open API นี้ได้', 'Choose what API tokens may read through this open API.'],
  chooseCall: ['เลือกอย่างน้อย 1 อย่าง', 'Choose at least one'],
  profiles: ['ลูกค้า', 'Customers'],
  labels: ['ป้ายกำกับ', 'Labels'],
  segments: ['เซกเมนต์', 'Segments'],
  fieldGroup: ['ฟิลด์', 'Fields'],
  broadcasts: ['บรอดแคสต์', 'Broadcasts'],
  fields: ['ฟิลด์ที่แสดง', 'Fields shown'],
  fieldsText: [
    'ลูกค้าแสดงเฉพาะฟิลด์ที่เลือก ฟิลด์อื่นไม่ถูกส่งออกไป',
    'Customers show these fields alone; other fields never leave the store.',
  ],
  chooseFields: ['เลือกฟิลด์', 'Choose fields'],
  noFields: ['ยังไม่ได้เลือกฟิลด์', 'No fields chosen'],
  fieldCount: ['{count} ฟิลด์', '{count} fields', '{count} field'],
  allFields: ['เลือกทุกฟิลด์ที่ไม่อ่อนไหว', 'Choose all fields without sensitive data'],
  sensitive: ['แสดงค่าของข้อมูลอ่อนไหว', 'Show sensitive data unmasked'],
  sensitiveText: ['ถ้าไม่เลือก ค่าจะถูกปิดบางส่วน', 'Otherwise its values are masked.'],
  isSensitive: ['{name} (ข้อมูลอ่อนไหว)', '{name} (sensitive data)'],
  tokens: ['API token ที่อ่านได้', 'API tokens that may read'],
  tokensText: ['ยังไม่มีใครอ่านได้จนกว่าจะเลือก API token', 'Nobody reads through it until an API token is chosen.'],
  chooseTokens: ['เลือก API token', 'Choose API tokens'],
  noTokens: ['ยังไม่ได้เลือก', 'None chosen'],
  addresses: ['ที่อยู่สำหรับโปรแกรม', 'Addresses for the program'],
  addressesText: ['ส่งที่อยู่เหล่านี้ให้ผู้พัฒนา พร้อม API token', 'Give these addresses to the developer, with an API token.'],
  copyAddress: ['คัดลอกที่อยู่: {what}', 'Copy address: {what}'],
  gone: ['ไม่พบ Open API นี้', 'This open API does not exist.'],
  switchOffText: [
    'API token จะอ่านผ่าน Open API นี้ไม่ได้ทันที และเปิดใช้งานอีกได้ภายหลัง',
    'API tokens can no longer read through it, at once. You can activate it again.',
  ],
  deleteText: [
    'API token จะอ่านผ่าน Open API นี้ไม่ได้อีก เมื่อลบแล้วจะกู้คืนไม่ได้',
    'API tokens can no longer read through it. It cannot be restored.',
  ],
  emptyTitle: ['ยังไม่มี Open API', 'No open APIs yet'],
  emptyText: [
    'Open API กำหนดว่า API token ของคู่ค้าอ่านข้อมูลใดของร้านได้บ้าง',
    'An open API says which data of the store the API tokens of vendors may read.',
  ],
})

/** Calls that an open API may name, in the words of staff. */
export const callText = words({
  'GET /open-api/v1/profiles': ['รายชื่อลูกค้า และลูกค้าที่เปลี่ยนแปลง', 'All customers, and those that changed'],
  'POST /open-api/v1/profiles/find': ['ค้นหาลูกค้าด้วยเบอร์โทรหรืออีเมล', 'Customers by phone or email'],
  'GET /open-api/v1/profiles/{id}': ['ลูกค้าหนึ่งราย', 'One customer'],
  'GET /open-api/v1/profiles/{id}/activities': ['กิจกรรมของลูกค้า', 'Activities of a customer'],
  'GET /open-api/v1/labels': ['ป้ายกำกับทั้งหมด', 'All labels'],
  'GET /open-api/v1/segments': ['เซกเมนต์ทั้งหมด', 'All segments'],
  'GET /open-api/v1/segments/{id}/members': ['ลูกค้าในเซกเมนต์', 'Customers in a segment'],
  'GET /open-api/v1/fields': ['ฟิลด์ของร้าน', 'Fields of the store'],
  'GET /open-api/v1/broadcasts': ['บรอดแคสต์และผลการส่ง', 'Broadcasts and their results'],
})
