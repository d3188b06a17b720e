import { words } from './text.ts'

/** What the palette says besides the titles of screens and the words of the shell. */
export const paletteWords = words({
  jumpLabel: ['ไปยังหน้าที่ต้องการ', 'Go to a page'],
  jumpHint: ['พิมพ์ชื่อหน้าหรือคำสั่ง', 'Type the name of a page or an action'],
  jumpNothing: ['ไม่พบหน้าที่ตรงกัน', 'No page matches'],
  toLight: ['ใช้ธีมสว่าง', 'Use the light theme'],
  toDark: ['ใช้ธีมมืด', 'Use the dark theme'],
  toThai: ['เปลี่ยนเป็นภาษาไทย', 'Switch to Thai'],
  toEnglish: ['เปลี่ยนเป็นภาษาอังกฤษ', 'Switch to English'],
})
