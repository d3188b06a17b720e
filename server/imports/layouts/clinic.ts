import type { Layout } from './layout.ts'

/** Patients of a clinic, with Buddhist birth dates. */
export const clinic: Layout = {
  name: { th: 'ผู้ป่วยของคลินิก', en: 'Clinic patients' },
  source: 'unproven',
  columns: [
    ['new_key', 'HN'],
    ['prefixName', 'คำนำหน้า'],
    ['firstName', 'ชื่อ'],
    ['lastName', 'นามสกุล'],
    ['gender', 'เพศ'],
    ['birthDate', 'วันเกิด (พ.ศ.)'],
    ['citizenId', 'เลขบัตรประชาชน'],
    ['phone', 'โทรศัพท์'],
    ['detected', 'ที่อยู่'],
    ['detected', 'แพ้ยา'],
  ],
  notNeeded: 'วันที่ลงทะเบียน',
}
