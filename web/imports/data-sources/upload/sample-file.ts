/** Twelve customers, with one duplicate and one unusable phone: they show what an import does. */
const rows = [
  ['ชื่อ', 'นามสกุล', 'เบอร์โทร', 'อีเมล', 'วันเกิด'],
  ['มาลี', 'ใจดี', '081-234-5670', 'malee@example.com', '12/04/2535'],
  ['สมชาย', 'มีสุข', '082-345-6781', 'somchai@example.com', '03/11/2528'],
  ['ญาดา', 'ศรีสุข', '083-456-7892', '', '29/02/2543'],
  ['กิตติ', 'บุญมา', '084-567-8903', 'kitti@example.com', ''],
  ['น้ำฝน', 'ปั้นทอง', '085-678-9014', 'namfon@example.com', '17/08/2539'],
  ['ธีรพัฒน์', 'วงศ์ใหญ่', '086-789-0125', '', '21/01/2531'],
  ['ปิ่นเพชร', 'กิ่งแก้ว', '087-890-1236', 'pinpetch@example.com', '09/06/2537'],
  ['อภิสิทธิ์', 'พึ่งบุญ', 'ไม่มีเบอร์', 'apisit@example.com', ''],
  ['สุนีย์', 'เชี่ยวชาญ', '088-901-2347', '', '30/12/2526'],
  ['ณัฐวุฒิ', 'อยู่ทรัพย์', '089-012-3458', 'nattawut@example.com', ''],
  ['มาลี', 'ใจดี', '0812345670', 'malee@example.com', '12/04/2535'],
] as const

/** A file to try the import with. */
export const sampleFile = () =>
  new File([`\ufeff${rows.map((cells) => cells.join(',')).join('\r\n')}\r\n`], 'ลูกค้าตัวอย่าง.csv', { type: 'text/csv' })
