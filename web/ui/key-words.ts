import { words } from '../data/text.ts'

/** Names of keys; screens describe their effects. */
export const keyWords = words({
  or: ['หรือ', 'or'],
  space: ['เว้นวรรค', 'Space'],
  single: ['ใช้ปุ่มลัดที่เป็นปุ่มเดียว', 'Use single-key shortcuts'],
  singleText: [
    'ปิดได้หากใช้การสั่งงานด้วยเสียง หรือกดโดนปุ่มโดยไม่ตั้งใจ ปุ่มลูกศร Enter และ Ctrl ยังใช้ได้',
    'Turn them off if you use voice control or often press keys by accident. Arrow keys, Enter and Ctrl still work.',
  ],
})
