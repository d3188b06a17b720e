import { words } from '../data/text.ts'

export const tokenText = words({
  tokens: ['API token ของร้าน', 'API tokens of the store'],
  search: ['ค้นหา API token', 'Search API tokens'],
  count: ['{count} API token', '{count} API tokens', '{count} API token'],
  newToken: ['สร้าง API token', 'New API token'],
  editToken: ['แก้ไข API token', 'Edit API token'],
  nameExample: ['เช่น บริษัททำเว็บไซต์', 'For example: web agency'],
  openApis: ['Open API ที่อ่านได้', 'Open APIs it can read'],
  openApisText: ['API token อ่านได้เฉพาะ Open API ที่เลือกไว้ที่นี่', 'An API token can only use the open APIs chosen here.'],
  chooseOpenApis: ['เลือก Open API', 'Choose open APIs'],
  noOpenApis: ['ยังไม่ได้เลือก', 'None chosen'],
  lastDay: ['ใช้ได้', 'Valid for'],
  days: ['{count} วัน', '{count} days', '{count} day'],
  gone: ['ไม่พบ API token นี้', 'This API token does not exist.'],
  switchOffText: [
    'โปรแกรมที่ใช้ API token นี้จะอ่านและส่งข้อมูลไม่ได้ทันที และเปิดใช้งานอีกได้ภายหลัง',
    'Programs that use this API token are refused at once. You can activate it again later.',
  ],
  deleteText: [
    'โปรแกรมที่ใช้ API token นี้จะหยุดทำงานทันที เมื่อลบแล้วจะกู้คืนไม่ได้',
    'Programs that use this API token stop working at once. It cannot be restored.',
  ],
  emptyTitle: ['ยังไม่มี API token', 'No API tokens yet'],
  emptyText: [
    'API token ให้คู่ค้าหนึ่งราย เช่น บริษัททำเว็บไซต์ อ่านเฉพาะข้อมูลที่คุณเลือก',
    'An API token lets one vendor, such as a web agency, read only what you choose.',
  ],
  noRight: ['คุณไม่มีสิทธิ์ดู API token', 'You do not have permission to see API tokens'],
  noRightText: [
    'หน้านี้แสดง API token ของร้าน กรุณาขอสิทธิ์จากเจ้าของร้าน',
    'This page shows the API tokens of the store. Ask the store owner for the permission.',
  ],
})
