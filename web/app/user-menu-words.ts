import { words } from '../data/text.ts'

/** What the menu of the user says of its choices. */
export const userMenuWords = words({
  language: ['ภาษา', 'Language'],
  scheme: ['ธีม', 'Theme'],
  light: ['สว่าง', 'Light'],
  dark: ['มืด', 'Dark'],
  system: ['ตามระบบ', 'System'],
  era: ['ปีที่แสดง', 'Years shown as'],
  ce: ['ค.ศ.', 'CE'],
  be: ['พ.ศ.', 'BE'],
})
