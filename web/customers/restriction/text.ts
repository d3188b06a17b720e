import { words } from '../../data/text.ts'

export const restrictionText = words({
  restricted: ['ระงับการใช้ข้อมูล', 'Use of data restricted'],
  objected: ['คัดค้านการใช้ข้อมูล', 'Objected to the use of data'],
  meaning: [
    'ไม่อยู่ในเซกเมนต์ ไฟล์ส่งออก บรอดแคสต์ และการทำงานอัตโนมัติ พนักงานยังค้นหาและบริการได้ตามปกติ',
    'Left out of segments, exports, broadcasts and automations. Staff still find and serve the customer.',
  ],
  since: ['ตั้งแต่ {date} โดย {by}', 'Since {date}, by {by}'],
  sinceDate: ['ตั้งแต่ {date}', 'Since {date}'],
  noReason: ['ไม่มีเหตุผลที่บันทึกไว้', 'No reason recorded'],

  restrict: ['ระงับการใช้ข้อมูล', 'Restrict use of data'],
  restrictTitle: ['ต้องการระงับการใช้ข้อมูลของ {name} ใช่ไหม', 'Restrict the use of {name}’s data?'],
  kind: ['ลูกค้าขออะไร', 'The customer’s request'],
  kindRestricted: ['ขอให้ระงับการใช้ข้อมูลไว้ก่อน', 'Restrict the use of the data for now'],
  kindObjected: ['คัดค้านการใช้ข้อมูล', 'Object to the use of the data'],
  reason: ['เหตุผล', 'Reason'],
  reasonHint: ['เช่น ลูกค้าแจ้งว่าเบอร์โทรไม่ถูกต้อง รอตรวจสอบ', 'For example: the phone is wrong, being checked'],
  restrictDone: ['ระงับการใช้ข้อมูลแล้ว', 'The use of the data is restricted.'],

  lift: ['เลิกระงับ', 'Lift restriction'],
  liftTitle: ['ต้องการใช้ข้อมูลของ {name} ได้อีกครั้งใช่ไหม', 'Allow the use of {name}’s data again?'],
  liftText: [
    'ลูกค้าจะกลับเข้าเซกเมนต์ บรอดแคสต์ และการทำงานอัตโนมัติตามเงื่อนไขเดิม',
    'The customer may be in segments, broadcasts and automations again.',
  ],
  liftHint: ['เช่น ลูกค้ายืนยันข้อมูลใหม่ที่หน้าร้าน', 'For example: confirmed the data at the counter'],
  liftDone: ['เลิกระงับแล้ว', 'The restriction is lifted.'],
})
