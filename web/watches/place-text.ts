import { words } from '../data/text.ts'

/** Words about the address and login of a place. */
export const placeText = words({
  names: ['ชื่อไฟล์', 'Names'],
  bucket: ['Bucket', 'Bucket'],
  endpoint: ['Endpoint', 'Endpoint'],
  endpointHint: ['เว้นว่างสำหรับ Amazon S3', 'Empty for Amazon S3'],
  region: ['Region', 'Region'],
  keyId: ['Access key ID', 'Access key ID'],
  s3Secret: ['Secret access key', 'Secret access key'],
  host: ['เซิร์ฟเวอร์', 'Server'],
  port: ['พอร์ต', 'Port'],
  user: ['ชื่อผู้ใช้', 'User'],
  login: ['เข้าด้วย', 'Log in with'],
  password: ['รหัสผ่าน', 'Password'],
  privateKey: ['กุญแจส่วนตัว', 'Private key'],
  passphrase: ['รหัสของกุญแจ ถ้ามี', 'Passphrase of the key, if any'],
  keepSecret: ['บันทึกไว้แล้ว ใส่เมื่อต้องการเปลี่ยน', 'Saved. Type to replace it'],
  hostKey: ['กุญแจของเซิร์ฟเวอร์', 'Host key'],
  hostKeyNone: ['จะบันทึกเมื่อเข้าครั้งแรก', 'It is saved at the first connection.'],
  newHostKey: ['รับกุญแจใหม่', 'Accept a new key'],
  chatHint: [
    'ระบบตรวจแชททุกนาที และรับไฟล์จากผู้ใช้ที่เชื่อม LINE ของตนแล้วเท่านั้น เชื่อมได้หลังบันทึก',
    'The chat is looked at every minute. Files come from members who linked their LINE, which they can after this is saved.',
  ],
  fieldMissing: ['กรุณาใส่ข้อมูลนี้', 'Enter this.'],
  fieldWrong: ['รูปแบบไม่ถูกต้อง', 'This is not written correctly.'],
  secretMissing: ['กรุณาใส่รหัสผ่านหรือกุญแจ', 'Enter the password or key.'],
  try_folder: ['ลองเข้าโฟลเดอร์', 'Try the folder'],
  try_s3: ['ลองเข้า S3', 'Try S3'],
  try_sftp: ['ลองเข้า SFTP', 'Try SFTP'],
  try_line_chat: ['ดูไฟล์ในแชท', 'See the files in the chat'],
})
