import { words } from '../data/text.ts'

/** Words of a sort order. Not among those of a list, which come before its rows. */
export const orderWords = words({
  ordered: ['{title} {order}', '{title}, {order}'],
  textUp: ['ก–ฮ', 'A–Z'],
  textDown: ['ฮ–ก', 'Z–A'],
  numberUp: ['น้อยไปมาก', 'lowest first'],
  numberDown: ['มากไปน้อย', 'highest first'],
  dateUp: ['เก่าสุดก่อน', 'oldest first'],
  dateDown: ['ล่าสุดก่อน', 'newest first'],
})
