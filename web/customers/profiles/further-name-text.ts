import { words } from '../../data/text.ts'

/** Words of further names. */
export const furtherNameText = words({
  title: ['ชื่ออื่นและหมายเหตุ', 'Other names and notes'],
  others: ['ชื่ออื่น', 'Other names'],
  nickname: ['ชื่อเล่น', 'nickname'],
  former_name: ['ชื่อเดิม', 'former name'],
  maiden_name: ['นามสกุลเดิม', 'former last name'],
  note: ['จากชื่อในไฟล์', 'From names in files'],
  named: ['{name} ({kind})', '{name} ({kind})'],
  cutOff: ['แยกจากชื่อในไฟล์', 'Taken out of the name'],
  keptAs_nickname: ['เก็บเป็นชื่อเล่น', 'Kept as a nickname'],
  keptAs_former_name: ['เก็บเป็นชื่อเดิม', 'Kept as a former name'],
  keptAs_maiden_name: ['เก็บเป็นนามสกุลเดิม', 'Kept as a former last name'],
  keptAs_note: ['เก็บเป็นหมายเหตุในหน้าลูกค้า', 'Kept as a note on the customer’s page'],
})
