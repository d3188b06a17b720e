import { words } from '../../core/text.ts'

/** What only the filter panel says. */
export const filterText = words({
  anyOf: ['มีป้ายกำกับหรือเซกเมนต์ใดต่อไปนี้', 'Has any of these labels or segments'],
  searchLabels: ['ค้นหาป้ายกำกับ', 'Search labels'],
  noLabels: ['ร้านนี้ยังไม่มีป้ายกำกับ', 'The store has no labels yet'],
  noneFound: ['ไม่พบป้ายกำกับที่ตรงกัน', 'No label matches'],
  anySource: ['ทุกแหล่งข้อมูล', 'Any data source'],
})
