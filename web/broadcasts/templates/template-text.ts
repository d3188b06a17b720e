import { words } from '../../data/text.ts'

export const templateText = words({
  begin: ['เริ่มจากเทมเพลต', 'Start from a template'],
  save: ['บันทึกเป็นเทมเพลต', 'Save as a template'],
  title: ['เทมเพลต', 'Templates'],
  saveTitle: ['บันทึกเป็นเทมเพลต', 'Save as a template'],
  renameTitle: ['เปลี่ยนชื่อเทมเพลต', 'Rename the template'],
  name: ['ชื่อเทมเพลต', 'Name of the template'],
  keeps: [
    'เก็บข้อความและปุ่มตอบด่วนไว้ใช้ซ้ำ ทุกคนในร้านที่เขียนบรอดแคสต์เห็นเทมเพลตนี้',
    'Keeps the messages and quick replies for later. Everyone in the store who writes broadcasts sees it.',
  ],
  what: ['บันทึกอะไร', 'What to save'],
  whole: ['ทุกข้อความและปุ่มตอบด่วน', 'All messages and quick replies'],
  one: ['เฉพาะข้อความที่ {place}', 'Message {place} alone'],
  saved: ['บันทึกเทมเพลต {name} แล้ว', 'Saved the template {name}'],
  list: ['เทมเพลตของร้าน', 'Templates of the store'],
  messages: ['{count} ข้อความ', '{count} messages', '{count} message'],
  replies: ['{count} ปุ่มตอบด่วน', '{count} quick replies', '{count} quick reply'],
  emptyTitle: ['ยังไม่มีเทมเพลต', 'No templates yet'],
  emptyText: [
    'เขียนข้อความ แล้วกด “บันทึกเป็นเทมเพลต” เพื่อใช้เริ่มบรอดแคสต์ครั้งต่อไป',
    'Write messages and choose “Save as a template” to start the next broadcast from them.',
  ],
  use: ['ใช้เทมเพลตนี้', 'Use this template'],
  append: ['เพิ่มต่อจากข้อความเดิม', 'Add after the messages'],
  replaceTitle: ['ต้องการแทนที่ข้อความเดิมด้วยเทมเพลตนี้ใช่ไหม', 'Replace the messages with this template?'],
  replaceText: ['ข้อความและปุ่มตอบด่วนในแบบร่างนี้จะหายไป', 'The messages and quick replies of this draft will be lost.'],
  replace: ['แทนที่', 'Replace'],
  closedWords: [
    'ข้อมูลลูกค้าที่แทรกไว้ {count} จุดถูกลบหรือใช้ไม่ได้แล้ว จึงเป็นคำสำรองแทน',
    'Inserted data in {count} places was deleted or cannot be used any more, and is now the fallback.',
    'Inserted data in {count} place was deleted or cannot be used any more, and is now the fallback.',
  ],
  actionsOf: ['ตัวเลือกของ {name}', 'Options for {name}'],
  rename: ['เปลี่ยนชื่อ', 'Rename'],
  deleteTitle: ['ต้องการลบเทมเพลต {name} ใช่ไหม', 'Delete the template {name}?'],
  deleteText: [
    'เมื่อลบแล้วจะกู้คืนไม่ได้ บรอดแคสต์ที่ใช้เทมเพลตนี้ไปแล้วไม่เปลี่ยน',
    'It cannot be restored. Broadcasts that were started from it do not change.',
  ],
})
