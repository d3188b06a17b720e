import { words } from '../../data/text.ts'

export const stickerText = words({
  choose: ['เลือกสติกเกอร์', 'Choose a sticker'],
  other: ['เปลี่ยนสติกเกอร์', 'Choose another sticker'],
  title: ['สติกเกอร์ที่ LINE ให้ส่งได้', 'Stickers that LINE lets you send'],
  set: ['ชุดสติกเกอร์', 'Sticker set'],
  one: ['สติกเกอร์ {id}', 'Sticker {id}'],
  use: ['ใช้สติกเกอร์นี้', 'Use this sticker'],
  missing: ['กรุณาเลือกสติกเกอร์', 'Choose a sticker'],
  unknown: [
    'สติกเกอร์นี้ไม่อยู่ในชุดที่ LINE ให้ส่ง กรุณาเลือกใหม่',
    'This sticker is not in a set that LINE lets you send. Choose another one.',
  ],
})
