import { words } from '../data/text.ts'

export const text = words({
  restTitle: ['อ่านลูกค้าผ่าน REST', 'Read customers over REST'],
  restText: [
    'โปรแกรมของร้านอ่านลูกค้าได้ด้วย API key ที่มีขอบเขต profile:read ลูกค้ารายล่าสุดมีหน้าตาแบบนี้',
    'Your store’s programs can read customers with an API key that has the scope profile:read. This is your latest customer:',
  ],
  request: ['คำขอ', 'Request'],
  answer: ['คำตอบ', 'Response'],
  noExample: [
    'ยังไม่มีลูกค้าให้แสดงเป็นตัวอย่าง หรือคุณไม่มีสิทธิ์ดูลูกค้า',
    'There is no customer to show as an example, or you do not have permission to see customers.',
  ],
  docs: ['อ่านคู่มือ', 'Read the documentation'],
  keys: ['สร้าง API key', 'Create an API key'],
  fieldsTitle: ['ฟิลด์ที่เปิดให้โปรแกรม', 'Fields open to programs'],
  fieldsText: [
    'โปรแกรมอ่านและเขียนได้เฉพาะฟิลด์ที่เปิดที่นี่ และเปิดใน API key หรือ Open API ของโปรแกรมนั้นด้วย บัญชี SQL อ่านทุกฟิลด์ที่เปิดให้อ่าน ฟิลด์ใหม่ปิดไว้เสมอ',
    'Programs read and write only fields that are open here and in their API key or open API. SQL accounts read all fields open for reading. New fields are closed.',
  ],
  sensitiveText: [
    'ฟิลด์อ่อนไหวปิดไว้ก่อน เมื่อเปิดแล้ว บัญชี SQL จะเห็นค่าเต็ม ส่วน API key ต้องมีสิทธิ์อ่านข้อมูลอ่อนไหวด้วย',
    'Sensitive fields start closed. Once open, the SQL account sees full values; API keys also need the right to sensitive data.',
  ],
  fieldsSaved: ['บันทึกฟิลด์แล้ว', 'Fields saved'],
  chosen: ['อ่านได้ {read} · เขียนได้ {write} จาก {total} ฟิลด์', 'Read: {read} · written: {write} · of all {total}'],
  ownersOnly: ['เฉพาะเจ้าของร้านเปลี่ยนหน้านี้ได้', 'Only the store owner can change this page.'],
  sqlTitle: ['อ่านด้วย SQL', 'Read with SQL'],
  sqlText: [
    'โปรแกรมรายงาน เช่น Power BI หรือ Metabase ต่อฐานข้อมูลได้โดยตรง อ่านได้อย่างเดียว และเห็นเฉพาะข้อมูลของร้านนี้',
    'Reporting tools such as Power BI or Metabase can connect to the database. They have read-only access to this store’s data.',
  ],
  sqlOff: [
    'ยังไม่เปิดใช้ หากต้องการ ให้ผู้ดูแลระบบตั้งค่า RUAM_SQL_ACCESS=1 แล้วเริ่ม Ruam ใหม่',
    'This is turned off. To use it, ask whoever runs Ruam to set RUAM_SQL_ACCESS=1 and restart it.',
  ],
  create: ['สร้างบัญชี SQL', 'Create an SQL account'],
  rotate: ['เปลี่ยนรหัสผ่าน', 'New password'],
  rotateTitle: ['เปลี่ยนรหัสผ่านของบัญชี SQL', 'New password for the SQL account'],
  rotateText: [
    'รหัสผ่านเดิมใช้ไม่ได้ทันที โปรแกรมที่ต่ออยู่จะหลุด',
    'The old password stops working at once, and connected programs are disconnected.',
  ],
  remove: ['ลบบัญชี SQL', 'Remove the SQL account'],
  removeText: [
    'โปรแกรมที่ต่ออยู่จะหลุด และต่อใหม่ไม่ได้ หากสร้างบัญชีใหม่จะได้ชื่อและรหัสผ่านใหม่',
    'Connected programs are disconnected and cannot reconnect. A new account gets a new name and password.',
  ],
  removed: ['ลบบัญชี SQL แล้ว', 'SQL account removed'],
  preparing: ['กำลังเตรียมบัญชี', 'Preparing the account'],
  ready: ['ใช้งานได้', 'Ready'],
  unsafe: [
    'ฐานข้อมูลนี้ให้ทุกบัญชีสร้างตารางได้ จึงยังไม่สร้างบัญชี SQL กรุณาให้ผู้ดูแลระบบดูหัวข้อ SQL access ใน README',
    'This database lets every account create tables, so no SQL account was created. Ask whoever runs Ruam to follow “SQL access” in the README.',
  ],
  failed: [
    'สร้างบัญชี SQL ไม่สำเร็จ Ruam จะลองใหม่เอง ผู้ดูแลระบบดูสาเหตุได้ในบันทึกของเซิร์ฟเวอร์',
    'The SQL account could not be created. Ruam will try again; the server log has the reason.',
  ],
  localOnly: [
    'ฐานข้อมูลนี้รับเฉพาะโปรแกรมในเครื่องเดียวกับ Ruam (127.0.0.1) หากต่อจากที่อื่น ให้เปิดทางผ่าน SSH: ssh -L {port}:127.0.0.1:{port} หรือให้ผู้ดูแลระบบใช้ PostgreSQL ของตัวเอง (DATABASE_URL)',
    'This database only accepts programs on the same machine as Ruam (127.0.0.1). From elsewhere, use an SSH tunnel, ssh -L {port}:127.0.0.1:{port}, or run Ruam on your own PostgreSQL (DATABASE_URL).',
  ],
  status: ['สถานะ', 'Status'],
  host: ['เซิร์ฟเวอร์', 'Host'],
  port: ['พอร์ต', 'Port'],
  database: ['ฐานข้อมูล', 'Database'],
  user: ['ชื่อบัญชี', 'Account'],
  password: ['รหัสผ่าน', 'Password'],
  passwordAt: ['ตั้งเมื่อ {at} โดย {name} แสดงครั้งเดียวตอนสร้าง', 'Set on {at} by {name}; shown only once'],
  passwordAtUnknown: ['ตั้งเมื่อ {at} แสดงครั้งเดียวตอนสร้าง', 'Set on {at}; shown only once'],
  limits: ['ขีดจำกัด', 'Limits'],
  limitsText: [
    'ต่อพร้อมกันได้ {connections} การเชื่อมต่อ คำสั่งละไม่เกิน {seconds} วินาที',
    '{connections} connections at a time, {seconds} seconds per statement',
  ],
  views: ['ตารางที่อ่านได้', 'Readable tables'],
  passwordTitle: ['คัดลอกรหัสผ่านตอนนี้', 'Copy the password now'],
  passwordText: [
    'รหัสผ่านนี้แสดงเพียงครั้งเดียว กรุณาเก็บไว้ในที่ปลอดภัย',
    'This password is shown only once. Keep it in a safe place.',
  ],
  copy: ['คัดลอก', 'Copy'],
  copied: ['คัดลอกแล้ว', 'Copied'],
  done: ['คัดลอกเรียบร้อยแล้ว', 'I have copied it'],
  emptyTitle: ['ไม่มีฟิลด์', 'No fields'],
})
