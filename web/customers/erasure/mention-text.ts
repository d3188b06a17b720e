import { words } from '../../data/text.ts'

/** Words of the list of remaining names. */
export const mentionText = words({
  status: ['สถานะ', 'Status'],
  open: ['รอตรวจ', 'To check'],
  settled: ['ตรวจแล้ว', 'Checked'],
  list: ['จุดที่อาจยังมีชื่ออยู่', 'Where a name may remain'],
  lead: [
    'ระบบไม่ลบชื่อออกจากข้อความที่เขียนถึงคนอื่น เพราะอาจเป็นชื่อของคนอื่นด้วย กรุณาเปิดดูทีละจุด แก้ไขหากเป็นลูกค้าที่ขอให้ลบ แล้วกดว่าตรวจแล้ว',
    'Ruam keeps names in text about other customers, because they may belong to someone else. Open each place, edit the text if it means the erased customer, then mark it as checked.',
  ],
  erased: ['ลูกค้าเลขที่ {id} ที่ลบไปแล้ว', 'Customer no. {id}, erased'],
  ofCustomer: ['{place} ของลูกค้าเลขที่ {id}', '{place} of customer no. {id}'],
  other: ['ข้อมูล', 'Data'],
  keep: ['ไม่ต้องแก้', 'No change needed'],
  clean: ['แก้ไขแล้ว', 'Edited'],
  keepPlace: ['ไม่ต้องแก้: {place}', 'No change needed: {place}'],
  cleanPlace: ['แก้ไขแล้ว: {place}', 'Edited: {place}'],
  kept: ['ตรวจแล้ว ไม่ต้องแก้', 'Checked, no change needed'],
  cleaned: ['แก้ไขแล้ว', 'Edited'],
  emptyOpen: ['ไม่มีรายการให้ตรวจ', 'Nothing to check'],
  emptyText: [
    'เมื่อลบข้อมูลของลูกค้าตามคำขอ ข้อความที่ยังมีชื่อลูกค้ารายนั้นจะแสดงที่นี่',
    'When a customer is erased, text that still contains their name is listed here.',
  ],
  emptySettled: ['ยังไม่มีรายการที่ตรวจแล้ว', 'Nothing checked yet'],
})

/** Names of places. */
export const mentionPlaceText = words({
  activity: ['กิจกรรมหรือโน้ต', 'Activity or note'],
  activity_field: ['ฟิลด์กิจกรรม', 'Activity field'],
  activity_type: ['ประเภทกิจกรรม', 'Activity type'],
  consent_entry: ['หมายเหตุความยินยอม', 'Consent note'],
  consent_purpose: ['วัตถุประสงค์', 'Consent purpose'],
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
  watch: ['ไฟล์อัตโนมัติ', 'Automatic files'],
  watch_file: ['ไฟล์ที่มาถึง', 'Arrived file'],
})
