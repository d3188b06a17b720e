import type { Layout } from './layout.ts'

/** Members of a gym. */
export const gym: Layout = {
  name: { th: 'สมาชิกฟิตเนส', en: 'Gym members' },
  source: 'unproven',
  columns: [
    ['new_key', 'Client ID', 'รหัสสมาชิก'],
    ['firstName', 'First Name', 'ชื่อ'],
    ['lastName', 'Last Name', 'นามสกุล'],
    ['email', 'Email', 'อีเมล'],
    ['phone', 'Mobile Phone', 'เบอร์มือถือ'],
    ['labels', 'Membership', 'แพ็กเกจ'],
    ['birthDate', 'Birthdate', 'วันเกิด'],
  ],
  notNeeded: 'Last Visit | Visits | Creation Date',
}
