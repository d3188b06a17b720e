import { words } from '../../data/text.ts'

/** Words of the first steps. */
export const text = words({
  title: ['เริ่มต้นใช้งาน', 'First steps'],
  done: ['ทำแล้ว {count} จาก {total} ขั้นตอน', '{count} of {total} done'],
  away: ['ซ่อนขั้นตอนเริ่มต้น', 'Hide the first steps'],
  back: ['แสดงขั้นตอนเริ่มต้น', 'Show the first steps'],
  completed: ['ทำแล้ว', 'Done'],
  trySample: ['ลองด้วยไฟล์ตัวอย่าง', 'Try it with a sample file'],

  connect_line: ['เชื่อมบัญชี LINE OA', 'Connect your LINE OA'],
  connect_lineText: [
    'ระบบจะจับคู่ลูกค้าที่ทักร้านทาง LINE กับรายชื่อของร้าน',
    'Customers who message you on LINE are matched with your list.',
  ],
  connect_lineGo: ['เชื่อม LINE OA', 'Connect'],
  first_import: ['นำเข้าลูกค้าจากไฟล์', 'Import customers from a file'],
  first_importText: [
    'ใช้ไฟล์ Excel หรือ CSV ที่มีอยู่ ตรวจสอบก่อนบันทึกทุกครั้ง และเลิกทำได้ภายใน 30 วัน',
    'Use the Excel or CSV file you have. You see a preview before anything is saved, and can undo it for 30 days.',
  ],
  first_importGo: ['นำเข้าไฟล์', 'Import a file'],
  first_segment: ['สร้างเซกเมนต์แรก', 'Create your first segment'],
  first_segmentText: [
    'เช่น ลูกค้าที่ไม่ได้ซื้อ 90 วัน รายชื่ออัปเดตเองตามเงื่อนไข',
    'Such as customers who have not bought for 90 days. It updates automatically.',
  ],
  first_segmentGo: ['สร้างเซกเมนต์', 'Create a segment'],
  first_broadcast: ['ส่งบรอดแคสต์แรก', 'Send your first broadcast'],
  first_broadcastText: [
    'เลือกกลุ่มลูกค้า เขียนข้อความ และดูจำนวนผู้รับก่อนส่ง',
    'Choose customers, write a message, and see how many will get it before you send.',
  ],
  first_broadcastGo: ['สร้างบรอดแคสต์', 'Create a broadcast'],
  invite_staff: ['เชิญพนักงานเข้าร้าน', 'Invite your staff'],
  invite_staffText: [
    'แต่ละคนมีบัญชีของตัวเอง และเห็นเฉพาะที่บทบาทอนุญาต',
    'Everyone has their own account and sees what their role allows.',
  ],
  invite_staffGo: ['เชิญผู้ใช้', 'Invite a colleague'],
})
