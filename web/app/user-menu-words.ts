import { words } from '../data/text.ts'

/** Texts of the user menu. */
export const userMenuWords = words({
  language: ['ภาษา', 'Language'],
  scheme: ['ธีม', 'Theme'],
  light: ['สว่าง', 'Light'],
  dark: ['มืด', 'Dark'],
  system: ['ตามระบบ', 'System'],
  era: ['รูปแบบปี', 'Year format'],
  ce: ['ค.ศ.', 'CE'],
  be: ['พ.ศ.', 'BE'],
})
