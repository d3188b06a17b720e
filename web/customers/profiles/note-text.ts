import { words } from '../../data/text.ts'

/** Words of pinned notes and follow-ups. */
export const noteLabels = words({
  pinned: ['ปักหมุดไว้', 'Pinned'],
  pin: ['ปักหมุดโน้ต “{text}”', 'Pin the note “{text}”'],
  unpin: ['เลิกปักหมุดโน้ต “{text}”', 'Unpin the note “{text}”'],
  followDay: ['ติดตาม {day}', 'Follow up {day}'],
  followDone: ['ติดตามแล้ว', 'Followed up'],
  done: ['เสร็จแล้ว', 'Done'],
  doneNamed: ['ติดตามเสร็จแล้ว: {text}', 'Done: {text}'],
})
