import { words } from '../../data/text.ts'

/** Ends of sentences in the audit log. */
export const extras = words({
  unrecorded: ['รายละเอียดไม่ได้บันทึกไว้', 'details were not recorded'],
  asRole: ['เป็น {role}', 'as {role}'],
  added: ['เพิ่มสิทธิ์', 'added'],
  removed: ['นำสิทธิ์ออก', 'removed'],
  given: ['ติด', 'added'],
  taken: ['นำออก', 'removed'],
  more: ['และอีก {count}', 'and {count} more'],
  moreFields: ['และอีก {count} ฟิลด์', 'and {count} more fields', 'and {count} more field'],
  customers: ['{count} ราย', '{count} customers', '{count} customer'],
  rows: ['{count} แถว', '{count} rows', '{count} row'],
  fromLabels: ['จาก {labels}', 'from {labels}'],
  masked: ['ปิดบังข้อมูลอ่อนไหวไว้', 'sensitive data masked'],
  sensitive: ['รวมข้อมูลอ่อนไหว', 'with sensitive data'],
  run_added: ['เพิ่มใหม่ {count}', '{count} added'],
  run_updated: ['อัปเดต {count}', '{count} updated'],
  run_held: ['รอยืนยัน {count}', '{count} waiting'],
  run_failed: ['ผิดพลาด {count}', '{count} failed'],
  consent_given: ['ยินยอม', 'consented'],
  consent_refused: ['ไม่ยินยอม', 'refused'],
  consent_withdrawn: ['ถอนความยินยอม', 'withdrew'],
  jobsLeft: ['งานที่เริ่มไว้ทำต่อจนเสร็จ: {jobs}', 'Work they started continues: {jobs}'],
  keysLeft: ['API key ที่สร้างไว้ยังใช้ได้: {keys}', 'API keys they created remain valid: {keys}'],
  runsLeft: ['การนำเข้าที่เริ่มไว้ทำต่อจนเสร็จ: {runs}', 'Imports they started continue: {runs}'],
})
