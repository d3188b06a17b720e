import type { Layout } from './layout.ts'

/** Business partners of an accounting program: firms with a contact person. */
export const accounting: Layout = {
  name: { th: 'ผู้ติดต่อจากโปรแกรมบัญชี', en: 'Contacts of an accounting program' },
  source: 'unproven',
  columns: [
    ['new_key', 'รหัสผู้ติดต่อ'],
    ['company', 'ชื่อบริษัท'],
    ['detected', 'ชื่อผู้ติดต่อ'],
    ['phone', 'เบอร์มือถือ'],
    ['phone', 'เบอร์สำนักงาน'],
    ['email', 'อีเมล'],
    ['address', 'ที่อยู่จดทะเบียน'],
    ['address', 'รหัสไปรษณีย์'],
  ],
  notNeeded: 'ประเภทผู้ติดต่อ | เลขประจำตัวผู้เสียภาษี | สำนักงาน/สาขา | เครดิต (วัน)',
}
