import { words } from '../../../data/text.ts'

export const sortText = words({
  sortUpdatedDesc: ['อัปเดตล่าสุด', 'Last updated'],
  sortUpdatedAsc: ['อัปเดตเก่าสุด', 'Least recently updated'],
  sortCreatedDesc: ['สร้างล่าสุด', 'Newest'],
  sortCreatedAsc: ['สร้างเก่าสุด', 'Oldest'],
  sortFirstAsc: ['ชื่อ ก–ฮ', 'First name A–Z'],
  sortFirstDesc: ['ชื่อ ฮ–ก', 'First name Z–A'],
  sortLastAsc: ['นามสกุล ก–ฮ', 'Last name A–Z'],
  sortLastDesc: ['นามสกุล ฮ–ก', 'Last name Z–A'],
  digitsUp: ['0–9', '0–9'],
  digitsDown: ['9–0', '9–0'],
  latinUp: ['A–Z', 'A–Z'],
  latinDown: ['Z–A', 'Z–A'],
  mixedUp: ['0–9 A–Z ก–ฮ', '0–9 A–Z'],
  mixedDown: ['ฮ–ก Z–A 9–0', 'Z–A 9–0'],
  booleanUp: ['ไม่ใช่ก่อน', 'no first'],
  booleanDown: ['ใช่ก่อน', 'yes first'],
  others: ['คอลัมน์อื่นที่แสดง', 'Other columns shown'],
  hiddenColumn: ['คอลัมน์ที่ซ่อนอยู่', 'A hidden column'],
})
