import { words } from '../../data/text.ts'

/** The words of activity types. */
export const text = words({
  tabs: ['กิจกรรม', 'Activities'],
  fields: ['ฟิลด์กิจกรรม', 'Activity fields'],
  types: ['ประเภทกิจกรรม', 'Activity types'],
  count: ['{count} ประเภท', '{count} types', '{count} type'],
  search: ['ค้นหาประเภทกิจกรรม', 'Search types'],
  newType: ['สร้างประเภทกิจกรรม', 'New activity type'],
  createType: ['สร้างประเภทกิจกรรม', 'Create activity type'],
  editType: ['แก้ไขประเภทกิจกรรม', 'Edit activity type'],
  editOne: ['แก้ไข {name}', 'Edit {name}'],
  deleteOne: ['ลบ {name}', 'Delete {name}'],
  deleteTitle: ['ต้องการลบประเภทกิจกรรม {name} ใช่ไหม', 'Delete the activity type {name}?'],
  deleteText: ['ลบได้เฉพาะประเภทที่ยังไม่ได้ใช้', 'Only unused types can be deleted.'],
  name: ['ชื่อประเภทกิจกรรม', 'Name'],
  description: ['คำอธิบาย', 'Description'],
  fieldCount: ['จำนวนฟิลด์', 'Number of fields'],
  fieldsOf: ['ฟิลด์', 'Fields'],
  updatedAt: ['วันที่อัปเดต', 'Update Date'],
  actions: ['ตัวเลือก', 'Options'],
  countFields: ['{count} ฟิลด์', '{count} fields', '{count} field'],
  emptyTitle: ['ยังไม่มีประเภทกิจกรรม', 'No activity types yet'],
  emptyText: [
    'ประเภทกิจกรรมคือสิ่งที่ลูกค้าทำ เช่น ซื้อหน้าร้าน หรือเข้าใช้บริการ แต่ละประเภทมีฟิลด์ของตัวเอง',
    'An activity type is something customers do, such as a purchase or a visit. Each type has its own fields.',
  ],

  order: ['ฟิลด์ตามลำดับ', 'Fields in order'],
  always: ['มีในทุกกิจกรรม', 'in every activity'],
  moveUp: ['เลื่อน {name} ขึ้น', 'Move {name} up'],
  moveDown: ['เลื่อน {name} ลง', 'Move {name} down'],
  remove: ['นำ {name} ออก', 'Remove {name}'],
  placed: ['{name} อยู่ลำดับที่ {place}', '{name} is now number {place}'],
  addField: ['เพิ่มฟิลด์', 'Add a field'],
  chooseField: ['เลือกฟิลด์ที่จะเพิ่ม', 'Choose a field'],
  allChosen: ['เลือกครบทุกฟิลด์แล้ว', 'Every field is chosen'],
})
