import { words } from '../../data/text.ts'

/** The words of the places where names still stand. */
export const mentionText = words({
  status: ['สถานะ', 'Status'],
  open: ['รอตรวจ', 'To look at'],
  settled: ['ตรวจแล้ว', 'Looked at'],
  list: ['ที่ที่อาจยังมีชื่อ', 'Places that may hold a name'],
  lead: [
    'ระบบไม่ลบชื่อออกจากข้อความที่เขียนถึงคนอื่น เพราะอาจเป็นชื่อของคนอื่นด้วย กรุณาเปิดดูทีละที่ แก้ไขหากเป็นลูกค้าที่ขอให้ลบ แล้วกดว่าตรวจแล้ว',
    'A name in text about another customer is kept, because it may belong to someone else. Open each place, change the text if it means the erased person, and record what you found.',
  ],
  erased: ['ลูกค้าเลขที่ {id} ที่ลบไปแล้ว', 'Customer no. {id}, erased'],
  ofCustomer: ['{place} ของลูกค้าเลขที่ {id}', '{place} of customer no. {id}'],
  other: ['ข้อมูล', 'Something'],
  keep: ['ไม่ต้องแก้', 'Leave it'],
  clean: ['แก้ไขแล้ว', 'Changed'],
  keepPlace: ['ไม่ต้องแก้: {place}', 'Leave it: {place}'],
  cleanPlace: ['แก้ไขแล้ว: {place}', 'Changed: {place}'],
  kept: ['ตรวจแล้ว ไม่ต้องแก้', 'Left as it is'],
  cleaned: ['แก้ไขแล้ว', 'Changed'],
  emptyOpen: ['ไม่มีที่ที่ต้องตรวจ', 'Nothing to look at'],
  emptyText: [
    'เมื่อลบข้อมูลของลูกค้าตามคำขอ ข้อความที่ยังมีชื่อของเขาจะแสดงที่นี่',
    'When a customer is erased, words that still hold their name are listed here.',
  ],
  emptySettled: ['ยังไม่มีที่ที่ตรวจแล้ว', 'Nothing was looked at yet'],
})

/** Names of places. */
export const placeText = words({
  activity: ['กิจกรรมหรือโน้ต', 'Activity or note'],
  activity_field: ['ฟิลด์กิจกรรม', 'Activity field'],
  activity_type: ['ประเภทกิจกรรม', 'Activity type'],
  consent_entry: ['หมายเหตุความยินยอม', 'Consent note'],
  consent_purpose: ['เรื่องที่ขอความยินยอม', 'Consent purpose'],
  data_source: ['แหล่งข้อมูล', 'Data source'],
  file: ['ไฟล์', 'File'],
  job: ['งานเบื้องหลัง', 'Background work'],
  label: ['ป้ายกำกับ', 'Label'],
  profile: ['โปรไฟล์', 'Profile'],
  profile_change: ['ประวัติการแก้ไข', 'History'],
  profile_field: ['ฟิลด์โปรไฟล์', 'Profile field'],
  profile_view: ['มุมมองที่บันทึกไว้', 'Saved view'],
  role: ['บทบาท', 'Role'],
  run: ['การนำเข้า', 'Import'],
  run_profile: ['ประวัติการนำเข้า', 'Import history'],
  run_record: ['แถวที่นำเข้า', 'Imported row'],
  store: ['ร้าน', 'Store'],
})
